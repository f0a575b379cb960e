import { checkChain } from './check-chain.js';
import { checkOrder } from './check-order.js';
import { checkVersions } from './check-versions.js';
import type { Operation } from './operation.js';
import type { TaskChain } from './task-chain.js';
import type { Violation } from './violation.js';

const byTask = (operations: readonly Operation[]): Map<string, Operation[]> => {
  const tasks = new Map<string, Operation[]>();
  for (const operation of operations) {
    const known = tasks.get(operation.task);
    if (known === undefined) tasks.set(operation.task, [operation]);
    else known.push(operation);
  }
  return tasks;
};

/**
 * Whether what clients were told and what is kept can be one and the same history of each task: a register of versions that changes one
 * operation at a time, each at some moment between its beginning and its answer. Linear in the number of operations, but for sorting them.
 */
export const checkHistory = (operations: readonly Operation[], chains: ReadonlyMap<string, TaskChain>): Violation[] => {
  const asked = byTask(operations);
  return [...new Set([...asked.keys(), ...chains.keys()])].flatMap((task) => {
    const mine = asked.get(task) ?? [];
    const commits = mine.filter(({ what }) => what === 'commit');
    const chain = chains.get(task) ?? { lines: [], damage: null };
    const kept = new Map(chain.lines.flatMap(({ version, ops }) => ops.map((op) => [op, version])));
    return [
      ...checkVersions(task, commits),
      ...checkChain(task, commits, chain),
      ...checkOrder(task, mine, ({ op, version }) => version ?? kept.get(op)),
    ];
  });
};
