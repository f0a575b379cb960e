import { readLog } from '../../faults/independent-reader.js';

/** What a task's log holds, as far as it counts: for each version the operations named in it. */
export interface TaskChain {
  readonly lines: readonly { readonly version: number; readonly ops: readonly string[] }[];
  readonly damage: string | null;
}

/** How an operation signs what it posts, anywhere in it. */
export const opName = (client: number, count: number): string => `op-${client}-${count}`;
const OP_NAMES = /\bop-\d+-\d+\b/g;

export const taskChain = (directory: string, task: string): TaskChain => {
  const { counted, damage } = readLog(directory, task);
  const lines = counted.map(({ version, record }) => ({ version, ops: [...new Set(JSON.stringify(record).match(OP_NAMES) ?? [])] }));
  return { lines, damage };
};
