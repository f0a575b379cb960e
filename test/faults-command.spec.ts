import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readWish } from '../scripts/faults/read-wish.mjs';
import { SUITES } from '../scripts/faults/suites.mjs';
import { figuresOf, tableOf, violationsIn } from '../scripts/faults/table.mjs';

const ROOT = join(__dirname, '..');

describe('npm run faults', () => {
  it('knows every suite that can be made longer, and makes no other one longer', () => {
    const specs = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.spec.ts'));
    const growing = specs.filter((path) => /\brounds\([\d_]+\)/.test(readFileSync(join(ROOT, 'test', path), 'utf8')));
    expect(
      SUITES.filter(({ how }) => how === 'grows')
        .map(({ spec }) => spec)
        .sort(),
    ).toEqual(growing.map((path) => `test/${path}`).sort());
    expect(SUITES.filter(({ spec }) => !specs.includes(spec.replace('test/', '')))).toEqual([]);
    expect(new Set(SUITES.map(({ name }) => name)).size).toBe(SUITES.length);
  });

  it('runs all of them five times as long unless it is asked for something else', () => {
    expect(readWish([], '/here')).toEqual({ suites: SUITES, times: 5, seed: undefined, json: undefined });
    const wish = readWish(['--only', 'gates', '--only', 'model', '--rounds', '3', '--seed', '7', '--json', 'out.json'], '/here');
    expect({ ...wish, suites: wish.suites.map(({ name }) => name) }).toEqual({
      suites: ['gates', 'model'],
      times: 3,
      seed: '7',
      json: '/here/out.json',
    });
  });

  it.each([
    [['--only', 'luck'], 'There is no fault suite luck.'],
    [['--rounds', '0'], '--rounds takes a whole number of at least 1.'],
    [['--rounds', 'many'], '--rounds takes a whole number of at least 1.'],
    [['--seed', 'lucky'], '--seed takes the number that a run named.'],
    [['--fast'], "Unknown option '--fast'"],
  ])('refuses %j in a sentence and names what there is', async (args, sentence) => {
    const run = promisify(execFile)(process.execPath, ['scripts/faults.mjs', ...args], { cwd: ROOT });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
    await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining('take-overs') });
  });

  it('ends with a table of what was done, and the same for programs', () => {
    const [first, second] = [SUITES[0], SUITES[1]] as [(typeof SUITES)[number], (typeof SUITES)[number]];
    const result = { rounds: 1_000, tests: 2, violations: 0, seeds: [7], seconds: 61.23, output: '' };
    const rows = [
      { suite: { ...first, name: 'one', of: 'races' }, result },
      { suite: { ...second, name: 'two', of: 'deaths' }, result: { ...result, rounds: 1, violations: 3, seeds: [], seconds: 600 } },
    ];
    expect(tableOf(rows)).toBe(`suite  rounds  of      tests  violations  seed  duration
one    1,000   races   2      0           7     61 s
two    1       deaths  2      3                 10 min
                              3                 11 min
`);
    expect(violationsIn(rows)).toBe(3);
    expect(figuresOf(rows)).toEqual({
      one: { rounds: 1_000, of: 'races', tests: 2, violations: 0, seeds: [7], seconds: 61.2 },
      two: { rounds: 1, of: 'deaths', tests: 2, violations: 3, seeds: [], seconds: 600 },
    });
  });
});
