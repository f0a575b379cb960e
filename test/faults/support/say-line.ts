import { writeSync } from 'node:fs';

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Says a line to whoever started this process, wholly, before anything else happens; a pipe that is full for the moment is waited for. */
export const sayLine = (line: string): void => {
  for (;;)
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
};
