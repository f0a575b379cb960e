import { HandoffError } from '../errors/handoff.error.js';
import { type ChainPoint, chainRoot } from './chain-point.js';
import type { Damage } from './chain-reader.js';

/** What is kept in memory of every task, always: where its log stands. Version 0 is a log without a version, which is no task yet. */
export interface TaskEntry {
  readonly id: string;
  point: ChainPoint;
  /** How long the log is as far as this process has read or written it. */
  size: number;
  damage: Damage | null;
  /** The log's name is durable: it was there when this process started, or the directory was synced since. */
  named: boolean;
  /** Whoever writes now; the next one waits for it. */
  turn: Promise<void> | null;
  waiting: number;
}

export const LOG_IS_GONE = 'the log is gone';

export const newEntry = (id: string): TaskEntry => ({
  id,
  point: chainRoot(id),
  size: 0,
  damage: null,
  named: false,
  turn: null,
  waiting: 0,
});

export const readOnly = ({ id, damage }: TaskEntry): HandoffError =>
  new HandoffError(
    'task_read_only',
    `The history of ${id} is damaged after version ${damage?.after_version}: ${damage?.reason}. It can be read up to there; nothing can be added.`,
    { task_id: id, first_bad: damage },
  );

/** Runs `work` when nobody else writes this task. Without a crowd it costs no waiting at all. */
export const inTurn = async <T>(entry: TaskEntry, work: () => Promise<T>): Promise<T> => {
  entry.waiting++;
  while (entry.turn !== null) await entry.turn;
  entry.waiting--;
  let end: () => void = () => undefined;
  entry.turn = new Promise((resolve) => {
    end = resolve;
  });
  try {
    return await work();
  } finally {
    entry.turn = null;
    end();
  }
};
