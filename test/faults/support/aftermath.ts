import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLog } from '../independent-reader.js';
import { openStore, plan, type Scenario, WRITES } from './scenario.js';

const TASKS = ['T1', 'T2', 'T3', 'T4'] as const;

export type Hashes = ReadonlyMap<string, readonly string[]>;

/** What counts in every log, by the independent reader. Throws on damage: there is none, whatever went wrong. */
export const hashesIn = (directory: string): Hashes =>
  new Map(
    TASKS.map((task) => {
      const { counted, damage } = readLog(directory, task);
      if (damage !== null) throw new Error(`false damage in ${task}: ${damage}`);
      return [task, counted.map((line) => line.hash)];
    }),
  );

export interface Outcome {
  readonly scenario: Scenario;
  readonly acknowledged: boolean;
  /** The caller was told that nothing was changed. */
  readonly refused: boolean;
}

/** Wholly old or wholly new, and nothing that was there before has moved. Says which. */
const oldOrNew = (before: Hashes, after: Hashes, { scenario }: Outcome): 'old' | 'new' => {
  const write = WRITES[scenario];
  for (const task of TASKS) {
    const was = before.get(task) ?? [];
    const is = after.get(task) ?? [];
    expect(is.slice(0, was.length)).toEqual(was);
    const lengths = task === write?.task ? [was.length, write.version] : [was.length];
    expect(lengths).toContain(is.length);
  }
  return write !== null && after.get(write.task)?.length === write.version ? 'new' : 'old';
};

const leftovers = (directory: string): string[] =>
  ['state', 'history'].flatMap((name) => readdirSync(join(directory, name)).filter((file) => file.startsWith('.')));

/** Looks at what a fault left behind, then starts anew on it: everything acknowledged is there, and trying again works. */
export const inspectAftermath = async (directory: string, before: Hashes, outcome: Outcome): Promise<'old' | 'new'> => {
  const found = oldOrNew(before, hashesIn(directory), outcome);
  if (outcome.acknowledged) expect(found).toBe('new');
  if (outcome.refused) expect(found).toBe('old');

  const store = await openStore(directory);
  const { scenario } = outcome;
  if (scenario !== 'open' && found === 'old') await (await plan(store, scenario, () => undefined)).run();
  const expected = hashesIn(directory);
  if (WRITES[scenario] !== null) expect(oldOrNew(before, expected, outcome)).toBe('new');
  for (const [task, hashes] of expected) {
    const head = await store.head(task);
    expect(head?.hash ?? null).toBe(hashes.at(-1) ?? null);
    if (head === null) continue;
    expect(head.state).toMatchObject({ task_id: task, version: hashes.length });
    expect(await store.verify(task)).toMatchObject({ ok: true, versions: hashes.length, head_hash: hashes.at(-1) });
  }
  await store.close();
  for (const [task, hashes] of expected) {
    if (hashes.length === 0) continue;
    const file = JSON.parse(readFileSync(join(directory, 'state', `${task}.json`), 'utf8'));
    expect(file).toMatchObject({ store: { version: hashes.length, hash: hashes.at(-1) }, context_summary: `${task} at ${hashes.length}` });
  }
  expect(leftovers(directory)).toEqual([]);
  return found;
};
