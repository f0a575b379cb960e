import { runProcess } from '@app/platform';
import { startWorker } from './start-worker.js';

await runProcess('worker', (config, logger, { again }) => startWorker(config, logger, { executors: {}, again }));
