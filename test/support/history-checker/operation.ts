import type { ClientEvent } from './client-event.js';

/** One thing a client asked for, with all its attempts, from before the first until after the last word about it. */
export interface Operation {
  readonly op: string;
  readonly task: string;
  readonly what: 'commit' | 'read';
  readonly invokedAt: number;
  /** Infinite where it never ended: it may still take effect. */
  readonly endedAt: number;
  readonly outcome: 'ok' | 'fail' | 'unknown';
  /** What an `ok` named. */
  readonly version?: number;
  /** The version a commit built on, where it said so. */
  readonly expected?: number;
}

/** Events, in any order between clients, as operations. Throws where they make none: then the log is wrong, not the service. */
export const operationsOf = (events: readonly ClientEvent[]): Operation[] => {
  const operations = new Map<string, Operation>();
  for (const event of events) {
    if (event.event !== 'invoke') continue;
    if (operations.has(event.op)) throw new Error(`${event.op} was begun twice`);
    const { op, task, what, at, expected } = event;
    const building = expected === undefined ? {} : { expected };
    operations.set(op, { op, task, what, invokedAt: at, endedAt: Number.POSITIVE_INFINITY, outcome: 'unknown', ...building });
  }
  const ended = new Set<string>();
  for (const event of events) {
    if (event.event === 'invoke') continue;
    const begun = operations.get(event.op);
    if (begun === undefined || ended.has(event.op)) throw new Error(`${event.op} ended ${begun === undefined ? 'unbegun' : 'twice'}`);
    ended.add(event.op);
    const version = event.event === 'ok' ? { version: event.version } : {};
    const endedAt = event.event === 'unknown' ? Number.POSITIVE_INFINITY : event.at;
    operations.set(event.op, { ...begun, endedAt, outcome: event.event, ...version });
  }
  return [...operations.values()];
};
