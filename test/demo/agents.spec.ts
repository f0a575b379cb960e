import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const EXAMPLE = join(__dirname, '../../examples/demo');

interface Outcome {
  readonly handoff?: { readonly phase: string; readonly state_delta: Readonly<Record<string, unknown>> };
  readonly failed?: { readonly class: string; readonly reason: string };
}

/** The demo's agents are scripted, and honest: each on projects that are not as their script would like them. */
describe('the demo’s', () => {
  let project = '';
  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'jerry-agents-'));
    await cp(EXAMPLE, project, { recursive: true });
  });
  afterEach(() => rm(project, { recursive: true }));

  const read = (path: string) => readFileSync(join(project, path), 'utf8');
  const put = (path: string, text: string) => writeFileSync(join(project, path), text);
  const draft = (name: string) => readFileSync(join(EXAMPLE, 'agents', name), 'utf8');
  const mended = (name = 'cent-by-cent.js') => {
    put('src/money.js', draft('engineer/money.js'));
    put('src/split.js', draft(`engineer/${name}`));
    put('test/split.test.js', draft('engineer/split-tests.js'));
  };

  /** One run as the executor would start it. */
  const run = async (agent: string, phase: string, given: object = {}): Promise<Outcome> => {
    const outcome_file = join(project, 'outcome.json');
    const task = { phase, work_dir: project, outcome_file, effect_key: 'BILL-v3', command: null, context_summary: '', artifacts: [] };
    await new Promise<void>((ended, failed) => {
      const { NODE_OPTIONS: _, ...env } = process.env;
      const child = execFile(process.execPath, [`agents/${agent}.mjs`], { cwd: project, env }, (error) =>
        error ? failed(error) : ended(),
      );
      child.stdin?.end(JSON.stringify({ ...task, ...given }));
    });
    return JSON.parse(await readFile(outcome_file, 'utf8'));
  };

  describe('engineer', () => {
    it('raises the bug it sees by running the tests', async () => {
      const { handoff } = await run('engineer', 'planning');
      expect(handoff?.state_delta.issues_raised).toEqual([expect.objectContaining({ issue: '12.05 is written 12.5' })]);
    });

    it('says so where there is none', async () => {
      put('src/money.js', draft('engineer/money.js'));
      expect((await run('engineer', 'planning')).failed?.reason).toMatch(/^Every test passes before anything was done/);
    });

    it('takes the first draft that passes every test there is: at first its own, then those of QA as well', async () => {
      await run('engineer', 'implementing');
      expect(read('src/split.js')).toBe(draft('engineer/rounded-shares.js'));
      put('test/every-bill.test.js', draft('qa/every-bill.js'));
      const back = { effect_key: 'BILL-v8', command: { state_delta: { feedback: 'It does not add up.' } } };
      const { handoff } = await run('engineer', 'implementing', {
        ...back,
        context_summary: 'D6 Everybody pays the rounded share — Simple.',
      });
      expect(read('src/split.js')).toBe(draft('engineer/cent-by-cent.js'));
      expect(handoff?.state_delta.decisions).toEqual([expect.objectContaining({ supersedes: ['D6'] })]);
    });

    it('hands in a failure where it cannot see what was sent back, and where nothing it can think of helps', async () => {
      const back = { command: { state_delta: { feedback: 'It is ugly.' } } };
      expect((await run('engineer', 'implementing', back)).failed?.reason).toBe('I do not see what was sent back: It is ugly.');
      put('test/never.test.js', "import test from 'node:test';\ntest('never', () => { throw new Error('No.'); });\n");
      expect((await run('engineer', 'implementing')).failed?.reason).toMatch(/^None of my drafts passes: .*: No\./);
      expect(read('src/split.js')).toBe(readFileSync(join(EXAMPLE, 'src/split.js'), 'utf8'));
    });

    it('leaves the same files and one line in the change log, however often it is started for the same assignment', async () => {
      await run('engineer', 'implementing');
      const once = read('CHANGELOG.md');
      await run('engineer', 'implementing');
      expect(read('CHANGELOG.md')).toBe(once);
      await run('engineer', 'implementing', { effect_key: 'BILL-v9' });
      expect(read('CHANGELOG.md').match(/\(BILL-v\d\)/g)).toEqual(['(BILL-v3)', '(BILL-v9)']);
    });
  });

  describe('QA', () => {
    it.each([
      ['rounded-shares.js', /^\d+ of 10812 bills do not add up: 1\.00 for 3 makes 0\.99$/],
      ['last-one-pays.js', /^\d+ of 10812 bills are not fair: /],
    ])('sends %s back, with a bill that shows it', async (name, feedback) => {
      mended(name);
      const { handoff } = await run('qa', 'testing');
      expect(handoff).toMatchObject({ phase: 'implementing', state_delta: { feedback: expect.stringMatching(feedback) } });
    });

    it('finds nothing where there is nothing, and settles what the summary says is open', async () => {
      mended();
      const { handoff } = await run('qa', 'testing', { context_summary: 'issues@9 1 open:\nI8 blocker: Cents get lost' });
      expect(handoff).toMatchObject({
        phase: 'reviewing',
        state_delta: { checks: [{ passed: true }], issues_resolved: [{ issue_id: 'I8' }] },
      });
    });
  });

  describe('reviewer', () => {
    it('lets tests pass that notice every planted mistake', async () => {
      mended();
      put('test/every-bill.test.js', draft('qa/every-bill.js'));
      const { handoff } = await run('reviewer', 'reviewing');
      expect(handoff).toMatchObject({ phase: 'completed', state_delta: { packet: { observed: { length: 4 } } } });
    });

    it('sends tests back that do not, and work that was changed since', async () => {
      mended();
      const { handoff } = await run('reviewer', 'reviewing');
      expect(handoff).toMatchObject({ phase: 'implementing', state_delta: { feedback: expect.stringMatching(/^No test notices /) } });
      const changed = await run('reviewer', 'reviewing', { artifacts: [{ path: 'src/split.js', status: 'changed' }] });
      expect(changed.handoff?.state_delta.feedback).toBe('src/split.js is changed since it was handed in.');
    });

    it('does not review what it does not know', async () => {
      put('src/money.js', 'export const format = String;\n');
      expect((await run('reviewer', 'reviewing')).failed?.reason).toMatch(/not the code I know how to review/);
    });
  });

  it('and all their programs need nothing but what Node ships', () => {
    const programs = readdirSync(EXAMPLE, { recursive: true, withFileTypes: true }).filter(({ name }) => /\.m?js$/.test(name));
    expect(programs.length).toBeGreaterThan(10);
    const imported = programs.flatMap((file) =>
      [...readFileSync(join(file.parentPath, file.name), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from ?? ''),
    );
    expect(imported.filter((from) => !/^(node:|\.\.?\/)/.test(from))).toEqual([]);
  });
});
