import { openExecutors } from '@app/agents/executors';
import { runProcess } from '@app/platform';
import { openSurroundings } from './start/open-surroundings.js';
import { startWorker } from './start-worker.js';

await runProcess('worker', (config, logger, { again }) =>
  startWorker(config, logger, { executors: openExecutors(openSurroundings(config, process.env)), again }),
);
