import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '..');

interface Figure {
  readonly ratio: number;
  readonly runs: number;
  readonly low: number;
  readonly high: number;
  readonly what: string;
}

const PUBLISHED = [
  'append_vs_floor_1',
  'append_vs_floor_16',
  'append_16_vs_link_16',
  'hot_task_vs_floor',
  'growth_10000_vs_10',
  'bytes_per_handoff_vs_delta',
  'summary_vs_tokenize',
  'accept_vs_floor',
  'accept_p99_vs_floor',
  'ring_p99_vs_bullmq',
];

/** Only that every figure can be made and what was acknowledged is found again: how fast anything is, a busy machine cannot say. */
describe('the benchmarks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jerry-bench-spec-'));

  afterAll(() => rmSync(folder, { recursive: true }));

  it('make every figure and find everything that was acknowledged, once', async () => {
    const file = join(folder, 'figures.json');
    const args = ['--import', './scripts/typescript.mjs', 'bench/src/main.ts', '--smoke', '--json', file];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root });
    const figures = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Figure>;
    expect(Object.keys(figures)).toEqual(expect.arrayContaining(PUBLISHED));
    for (const { ratio, runs, low, high, what } of Object.values(figures)) {
      expect(runs).toBe(1);
      expect(ratio).toBeGreaterThan(0);
      expect([low, high]).toEqual([ratio, ratio]);
      expect(what).not.toBe('');
    }
    for (const name of PUBLISHED) expect(stdout).toContain(name);
    const counts = [...stderr.matchAll(/(\d+) acknowledged, each found once/g)].map(([, count]) => Number(count));
    expect(counts.filter((count) => count > 0)).toHaveLength(7);
  });

  it('say which figures there are when asked for another', async () => {
    const args = ['--import', './scripts/typescript.mjs', 'bench/src/main.ts', '--only', 'speed'];
    const run = promisify(execFile)(process.execPath, args, { cwd: root });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('append_vs_floor_1') });
  });
});
