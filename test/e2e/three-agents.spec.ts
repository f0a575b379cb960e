import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asDocumented } from '../support/as-documented.js';
import { RunningApi } from '../support/running-api.js';

interface Claimed {
  readonly version: number;
  readonly context_summary: string;
  readonly summary_tokens: number;
  readonly effect_key: string;
  readonly command: { readonly source_agent: string; readonly state_delta: object } | null;
  readonly claim: { readonly claim_epoch: number; readonly instance: string };
}
interface Handed {
  readonly version: number;
  readonly target_agent: string | null;
  readonly phase: string;
  readonly gate_id?: string;
  readonly dispatch: string;
}
const ENGINEER = 'agent:dev-engineer';
const QA = 'agent:dev-qa';
const REVIEWER = 'agent:dev-reviewer';

describe('three agents over HTTP', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({ config: { limits: { requests_per_s: 100_000, in_flight: 1_000 } } });
  });
  afterAll(() => api.close());

  const call = async <Body = Record<string, unknown>>(who: string, method: string, path: string, body?: object, headers = {}) =>
    asDocumented(method, path, await api.call<Body>(who, method, path, body, headers));
  const create = (task_id: string, more: object = {}) =>
    call('human:mira', 'POST', '/v1/tasks', { task_id, task_title: 'Login survives a restart', ...more });
  const claim = async (who: string, task: string) => (await call<Claimed>(who, 'POST', `/v1/tasks/${task}/claim`, {})).body;
  /** Claims, and hands over what was done. */
  const turn = async (who: string, task: string, phase: string, state_delta: object = {}, more: object = {}) => {
    const { version, claim: mine } = await claim(who, task);
    const body = { phase, expected_version: version, claim_epoch: mine.claim_epoch, state_delta, ...more };
    return call<Handed>(who, 'POST', `/v1/tasks/${task}/handoffs`, body);
  };

  it('bring a task from planning to completed, each reading what the one before left', async () => {
    expect((await create('Life')).headers.location).toBe('/v1/tasks/Life');
    const planned = await turn(ENGINEER, 'Life', 'implementing', {
      decisions: [{ decision: 'Signed cookie', rationale: 'No store to lose at a restart.' }],
    });
    expect([planned.status, planned.body.target_agent, planned.body.dispatch]).toEqual([201, 'dev-engineer', 'awaiting_claim']);
    await mkdir(join(api.project, 'src'));
    await writeFile(join(api.project, 'src/login.ts'), 'export const login = true;\n');
    await turn(ENGINEER, 'Life', 'testing', {
      artifacts: [{ path: 'src/login.ts' }],
      packet: { attempted: 'Moved sessions.', next_agent_should_first: 'Log in, restart, reload.' },
    });
    const received = await claim(QA, 'Life');
    expect(received.context_summary).toContain('Log in, restart, reload.');
    expect(received.context_summary).toContain('Signed cookie');
    expect(received.summary_tokens).toBeLessThan(500);
    expect(received.command).toMatchObject({ source_agent: 'dev-engineer', state_delta: { artifacts: [{ path: 'src/login.ts' }] } });
    const tested = { phase: 'reviewing', expected_version: received.version, claim_epoch: received.claim.claim_epoch };
    expect((await call<Handed>(QA, 'POST', '/v1/tasks/Life/handoffs', tested)).body.target_agent).toBe('dev-reviewer');
    const done = await turn(REVIEWER, 'Life', 'completed');
    expect(done.body).toMatchObject({ phase: 'completed', target_agent: null, dispatch: 'none' });
    expect((await call(QA, 'GET', '/v1/tasks/Life/verify')).body).toMatchObject({ ok: true, versions: 9, fragments: 0 });
    expect((await call(QA, 'GET', '/v1/tasks/Life/history')).body).toMatchObject({ items: { length: 9 }, next_cursor: null });
    expect((await call(QA, 'POST', '/v1/tasks/Life/claim', {})).body).toMatchObject({ code: 'task_closed' });
  });

  it('continue: the same phase, for oneself or another, with a next step', async () => {
    await create('Onward', { phase: 'implementing' });
    const claimed = (await call<Claimed>(ENGINEER, 'POST', '/v1/tasks/Onward/claim', { instance: 'desk-1' })).body;
    const onwards = (more: object = {}) => ({
      phase: 'implementing',
      expected_version: 2,
      claim_epoch: claimed.claim.claim_epoch,
      ...more,
    });
    const without = await call(ENGINEER, 'POST', '/v1/tasks/Onward/handoffs', onwards());
    expect([without.status, without.body]).toMatchObject([422, { code: 'next_step_required' }]);
    const packet = { attempted: 'The easy half.', next_agent_should_first: 'Do the hard half.' };
    const toMyself = onwards({ state_delta: { packet } });
    expect((await call<Handed>(ENGINEER, 'POST', '/v1/tasks/Onward/handoffs', toMyself)).body).toMatchObject({
      target_agent: 'dev-engineer',
      version: 3,
    });
    const toQa = { phase: 'implementing', target_agent: 'dev-qa', expected_version: 3, state_delta: { packet } };
    expect((await call<Handed>(ENGINEER, 'POST', '/v1/tasks/Onward/handoffs', toQa)).body).toMatchObject({
      target_agent: 'dev-qa',
      phase: 'implementing',
    });
    expect((await claim(QA, 'Onward')).context_summary).toContain('Do the hard half.');
    expect((await call(QA, 'GET', '/v1/tasks/Onward')).body).toMatchObject({ attempts: 0 });
  });

  it('send work back with feedback, which the next one reads and which counts as an attempt', async () => {
    await create('Back', { phase: 'implementing' });
    await turn(ENGINEER, 'Back', 'testing', { artifacts: [{ path: 'a.ts', content_hash: 'a'.repeat(64) }] });
    const silent = await call(QA, 'POST', '/v1/tasks/Back/handoffs', { phase: 'implementing', expected_version: 3 });
    expect([silent.status, silent.body]).toMatchObject([422, { code: 'feedback_required', next: {} }]);
    await turn(QA, 'Back', 'implementing', { feedback: 'The session is lost after a restart.' });
    const again = await claim(ENGINEER, 'Back');
    expect(again.context_summary).toContain('The session is lost after a restart.');
    const state = (await call(QA, 'GET', '/v1/tasks/Back')).body;
    expect(state).toMatchObject({ attempts: 1, phase: 'implementing', retry_feedback: [{ cause: 'sent_back' }] });
    const unchanged = await call(ENGINEER, 'POST', '/v1/tasks/Back/handoffs', {
      phase: 'testing',
      expected_version: again.version,
      claim_epoch: again.claim.claim_epoch,
    });
    expect([unchanged.status, unchanged.body]).toMatchObject([422, { code: 'unchanged_work' }]);
  });

  it('try a handoff first: what it would deliver, fail on or ask, and nothing is written', async () => {
    await create('Dry', { phase: 'implementing' });
    const dry = (body: object) =>
      call(ENGINEER, 'POST', '/v1/tasks/Dry/handoffs?dry_run=true', { phase: 'testing', expected_version: 1, ...body });
    const failing = await dry({});
    expect([failing.status, failing.body]).toMatchObject([
      200,
      { would_fail: 'phase_exit_failed', reasons: [{ code: 'too_few_artifacts' }], would_open_gate: null },
    ]);
    const artifacts = [{ path: 'a.ts' }];
    const fine = await dry({ state_delta: { artifacts } });
    expect([fine.status, fine.body]).toMatchObject([200, { target_agent: 'dev-qa', version: 2, would_open_gate: null }]);
    expect(fine.body).toHaveProperty('context_summary');
    const brief = await call(
      ENGINEER,
      'POST',
      '/v1/tasks/Dry/handoffs?dry_run=true',
      { phase: 'testing', expected_version: 1, state_delta: { artifacts } },
      { prefer: 'return=minimal' },
    );
    expect(brief.body).not.toHaveProperty('context_summary');
    const asking = await dry({ state_delta: { artifacts, issues_raised: [{ issue: 'May I?', severity: 'high', requires_human: true }] } });
    expect(asking.body).toMatchObject({ would_open_gate: 'issue' });
    const stale = await call(ENGINEER, 'POST', '/v1/tasks/Dry/handoffs?dry_run=true', { phase: 'testing', expected_version: 7 });
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'version_conflict', current_version: 1 }]);
    expect((await call(ENGINEER, 'GET', '/v1/tasks/Dry')).headers.etag).toBe('"1"');
  });
});
