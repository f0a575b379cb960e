import { runProcess } from '@app/platform';
import { startWorker } from '../../apps/worker/src/start-worker.js';
import { scriptedExecutor } from './scripted-executor.js';

// The real worker, with an executor that needs neither a model nor a network.
await runProcess('worker', (config, logger, { again }) =>
  startWorker(config, logger, { executors: { command: scriptedExecutor(config.projectDir) }, again }),
);
