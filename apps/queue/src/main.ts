import { runProcess } from '@app/platform';
import { startQueue } from './start-queue.js';

await runProcess('queue', startQueue);
