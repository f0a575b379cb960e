import { HandoffError } from '../errors/handoff.error.js';
import { SCHEMA_VERSION } from './task-state.js';

type Versioned = { schema_version: number };
/** One step per past version: from `n` to `n + 1`. */
type Steps = Readonly<Record<number, (older: Versioned) => Versioned>>;

/** There is none yet; a test holds a golden file for every version that was ever released. */
const STEPS: Steps = {};

const notKnown = (what: string, { schema_version }: Versioned, newest: number): HandoffError =>
  new HandoffError(
    'task_read_only',
    `${what} has schema_version ${schema_version}; this build reads 1 to ${newest}. Start a build that knows it.`,
    { schema_version, newest_known: newest },
  );

export const migrateBy =
  (steps: Steps, newest: number) =>
  <T extends Versioned>(read: T, what: string): T => {
    if (!Number.isInteger(read.schema_version) || read.schema_version < 1 || read.schema_version > newest)
      throw notKnown(what, read, newest);
    let current: Versioned = read;
    while (current.schema_version < newest) {
      const step = steps[current.schema_version];
      if (step === undefined)
        throw new HandoffError('task_read_only', `${what} has schema_version ${current.schema_version}, which no step leads on from.`);
      current = { ...step(current), schema_version: current.schema_version + 1 };
    }
    return current as T;
  };

/**
 * Brings what an older build wrote to the shape of this one. What a newer build wrote is refused: cutting it down
 * to what this build knows would lose the rest at the next write.
 */
export const migrate = migrateBy(STEPS, SCHEMA_VERSION);
