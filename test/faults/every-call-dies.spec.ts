import { rmSync } from 'node:fs';
import { inspectAftermath } from './support/aftermath.js';
import { Child } from './support/child.js';
import { Breakables } from './support/points.js';
import { SCENARIOS, type Scenario } from './support/scenario.js';
import type { Call, Fault } from './support/traced-files.js';

const DIE: Fault = { kind: 'die' };
const TORN: readonly Fault[] = [1, 100, -2, -1].map((bytes) => ({ kind: 'torn', bytes }));

const deathsAt = ({ name }: Call): readonly Fault[] => (WRITING.includes(name) ? [DIE, ...TORN] : [DIE]);

/** Calls that can do a part of what they were asked. */
const WRITING: readonly Call['name'][] = ['append', 'write', 'writeSync'];

const LEAST = { open: 60, create: 15, append: 14, fork: 18 } as const satisfies Record<Scenario, number>;
const SIDE_BY_SIDE = 2;

describe('a process that dies at a file-system call', () => {
  const breakables = new Breakables();
  beforeAll(() => breakables.furnish());
  afterAll(async () => {
    await Child.endAll();
    breakables.clear();
  });

  const dieOnce = async (scenario: Scenario, at: number, fault: Fault): Promise<'old' | 'new'> => {
    const directory = breakables.copy();
    const lines: string[] = [];
    const child = new Child('scenario.child.ts', { directory, scenario, at, fault }, (line) => lines.push(line));
    const { signal } = await child.ended;
    if (signal !== 'SIGKILL') throw new Error(`the point was not reached: ${lines.join()} ${child.complaint}`);
    const acknowledged = lines.includes('acknowledged');
    const found = await inspectAftermath(directory, breakables.before, { scenario, acknowledged, refused: false });
    rmSync(directory, { recursive: true });
    return found;
  };

  it.each(SCENARIOS)('leaves %s wholly undone or wholly done, and it can be tried again', async (scenario) => {
    const points = await breakables.pointsOf(scenario);
    expect(points.length).toBeGreaterThanOrEqual(LEAST[scenario]);
    const deaths = points.flatMap((point, at) => deathsAt(point).map((fault) => ({ at, point, fault })));
    const found = { old: 0, new: 0 };
    const next = deaths.values();
    const worker = async () => {
      for (const { at, point, fault } of next) {
        const state = await dieOnce(scenario, at, fault).catch((cause) => {
          throw new Error(`${scenario}, call ${at} (${point.name} ${point.target}), ${JSON.stringify(fault)}`, { cause });
        });
        found[state]++;
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
    expect(found.old + found.new).toBe(deaths.length);
    process.stdout.write(
      `deaths in ${scenario}: ${deaths.length} processes at ${points.length} calls (${found.old} × old, ${found.new} × new)\n`,
    );
  });
});
