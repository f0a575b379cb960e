import { HandoffError } from '../errors/handoff.error.js';
import { SCHEMA_VERSION } from './task-state.js';

type Versioned = { schema_version: number };

/** One step per past version: from `n` to `n + 1`. There is none yet; a test holds a golden file for every version that was ever released. */
const STEPS: Readonly<Record<number, (older: Versioned) => Versioned>> = {};

/**
 * Brings what an older build wrote to the shape of this one. What a newer build wrote is refused: cutting it down
 * to what this build knows would lose the rest at the next write.
 */
export const migrate = <T extends Versioned>(read: T, what: string): T => {
  if (!Number.isInteger(read.schema_version) || read.schema_version < 1 || read.schema_version > SCHEMA_VERSION)
    throw new HandoffError(
      'task_read_only',
      `${what} has schema_version ${read.schema_version}; this build reads 1 to ${SCHEMA_VERSION}. Start a build that knows it.`,
      {
        schema_version: read.schema_version,
        newest_known: SCHEMA_VERSION,
      },
    );
  let current: Versioned = read;
  while (current.schema_version < SCHEMA_VERSION) {
    const step = STEPS[current.schema_version];
    if (step === undefined)
      throw new HandoffError('task_read_only', `${what} has schema_version ${current.schema_version}, which no step leads on from.`);
    current = step(current);
  }
  return current as T;
};
