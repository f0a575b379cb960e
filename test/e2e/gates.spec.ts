import { rounds } from '../faults/support/rounds.js';
import { RunningApi } from '../support/running-api.js';

interface Gate {
  readonly id: string;
  readonly digest: string;
  readonly status: string;
  readonly version?: number;
  readonly subject: { readonly issues: readonly { readonly issue: string }[]; readonly artifacts: readonly object[] };
  readonly votes: readonly { readonly by: string; readonly reason: string; readonly at: string }[];
}
const ROUNDS = rounds(200);
const ISSUE = { issue: 'May the cookie live 30 days?', severity: 'high', suggested_action: 'Ask the owner', requires_human: true };

describe('gates', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({ config: { limits: { requests_per_s: 100_000, in_flight: 1_000 } } });
  });
  afterAll(() => api.close());

  const open = async (task_id: string) => {
    await api.call('human:mira', 'POST', '/v1/tasks', { task_id, task_title: 'Login survives a restart', phase: 'implementing' });
    const state_delta = { artifacts: [{ path: 'src/login.ts' }], issues_raised: [ISSUE] };
    const handed = await api.call<{ gate_id: string }>('agent:dev-engineer', 'POST', `/v1/tasks/${task_id}/handoffs`, {
      phase: 'testing',
      expected_version: 1,
      state_delta,
    });
    expect(handed.body).toMatchObject({ version: 2, dispatch: 'awaiting_gate', gate_id: `${task_id}.G2` });
    return (await api.call<Gate>('human:mira', 'GET', `/v1/gates/${handed.body.gate_id}`)).body;
  };
  const vote = (who: string, { id, digest }: Gate, decision: string, more: object = {}) =>
    api.call<Gate & { code?: string }>(who, 'POST', `/v1/gates/${id}/votes`, {
      decision,
      reason: `${who} says ${decision}`,
      digest,
      ...more,
    });

  it('approved: the move is made as it was asked for, the issue is acknowledged, and who, when and why are kept', async () => {
    const gate = await open('Approved');
    expect(gate.subject.issues).toMatchObject([{ issue: ISSUE.issue }]);
    expect((await api.call('agent:dev-qa', 'POST', '/v1/tasks/Approved/claim', {})).body).toMatchObject({ code: 'gate_open', next: {} });
    const voted = await vote('human:mira', gate, 'approve');
    expect([voted.status, voted.body]).toMatchObject([
      201,
      { status: 'approved', version: 3, votes: [{ by: 'human:mira', reason: 'human:mira says approve' }] },
    ]);
    const state = (await api.call('human:mira', 'GET', '/v1/tasks/Approved')).body;
    expect(state).toMatchObject({
      status: 'pending',
      phase: 'testing',
      target_agent: 'dev-qa',
      blocking_issues: [{ status: 'open', acknowledged: {} }],
    });
    const history = (await api.call<{ items: object[] }>('human:mira', 'GET', '/v1/tasks/Approved/history')).body;
    expect(history.items[0]).toMatchObject({ version: 3, kind: 'vote', by: 'human:mira' });
    expect((await api.call<{ items: object[] }>('viewer:wall', 'GET', '/v1/gates?status=open&task_id=Approved')).body.items).toEqual([]);
  });

  it('rejected: the move is dropped, and who handed off reads why', async () => {
    const gate = await open('Rejected');
    const voted = await vote('human:mira', gate, 'reject', { issue_resolutions: [{ issue_id: 'I2', resolution: 'No: one day.' }] });
    expect(voted.body).toMatchObject({ status: 'rejected', version: 3 });
    const claimed = await api.call('agent:dev-engineer', 'POST', '/v1/tasks/Rejected/claim', {});
    expect(String(claimed.body.context_summary)).toContain('human:mira says reject');
    expect((await api.call('human:mira', 'GET', '/v1/tasks/Rejected')).body).toMatchObject({
      phase: 'implementing',
      attempts: 1,
      blocking_issues: [],
    });
  });

  it('are for people: never an agent’s, a worker’s or a viewer’s vote, and never one’s own work', async () => {
    const gate = await open('People');
    for (const who of ['agent:dev-engineer', 'agent:dev-qa', 'viewer:wall', 'worker:w1'])
      expect((await vote(who, gate, 'approve')).status).toBe(403);
    await api.call('human:mira', 'POST', '/v1/tasks', { task_id: 'Own', task_title: 'Own', phase: 'implementing' });
    const own = { phase: 'testing', expected_version: 1, state_delta: { artifacts: [{ path: 'a.ts' }], issues_raised: [ISSUE] } };
    await api.call('human:mira', 'POST', '/v1/tasks/Own/handoffs', own);
    const mine = (await api.call<Gate>('human:mira', 'GET', '/v1/gates/Own.G2')).body;
    const refused = await vote('human:mira', mine, 'approve');
    expect([refused.status, refused.body.code]).toEqual([403, 'own_work']);
    expect((await vote('human:noor', mine, 'approve')).status).toBe(201);
  });

  it('bind a vote to exactly what was shown', async () => {
    const gate = await open('Bound');
    const blind = await vote('human:mira', { ...gate, digest: 'f'.repeat(64) }, 'approve');
    expect([blind.status, blind.body.code]).toEqual([409, 'gate_changed']);
    await api.call('human:noor', 'PATCH', '/v1/tasks/Bound', { task_title: 'Another title' });
    expect((await vote('human:mira', gate, 'approve')).body.code).toBe('gate_changed');
    const now = (await api.call<Gate>('human:mira', 'GET', `/v1/gates/${gate.id}`)).body;
    expect((await vote('human:mira', now, 'approve')).status).toBe(201);
  });

  it(`raced by 2 to 8 people, ${ROUNDS} rounds: one decides, the others are told who and when, and one ring follows`, async () => {
    const people = Array.from({ length: 8 }, (_, n) => `human:p${n}`);
    await Promise.all(people.map((who) => api.tokenOf(who)));
    let racers = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const gate = await open(`Race${round}`);
      const crowd = people.slice(0, 2 + (round % 7));
      racers += crowd.length;
      const answers = await Promise.all(crowd.map((who, n) => vote(who, gate, n % 2 === 0 ? 'approve' : 'reject')));
      const winners = answers.filter(({ status }) => status === 201);
      expect(winners).toHaveLength(1);
      const [decided] = winners[0]?.body.votes ?? [];
      for (const { status, body } of answers.filter((answer) => answer.status !== 201))
        expect([status, body]).toMatchObject([
          409,
          { code: 'gate_resolved', detail: expect.stringContaining(decided?.by ?? '?'), next: {} },
        ]);
      // The decision is one version: whoever is next is rung for it, or finds it, once.
      expect((await api.call('human:p0', 'GET', `/v1/tasks/Race${round}/verify`)).body).toMatchObject({ ok: true, versions: 3 });
    }
    process.stderr.write(`gates raced: ${ROUNDS} rounds by ${racers} voters\n`);
  });
});
