import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashesIn, inspectAftermath } from './support/aftermath.js';
import { attempt } from './support/attempt.js';
import { Breakables } from './support/points.js';
import { plan, SCENARIOS, type Scenario } from './support/scenario.js';
import type { Call, Fault } from './support/traced-files.js';

const ERRORS: readonly Fault[] = ['EIO', 'ENOSPC'].map((code) => ({ kind: 'error', code }));
const SHORT: readonly Fault[] = [0, 1, 100, -2, -1].map((bytes) => ({ kind: 'short', bytes }));

const faultsAt = ({ name }: Call): readonly Fault[] => (WRITING.includes(name) ? [...ERRORS, ...SHORT] : ERRORS);

/** Calls that can do a part of what they were asked. */
const WRITING: readonly Call['name'][] = ['append', 'write', 'writeSync'];

/** The least number of calls each scenario is known to make; fewer means that some were not recorded. */
const LEAST = { open: 60, create: 15, append: 14, fork: 18 } as const satisfies Record<Scenario, number>;

/** The caller was told that nothing was changed, and the store serves on. */
const REFUSALS: readonly (string | null)[] = ['storage_full', 'internal'];

/** What no retry may paper over: after a sync that failed, or a look that could not be made, nothing is acknowledged and the store is at its end. */
const expectStrictness = (
  scenario: Scenario,
  { name, target }: Call,
  fault: Fault,
  { acknowledged, alive }: { acknowledged: boolean; alive: boolean },
): void => {
  if (scenario === 'open' || fault.kind !== 'error') return;
  const isSync = (name === 'fdatasync' || name === 'fsync') && !target.includes('.tmp');
  if (isSync) expect([name, target, acknowledged, alive]).toEqual([name, target, false, false]);
  if (target.startsWith('owner/')) expect([name, target, alive]).toEqual([name, target, false]);
};

describe('a file-system call that fails', () => {
  const breakables = new Breakables();
  beforeAll(() => breakables.furnish());
  afterAll(() => breakables.clear());

  /** A log is only ever appended to: what a short write left stays for good. */
  const expectKept = (directory: string, bytes: number): void => {
    const before = readFileSync(breakables.logOf('T1'));
    const after = readFileSync(join(directory, 'history', 'T1.jsonl'));
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    if (bytes >= 0) expect(after.length).toBe(before.length + bytes);
  };

  const tryOne = async (scenario: Scenario, at: number, point: Call, fault: Fault): Promise<string> => {
    const directory = breakables.copy();
    const { acknowledged, code, reached, store } = await attempt(directory, scenario, at, fault);
    expect(reached).toEqual(point);
    const refused = REFUSALS.includes(code);
    expectStrictness(scenario, point, fault, { acknowledged, alive: store !== null });
    let again = false;
    if (refused) expect(hashesIn(directory)).toEqual(breakables.before);
    if (fault.kind === 'short' && point.target === 'history/T1.jsonl') expectKept(directory, fault.bytes);
    if (refused && store !== null && scenario !== 'open') {
      await (await plan(store, scenario, () => undefined)).run();
      again = true;
    }
    await store?.close();
    const found = await inspectAftermath(directory, breakables.before, {
      scenario,
      acknowledged: acknowledged || again,
      refused: refused && !again,
    });
    rmSync(directory, { recursive: true });
    return acknowledged ? 'done all the same' : `${code} and ${again ? 'done when tried again' : found}`;
  };

  it.each(SCENARIOS)('leaves %s wholly undone or wholly done, and it can be tried again', async (scenario) => {
    const points = await breakables.pointsOf(scenario);
    expect(points.length).toBeGreaterThanOrEqual(LEAST[scenario]);
    const outcomes = new Map<string, number>();
    let faults = 0;
    for (const [at, point] of points.entries())
      for (const fault of faultsAt(point)) {
        const outcome = await tryOne(scenario, at, point, fault).catch((cause) => {
          throw new Error(`${scenario}, call ${at} (${point.name} ${point.target}), ${JSON.stringify(fault)}`, { cause });
        });
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        faults++;
      }
    const told = [...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
    process.stdout.write(`faults in ${scenario}: ${faults} at ${points.length} calls (${told})\n`);
  });
});
