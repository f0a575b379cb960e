import { runProcess } from '@app/platform';
import { startWorker } from './start-worker.js';

await runProcess('worker', startWorker);
