import { join } from 'node:path';
import { allTextBelow } from '../support/all-text-below.js';
import { PLANTED_SECRETS } from '../support/planted-secrets.js';
import { RunningApi, type Who } from '../support/running-api.js';

type Body = Record<string, unknown>;

/** Each call hands out the next of them, so that every format comes by every kind of field. */
const planting = () => {
  let next = 0;
  return () => {
    const { lead, secret, tail } = PLANTED_SECRETS[next++ % PLANTED_SECRETS.length] ?? { lead: '', secret: '', tail: '' };
    return `we use ${lead}${secret}${tail} here`;
  };
};

describe('secrets that callers post', () => {
  let api: RunningApi;
  /** Everything that was ever answered. */
  let heard = '';
  const plant = planting();
  const mentions = () => PLANTED_SECRETS.map(() => plant());

  const call = async (who: Who, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await api.call<Body>(who, method, path, body, headers);
    heard += `${answer.text}\n${JSON.stringify(answer.headers)}\n`;
    return answer;
  };
  const written = async (who: Who, path: string, body: Body, method = 'POST') => {
    const answer = await call(who, method, path, body);
    expect(answer.body).not.toHaveProperty('detail');
    return answer.body;
  };
  const latin = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
  /** As it would stand in JSON, and as plain text. */
  const shapesOf = (secret: string) => [...new Set([secret, JSON.stringify(secret).slice(1, -1), latin(secret)])];
  const leaksIn = (text: string) =>
    PLANTED_SECRETS.filter(({ secret }) => shapesOf(secret).some((shape) => text.includes(shape))).map(({ format }) => format);

  beforeAll(async () => {
    api = await RunningApi.open({ asProcess: true, env: { JERRY_LOG_LEVEL: 'debug' } });
    await written('human:mira', '/v1/tasks', { task_id: 'T1', task_title: plant(), goal: mentions().slice(0, 10).join('\n') });
  });
  afterAll(() => api.close());

  it('are told apart by where they stood, in the answer to every write', async () => {
    const created = await written('human:mira', '/v1/tasks', {
      task_id: 'T2',
      task_title: plant(),
      goal: 'plain',
      acceptance_criteria: ['plain', plant()],
    });
    expect(created.redacted).toEqual(['task_title', 'acceptance_criteria.1']);
    expect(Object.keys(created).at(-1)).toBe('next');
    const edited = await written('human:mira', '/v1/tasks/T2', { goal: plant(), labels: ['x'] }, 'PATCH');
    expect(edited.redacted).toEqual(['goal']);
    expect((await written('human:mira', '/v1/tasks/T2', { goal: 'plain again' }, 'PATCH')).redacted).toBeUndefined();
    const minimal = await call('human:mira', 'PATCH', '/v1/tasks/T2', { goal: plant() }, { prefer: 'return=minimal' });
    expect([minimal.body.redacted, minimal.body.next]).toEqual([['goal'], undefined]);
  });

  it('stand in no state, history, summary, lookup, log, error or file, whichever way they came', async () => {
    await written('human:mira', '/v1/tasks/T1', { acceptance_criteria: mentions().slice(0, 20).map(short), labels: ['a', 'b'] }, 'PATCH');
    const claim = await written('agent:dev-engineer', '/v1/tasks/T1/claim', {});
    const { claim_epoch } = claim.claim as { claim_epoch: number };
    await written('agent:dev-engineer', '/v1/tasks/T1/updates', {
      expected_version: claim.version,
      claim_epoch,
      state_delta: { warnings: mentions().slice(0, 50), packet: packet() },
    });
    await written('agent:dev-engineer', '/v1/tasks/T1/release', {
      claim_epoch,
      reason: plant(),
      failed: { class: 'code', packet: packet() },
    });
    const asked = await written('agent:dev-engineer', '/v1/tasks/T1/handoffs', {
      phase: 'planning',
      expected_version: 5,
      state_delta: {
        artifacts: [{ path: `src/${(PLANTED_SECRETS.find(({ format }) => format === 'github-token') ?? PLANTED_SECRETS[0])?.secret}.ts` }],
        decisions: mentions()
          .slice(0, 50)
          .map((decision) => ({ decision: decision.slice(0, 1_000), rationale: plant(), alternatives: [plant()] })),
        issues_raised: mentions()
          .slice(0, 20)
          .map((issue) => ({ issue, severity: 'low', suggested_action: plant().slice(0, 900) })),
        checks: [{ name: 'unit', passed: false, detail: plant() }],
        packet: { ...packet(), next_agent_should_first: plant() },
        feedback: plant(),
        repeat_reason: plant(),
      },
    });
    expect(asked.redacted).toEqual(expect.arrayContaining(['state_delta.artifacts.0.path', 'state_delta.decisions.0.rationale']));
    const handed = await written('agent:dev-engineer', '/v1/tasks/T1/handoffs', {
      phase: 'implementing',
      expected_version: asked.version,
      state_delta: { issues_raised: [{ issue: plant(), severity: 'high', requires_human: true }] },
    });
    const gate = await call('human:mira', 'GET', `/v1/gates/${handed.gate_id}`);
    const voted = await written('human:mira', `/v1/gates/${handed.gate_id}/votes`, {
      decision: 'approve',
      reason: plant(),
      digest: gate.body.digest,
      issue_resolutions: [{ issue_id: `I${handed.version}`, resolution: plant() }],
    });
    expect(voted.redacted).toEqual(['reason', 'issue_resolutions.0.resolution']);
    await written('human:mira', '/v1/tasks/T1/reassign', { target_agent: 'dev-qa', reason: plant() });
    await written('human:mira', '/v1/tasks/T1/cancel', { reason: plant() });
    await written('human:mira', '/v1/tasks/T1/reopen', { reason: plant() });
    await written('human:mira', '/v1/tasks/T1/fork', { version: 3, task_id: 'T3' });

    for (const path of ['', '/summary', '/history', '/next', '/verify', '/diff?from=1&to=6', '/versions/5'])
      await call('viewer:eve', 'GET', `/v1/tasks/T1${path}`);
    for (const kind of ['decisions', 'issues', 'warnings', 'findings', 'packets', 'feedback', 'checks', 'goal', 'gates', 'artifacts'])
      await call('viewer:eve', 'GET', `/v1/tasks/T1/lookup?handle=${kind}@9&max_tokens=100000`);
    await call('viewer:eve', 'GET', '/v1/tasks');
    await call('viewer:eve', 'GET', '/v1/gates');
    expect(leaksIn(heard)).toEqual([]);
    expect(leaksIn(await allTextBelow(api.project))).toEqual([]);
    expect(leaksIn(api.output)).toEqual([]);

    await api.kill();
    await api.start();
    expect((await call('viewer:eve', 'GET', '/v1/tasks/T1')).body.context_summary).toContain('[redacted:');
    expect((await call('viewer:eve', 'GET', '/v1/tasks/T1/verify')).body).toMatchObject({ ok: true });
    expect(leaksIn(await allTextBelow(join(api.project, '.jerry')))).toEqual([]);
  });

  it('are not said again by what refuses a request, nor kept where a name or a key is kept', async () => {
    for (const { secret } of PLANTED_SECRETS) {
      const inUrl = encodeURIComponent(secret);
      await call('human:mira', 'POST', '/v1/tasks', { task_title: 'x', [secret]: 1 });
      await call('human:mira', 'POST', '/v1/tasks', { task_id: secret, task_title: 'x' });
      await call('human:mira', 'POST', '/v1/tasks', { task_title: 7, goal: secret });
      await call('agent:dev-engineer', 'POST', '/v1/tasks/T2/claim', { instance: secret });
      await call('viewer:eve', 'GET', `/v1/tasks/${inUrl}`);
      await call('viewer:eve', 'GET', `/v1/gates/${inUrl}`);
      await call('viewer:eve', 'GET', `/v1/tasks/T2/lookup?handle=${inUrl}`);
      await call('viewer:eve', 'GET', `/v1/tasks?q=${inUrl}&label=${inUrl}&cursor=${inUrl}&${inUrl}=1`);
      await call('viewer:eve', 'GET', '/v1/tasks/T2', undefined, { 'x-request-id': secret.replaceAll(/[^\x21-\x7e]/g, '') });
      await call('admin:local', 'POST', '/v1/tokens', { principal: `human:${secret}` });
      const key = secret.replaceAll(/[^\x21-\x7e]/g, '').slice(0, 255);
      const keyed = { task_title: `keyed by ${key.length}` };
      const made = await call('human:mira', 'POST', '/v1/tasks', keyed, { 'idempotency-key': key });
      const again = await call('human:mira', 'POST', '/v1/tasks', keyed, { 'idempotency-key': key });
      expect([again.body.task_id, again.headers['idempotent-replayed']]).toEqual([made.body.task_id, 'true']);
    }
    // Where nothing tells that it is one (no lead before it), a word is a word.
    const plain = new Set(PLANTED_SECRETS.filter(({ lead }) => lead !== '').map(({ format }) => format));
    expect(leaksIn(`${heard}${api.output}${await allTextBelow(api.project)}`).filter((format) => !plain.has(format))).toEqual([]);
  });

  it('posted again are the same request', async () => {
    const post = (secret: string) => call('human:mira', 'POST', '/v1/tasks', { task_id: 'T9', task_title: `use ${secret}` });
    const secret = PLANTED_SECRETS.find(({ format }) => format === 'npm-token')?.secret ?? '';
    const [first, second] = [await post(secret), await post(secret)];
    expect([first.status, first.body.redacted, first.headers['idempotent-replayed']]).toEqual([201, ['task_title'], undefined]);
    expect([second.status, second.body.redacted, second.headers['idempotent-replayed']]).toEqual([201, ['task_title'], 'true']);
  });

  it('make no text too long for its field by what stands in their place', async () => {
    const crowded = `${['ftp://u', 'p@h'].join(':')} `.repeat(400);
    const made = await call('human:mira', 'POST', '/v1/tasks', {
      task_id: 'T10',
      task_title: crowded.slice(0, 200),
      goal: crowded.slice(0, 4_000),
      labels: [crowded.slice(0, 64)],
    });
    expect([made.status, made.body.redacted]).toEqual([201, ['task_title', 'goal', 'labels.0']]);
    const payload = { note: 'x'.repeat(20), url: '' };
    payload.url = crowded.slice(0, 4_096 - JSON.stringify(payload).length);
    const updated = await call('human:mira', 'POST', '/v1/tasks/T10/updates', {
      expected_version: 1,
      state_delta: { packet: { payload } },
    });
    expect([updated.status, updated.body.redacted]).toEqual([201, ['state_delta.packet.payload.url']]);
    expect((await call('viewer:eve', 'GET', '/v1/tasks/T10')).text).not.toContain(crowded.slice(0, 11));
    await api.kill();
    await api.start();
    expect((await call('viewer:eve', 'GET', '/v1/tasks/T10')).status).toBe(200);
  });

  const short = (text: string) => text.slice(0, 500);
  const packet = () => ({
    attempted: plant(),
    observed: mentions()
      .slice(0, 30)
      .map((finding) => ({ finding, source: plant() })),
    changed: [{ artifact: plant(), ref: plant() }],
    not_done: [{ item: plant(), reason: plant() }],
    failed_approaches: [{ approach: plant(), why: plant() }],
    highest_impact_uncertainty: plant(),
    payload: { [short(plant())]: short(plant()), nested: [{ deep: short(plant()) }] },
  });
});
