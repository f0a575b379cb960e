import { execFileSync } from 'node:child_process';
import { CheckedApi } from '../support/checked-api.js';

const ENGINEER = 'agent:dev-engineer';
const QA = 'agent:dev-qa';
const RULES = { phase_exit: { implementing: { required_checks: ['unit'] }, testing: { required_checks: ['unit', 'slow'] } } };
const meddles = [process.execPath, '-e', "require('fs').appendFileSync('src/a.ts', '// changed\\n')"];

describe('a phase that asks for evidence', () => {
  let checked: CheckedApi;
  beforeEach(async () => {
    checked = await CheckedApi.open({ ...RULES, checks: { meddles: { command: meddles, covers: ['src/**'] } } });
  });
  afterEach(() => checked.close());

  const prove = async (task: string, names: readonly string[], who = ENGINEER) => (await checked.check(task, names, {}, who, 30)).body;
  const reasons = async (task: string, phase: string, delta?: object) => {
    const { status, body } = await checked.handOff(task, phase, delta);
    return status === 422 ? body.reasons?.map(({ code, detail }) => `${code}: ${detail}`) : status;
  };

  it('is not left on a pass that was only reported; `next` says what to run, and then it can be left', async () => {
    await checked.create('T1');
    const reported = await checked.handOff('T1', 'testing', { checks: [{ name: 'unit', passed: true }] });
    expect([reported.status, reported.body.code, reported.body.reasons]).toEqual([
      422,
      'phase_exit_failed',
      [{ code: 'evidence_missing', detail: 'unit has not been run by the service' }],
    ]);
    const actions = reported.body.next?.actions ?? [];
    expect(actions.slice(0, 3)).toMatchObject([
      { do: 'claim' },
      { do: 'check', post: '/v1/tasks/T1/checks', body: { names: ['unit'] } },
      { do: 'hand_off', blocked_by: [{ code: 'evidence_missing' }] },
    ]);
    const { next } = await prove('T1', ['unit']);
    expect(next?.actions.find((action) => action.do === 'hand_off')).not.toHaveProperty('blocked_by');
    expect(await reasons('T1', 'testing')).toBe(201);
  });

  it('is not left when one byte of what was covered has changed since, comes back when it is as it was, and stays for what is not covered', async () => {
    await checked.create('T1');
    await prove('T1', ['unit']);
    checked.put('README.md', 'not covered');
    checked.put('src/a.ts', 'export const a = 2;\n');
    const stale = await checked.handOff('T1', 'testing');
    expect([stale.status, stale.body.reasons]).toEqual([
      422,
      [{ code: 'evidence_stale', detail: 'what unit covers has changed since it passed' }],
    ]);
    expect(stale.body.next?.actions.find((action) => action.do === 'hand_off')?.blocked_by).toEqual(stale.body.reasons);
    const dry = await checked.api.call<{ would_fail: string }>('human:mira', 'POST', '/v1/tasks/T1/handoffs?dry_run=true', {
      phase: 'testing',
      expected_version: 2,
    });
    expect([dry.status, dry.body.would_fail]).toEqual([200, 'phase_exit_failed']);
    checked.put('src/b.ts', '');
    checked.put('src/a.ts', 'export const a = 1;\n');
    expect(await reasons('T1', 'testing')).toEqual(['evidence_stale: what unit covers has changed since it passed']);
    checked.remove('src/b.ts');
    expect(await reasons('T1', 'testing')).toBe(201);
  });

  it('is not left on a run during which what it covers changed', async () => {
    await checked.create('T1', 'implementing');
    await prove('T1', ['unit']);
    await checked.handOff('T1', 'testing');
    const { body } = await checked.check('T1', ['unit', 'slow'], {}, QA);
    await checked.written('log', 'start slow');
    checked.put('src/a.ts', 'export const a = 3;\n');
    checked.put('go-slow', '');
    const over = await checked.over('T1', body.run_id);
    expect(over.results).toMatchObject([
      { name: 'unit', passed: true, stable: true },
      { name: 'slow', passed: true, stable: false },
    ]);
    expect(await reasons('T1', 'reviewing')).toEqual([
      'evidence_stale: what unit covers has changed since it passed',
      'evidence_unstable: files changed while slow ran',
    ]);
    expect((await checked.state('T1')).quality_gates_passed).toEqual(['unit']);
    await prove('T1', ['unit', 'slow'], QA);
    expect(await reasons('T1', 'reviewing')).toBe(201);
  });

  it('is not left on a failure, whatever is reported afterwards, until a later run passes', async () => {
    await checked.create('T1');
    checked.put('src/a.ts', 'bug');
    await prove('T1', ['unit']);
    expect(await reasons('T1', 'testing', { checks: [{ name: 'unit', passed: true }] })).toEqual(['failing_check: unit']);
    checked.put('src/a.ts', 'mended');
    await prove('T1', ['unit']);
    expect(await reasons('T1', 'testing')).toBe(201);
  });

  it('is not left on a result of another check under the same name', async () => {
    await checked.create('T1');
    await prove('T1', ['unit']);
    await checked.api.stop();
    const config = JSON.parse(checked.read('.jerry/config.json'));
    config.checks.unit.command.push('--', 'more');
    checked.put('.jerry/config.json', JSON.stringify(config));
    await checked.api.start();
    expect(await reasons('T1', 'testing')).toEqual(['evidence_stale: what unit covers has changed since it passed']);
    await prove('T1', ['unit']);
    expect(await reasons('T1', 'testing')).toBe(201);
  });

  it('a check that changes what it covers proves nothing', async () => {
    await checked.create('T1');
    expect((await prove('T1', ['meddles'])).results).toMatchObject([{ passed: true, stable: false }]);
    expect((await checked.state('T1')).quality_gates_passed).toEqual([]);
  });

  it('keeps what was seen: with git also the commit and whether anything differed', async () => {
    const seen = async (handle: string) => {
      const { body } = await checked.api.call<{ value: Record<string, unknown> }>(ENGINEER, 'GET', `/v1/tasks/T1/lookup?handle=${handle}`);
      return body.value;
    };
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
        cwd: checked.api.project,
        encoding: 'utf8',
      }).trim();
    await checked.create('T1');
    await prove('T1', ['lint']);
    const without = await seen('C2');
    expect(without).toMatchObject({
      ...{ name: 'lint', passed: true, source: 'evidence', detail: 'clean', command: expect.arrayContaining([process.execPath]) },
      evidence: {
        exit_code: 0,
        stable: true,
        duration_ms: expect.any(Number),
        output_hash: expect.any(String),
        tree_hash: expect.any(String),
      },
    });
    expect(without).not.toHaveProperty('commit');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    await prove('T1', ['lint']);
    expect(await seen('C3')).toMatchObject({ commit: git('rev-parse', 'HEAD'), dirty: false });
    checked.put('new.ts', '');
    await prove('T1', ['lint']);
    expect(await seen('C4')).toMatchObject({ dirty: true });
    expect((await checked.api.call(ENGINEER, 'GET', '/v1/tasks/T1/verify')).body).toMatchObject({ ok: true, versions: 4 });
  });
});

