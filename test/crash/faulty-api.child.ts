// The API as it is, on a disk and a clock that a test can make fail.
import { makeClockFaulty } from './faulty-clock.js';
import { makeDiskFaulty } from './faulty-disk.js';

makeDiskFaulty(process.env.FAULT_FILE ?? '');
makeClockFaulty(process.env.SKEW_FILE ?? '');
await import('../../apps/api/src/main.js');
