import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LeftProject, tested } from './left-project.js';
import { type Part, TypedDemo } from './typed-demo.js';

const DRAFTS = join(__dirname, '../../examples/demo/agents');
const WAY = ['planning', 'implementing', 'testing', 'implementing', 'testing', 'reviewing', 'completed'];
const ALL: readonly Part[] = ['supervisor', 'queue', 'api', 'worker'];

/** What has to be so however often something died on the way. */
const expectTheSameEnd = async (demo: TypedDemo): Promise<void> => {
  const code = await demo.exit();
  const { output } = demo;
  expect([code, output]).toEqual([0, output]);
  const left = await LeftProject.open(demo.home, demo.project);
  try {
    expect(await left.phases()).toEqual(WAY);
    expect(await left.client.task('BILL', {})).toMatchObject({ status: 'completed', gates: [{ status: 'approved' }] });
    expect((await left.client.verify('BILL')).ok).toBe(true);
    expect(await tested(left.path)).toMatchObject({ code: 0, output: expect.stringContaining('# fail 0') });
    // Each step took effect once: a move for each phase and one vote in the history, a line for each assignment that changed code in the
    // change log, and no half of an older draft.
    const kinds = await left.kinds();
    expect(['handoff', 'vote', 'create'].map((kind) => kinds.filter((one) => one === kind).length)).toEqual([6, 1, 1]);
    const noted = [...left.read('CHANGELOG.md').matchAll(/\((BILL-v\d+)\)$/gm)].map(([, key]) => key);
    expect(noted).toHaveLength(2);
    expect(new Set(noted).size).toBe(2);
    for (const [file, draft] of [
      ['src/split.js', 'engineer/cent-by-cent.js'],
      ['src/money.js', 'engineer/money.js'],
      ['test/split.test.js', 'engineer/split-tests.js'],
      ['test/every-bill.test.js', 'qa/every-bill.js'],
    ] as const)
      expect(left.read(file)).toBe(readFileSync(join(DRAFTS, draft), 'utf8'));
    // Whoever began again was given the same key as the one before.
    for (const { effect_key } of left.given) expect(effect_key).toMatch(/^BILL-v\d+$/);
    expect(new Set(left.given.map(({ effect_key }) => effect_key)).size).toBe(6);
    expect([...output.matchAll(/^── \d · (.+?) ─/gm)].map(([, heading]) => heading)).toEqual([
      'dev-engineer plans',
      'dev-engineer writes code and tests',
      'dev-qa tries it',
      'dev-engineer mends it',
      'dev-qa tries it again',
      'dev-reviewer reviews it',
      'A person is asked',
    ]);
  } finally {
    await left.close();
  }
};

describe('npm run demo, while its service is killed', () => {
  let demo: TypedDemo;
  afterEach(() => demo.close());

  it('part by part, each in the middle of somebody’s work: it ends the same way', async () => {
    demo = await TypedDemo.type();
    await demo.says(/^── 2 · .*\n.* tokens/m);
    // Its effect is there, and nobody has said so: the check that has to pass first takes longer than this.
    await demo.wrote('CHANGELOG.md', '(BILL-v3)');
    demo.kill('worker');
    for (const [scene, part] of [
      [3, 'api'],
      [4, 'queue'],
      [5, 'supervisor'],
      [6, 'api'],
    ] as const) {
      await demo.says(new RegExp(`^── ${scene} · .*\\n.* tokens`, 'm'));
      demo.kill(part);
    }
    await expectTheSameEnd(demo);
    expect(demo.output).toMatch(/dev-engineer begins again .* with the same effect\s+key BILL-v3/);
    expect(demo.output).toContain('The whole service ended (SIGKILL); starting it again.');
  });

  it('all at once, before anybody began, at the mending and at the review: it ends the same way', async () => {
    demo = await TypedDemo.type();
    for (const moment of [/Kill it while it works/, /^── 4 · .*\n.* tokens/m, /^── 6 · .*\n.* tokens/m]) {
      await demo.says(moment);
      const was = demo.output.split('The service is back.').length;
      demo.kill(...ALL);
      await demo.says(new RegExp(`(The service is back\\.[^]*){${was}}`));
    }
    await expectTheSameEnd(demo);
  });
});