describe('what people and the next agent are told', () => {
  let checked: CheckedApi;
  beforeEach(async () => {
    checked = await CheckedApi.open({ phase_exit: { implementing: { required_checks: ['lint'], human_approval: true } } });
  });
  afterEach(() => checked.close());

  it('a gate shows the latest evidence, and a later run makes it another question', async () => {
    await checked.create('T1');
    await checked.check('T1', ['lint'], {}, ENGINEER, 30);
    const { body } = await checked.handOff('T1', 'testing', { artifacts: [{ path: 'src/a.ts' }] }, ENGINEER);
    const gate = () =>
      checked.api.call<{ digest: string; subject: { evidence: readonly object[] } }>('human:mira', 'GET', `/v1/gates/${body.gate_id}`);
    const shown = (await gate()).body;
    expect(shown.subject.evidence).toMatchObject([{ id: 'C2', name: 'lint', passed: true, evidence: { stable: true } }]);
    await checked.check('T1', ['unit'], {}, 'human:jo', 30);
    const later = (await gate()).body;
    expect([later.digest === shown.digest, later.subject.evidence.length]).toEqual([false, 2]);
    const vote = (digest: string) =>
      checked.api.call<{ code: string }>('human:mira', 'POST', `/v1/gates/${body.gate_id}/votes`, {
        decision: 'approve',
        reason: 'fine',
        digest,
      });
    expect((await vote(shown.digest)).body.code).toBe('gate_changed');
    expect((await vote(later.digest)).status).toBe(201);
  });

  it('work that comes back brings what failed before, and is not taken again unchanged without a reason', async () => {
    await checked.create('T1', 'planning');
    await checked.handOff('T1', 'implementing', {
      artifacts: [{ path: 'src/a.ts' }],
      packet: { failed_approaches: [{ approach: 'Tried a global lock', why: 'It deadlocks on reload' }] },
    });
    await checked.handOff('T1', 'planning', { feedback: 'Say why no lock.' });
    const claimed = await checked.api.call<{ context_summary: string }>(ENGINEER, 'POST', '/v1/tasks/T1/claim', {});
    expect(claimed.body.context_summary).toContain('Tried a global lock');
    expect(claimed.body.context_summary).toContain('Say why no lock.');
    const same = await checked.handOff('T1', 'implementing', {}, ENGINEER);
    expect([same.status, same.body.code]).toEqual([422, 'unchanged_work']);
    expect(same.body.next?.actions.find((action) => action.do === 'hand_off')?.blocked_by).toMatchObject([{ code: 'unchanged_work' }]);
    expect((await checked.handOff('T1', 'implementing', { artifacts: [{ path: 'src/a.ts' }] }, ENGINEER)).body.code).toBe('unchanged_work');
    const reasoned = await checked.handOff('T1', 'implementing', { repeat_reason: 'The feedback was about the plan alone.' }, ENGINEER);
    expect(reasoned.status).toBe(201);
  });
});
