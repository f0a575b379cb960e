import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LeftProject, tested } from './left-project.js';
import { TypedDemo } from './typed-demo.js';

const EXAMPLE = join(__dirname, '../../examples/demo');
const WAY = ['planning', 'implementing', 'testing', 'implementing', 'testing', 'reviewing', 'completed'];
const COLUMNS = 100;

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
const treeOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${hashOf(join(entry.parentPath, entry.name))} ${join(entry.parentPath, entry.name)}`)
    .sort();

/** What was told under one heading. */
const sceneOf = (told: string, number: number): string => told.split(/^── /m).find((scene) => scene.startsWith(`${number} · `)) ?? '';
/** A summary as it was told, its long lines whole again. */
const quotedIn = (scene: string): string =>
  scene
    .split('\n')
    .flatMap((line) => /^ +│ (.*)$/.exec(line)?.[1] ?? [])
    .join('\n')
    .replaceAll('\n  ', ' ');

describe('npm run demo', () => {
  let demo: TypedDemo;
  let left: LeftProject;
  let told = '';
  let before: readonly string[];

  beforeAll(async () => {
    before = treeOf(EXAMPLE);
    demo = await TypedDemo.type();
    const code = await demo.exit();
    told = demo.output;
    if (code !== 0) throw new Error(`It ended with ${code}:\n${told}`);
    left = await LeftProject.open(demo.home, demo.project);
  });
  afterAll(async () => {
    await left?.close();
    await demo.close();
  });

  it('tells what each agent does, in order, and how the task moves', () => {
    expect([...told.matchAll(/^── (.+?) ─/gm)].map(([, heading]) => heading?.replace(/[\d.]+ s$/, '… s'))).toEqual([
      '1 · dev-engineer plans',
      '2 · dev-engineer writes code and tests',
      '3 · dev-qa tries it',
      '4 · dev-engineer mends it',
      '5 · dev-qa tries it again',
      '6 · dev-reviewer reviews it',
      '7 · A person is asked',
      'Completed in … s',
      'Where to look',
    ]);
    const moves = [...told.matchAll(/^ {2}(hands on|back|wants) +(\w+) → (\w+)/gm)].map(([, how, from, to]) => [how, from, to]);
    expect(moves).toEqual(WAY.slice(1).map((to, k) => [to === 'completed' ? 'wants' : k === 2 ? 'back' : 'hands on', WAY[k], to]));
    expect(told).toContain(`way      ${WAY.join(' → ')}`);
  });

  it('shows the summaries that the agents were given, word for word, with the token counts of the API', async () => {
    const { given } = left;
    expect(given).toHaveLength(6);
    for (const [k, { context_summary }] of given.entries()) {
      const scene = sceneOf(told, k + 1);
      const [, tokens, version] = /reads +(\d+) tokens.*\(v(\d+)\)/.exec(scene) ?? [];
      expect(quotedIn(scene)).toBe(context_summary.trimEnd());
      const summary = await left.client.summary('BILL', { version: Number(version) });
      expect([Number(tokens), summary.context_summary]).toEqual([summary.summary_tokens, context_summary]);
      expect(summary.summary_tokens).toBeLessThan(500);
    }
    const [, terms = '', sum] = /read +([\d +]+) = (\d+) tokens/.exec(told) ?? [];
    expect(terms.split(' + ').reduce((total, term) => total + Number(term), 0)).toBe(Number(sum));
  });

  it('tells of the defect that QA found, and sends it back with what was seen', async () => {
    const { state_delta } = JSON.parse(left.read('.jerry/runs/BILL/BILL-v6-e3/outcome.json')).handoff;
    expect(sceneOf(told, 3)).toContain(`“${state_delta.feedback}”`);
    expect(state_delta.feedback).toMatch(/^\d+ of \d+ bills do not add up: 1\.00 for 3 makes 0\.99$/);
    expect(quotedIn(sceneOf(told, 4))).toContain(`B8 sent back: ${state_delta.feedback}`);
    const { attempts, blocking_issues } = await left.client.version('BILL', 8, {});
    expect([attempts, blocking_issues.map(({ severity }) => severity)]).toEqual([1, ['blocker']]);
  });

  it('tells what was tried, and what was proven by a run of the service itself', async () => {
    expect([...sceneOf(told, 4).matchAll(/tried +✗ (.+?):/g)].map(([, approach]) => approach)).toEqual([
      'Everybody pays the rounded share',
      'The last one pays the rest',
    ]);
    const proofs = [...told.matchAll(/proof .*passed in (\d+) ms on files with hash (\w+) \(v(\d+)\)/g)];
    expect(proofs).toHaveLength(2);
    for (const [, durationMs, hash, version] of proofs) {
      const { checks } = await left.client.version('BILL', Number(version), {});
      const evidence = checks.find(({ id }) => id === `C${version}`)?.evidence;
      expect([evidence?.duration_ms, evidence?.tree_hash.slice(0, 12)]).toEqual([Number(durationMs), hash]);
    }
  });

  it('shows what is approved before it approves it: the files as they are, and the digest that the vote names', async () => {
    const scene = sceneOf(told, 7);
    expect(scene.search(/^ {2}digest/m)).toBeGreaterThan(scene.search(/^ {2}evidence/m));
    expect(scene.search(/^ {2}vote/m)).toBeGreaterThan(scene.search(/^ {2}digest/m));
    const files = [...scene.matchAll(/file +(\S+) +(\w{12}) the same on disk/g)];
    expect(files.map(([, path]) => path)).toEqual(['src/money.js', 'src/split.js', 'test/every-bill.test.js', 'test/split.test.js']);
    for (const [, path = '', hash] of files) expect(hashOf(join(left.path, path)).slice(0, 12)).toBe(hash);
    const [vote] = (await left.client.task('BILL', {})).gates[0]?.votes ?? [];
    expect(vote).toMatchObject({ by: 'human:you', decision: 'approve', digest: /digest +(\w{64})/.exec(scene)?.[1] });
  });

  it('ends with the verified history', async () => {
    const { ok, versions, head_hash } = await left.client.verify('BILL');
    expect(ok).toBe(true);
    expect(told).toContain(`verified ok: ${versions} versions, each with the hash of the one before`);
    expect(told).toContain(`head     ${head_hash}`);
    expect(await left.client.task('BILL', {})).toMatchObject({ status: 'completed', phase: 'completed', version: versions });
    expect(await left.phases()).toEqual(WAY);
  });

  it('leaves a project whose tests pass, which had failed for the reason that it told', async () => {
    expect(await tested(left.path)).toMatchObject({ code: 0, output: expect.stringContaining('# pass 6\n# fail 0') });
    expect(told).toContain('bill.js 100.00 3 → 33.34 + 33.33 + 33.33 = 100.00');
    const copy = await mkdtemp(join(tmpdir(), 'jerry-example-'));
    await cp(EXAMPLE, copy, { recursive: true });
    const { code, output } = await tested(copy);
    await rm(copy, { recursive: true });
    expect(code).toBe(1);
    expect(output.match(/^not ok .*$/gm)).toEqual([expect.stringContaining('cents keep their zero')]);
    expect(output).toContain('12.05 is written 12.5');
    expect(told).toContain('✗ cents keep their zero: 12.05 is written 12.5');
  });

  it('writes nothing in the clone, and keeps nothing by which one gets into its service', () => {
    expect(treeOf(EXAMPLE)).toEqual(before);
    expect(existsSync(join(demo.home, 'state'))).toBe(false);
    expect(readdirSync(demo.home).sort()).toEqual(expect.arrayContaining(['fair-share', 'service.log']));
  });

  it('can be read: no wider than a terminal, no codes where there is none, not too long', () => {
    expect(told).not.toContain('\u001b');
    const lines = told.split('\n');
    // A path may be as long as it is.
    expect(lines.filter((line) => line.length > COLUMNS && !/\S\/\S/.test(line))).toEqual([]);
    expect(lines.length).toBeLessThan(200);
  });
});
