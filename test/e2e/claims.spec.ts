import { RunningApi } from '../support/running-api.js';

interface Claimed {
  readonly version: number;
  readonly effect_key: string;
  readonly claim: { readonly claim_epoch: number; readonly instance: string; readonly lease_s: number };
  readonly code?: string;
}
const QA = 'agent:dev-engineer';

describe('claims', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({
      config: { lease_s: { worker: 1, external: 1 }, attempts: 3, limits: { requests_per_s: 100_000, in_flight: 1_000 } },
    });
  });
  afterAll(() => api.close());

  const create = (task_id: string) => api.call('human:mira', 'POST', '/v1/tasks', { task_id, task_title: 'Login', phase: 'implementing' });
  const claim = (task: string, instance?: string) =>
    api.call<Claimed>(QA, 'POST', `/v1/tasks/${task}/claim`, instance === undefined ? {} : { instance });
  const on = (task: string, call: string, body: object, who = QA) => api.call<Claimed>(who, 'POST', `/v1/tasks/${task}/${call}`, body);
  /** The lease is a second; asks until it has run out, so that nothing depends on how long a second is here. */
  const takeOver = async (task: string, instance: string) => {
    for (;;) {
      const answer = await claim(task, instance);
      if (answer.body.code !== 'claimed_by_other') return answer;
    }
  };

  it('are an instance’s own: it gets its live claim back, nothing written; another is told who has it', async () => {
    await create('Mine');
    const first = await claim('Mine', 'desk-1');
    const again = await claim('Mine', 'desk-1');
    expect([again.body.version, again.body.claim]).toEqual([first.body.version, first.body.claim]);
    const other = await claim('Mine', 'desk-2');
    expect([other.status, other.body]).toMatchObject([409, { code: 'claimed_by_other', claimed_by: QA, claim_alive: true }]);
  });

  it('need their epoch, once they are held', async () => {
    await create('Epoch');
    const { body } = await claim('Epoch', 'desk-1');
    const update = { expected_version: body.version, state_delta: { warnings: ['w'] } };
    expect((await on('Epoch', 'updates', update)).body.code).toBe('claim_epoch_missing');
    expect((await on('Epoch', 'updates', { ...update, claim_epoch: 99 })).body.code).toBe('stale_claim');
    expect((await on('Epoch', 'updates', update, 'human:mira')).body.code).toBe('claimed_by_other');
    expect((await on('Epoch', 'updates', { ...update, claim_epoch: body.claim.claim_epoch })).status).toBe(201);
  });

  it('live by heartbeats, and are over when released', async () => {
    await create('Beat');
    const { claim_epoch } = (await claim('Beat', 'desk-1')).body.claim;
    expect((await on('Beat', 'heartbeat', { claim_epoch })).body).toMatchObject({ version: 2, lease_s: 1 });
    expect((await on('Beat', 'release', { claim_epoch, reason: 'Lunch.' })).body).toMatchObject({ status: 'pending', version: 3 });
    const late = await on('Beat', 'heartbeat', { claim_epoch });
    expect([late.status, late.body.code]).toEqual([409, 'stale_claim']);
    const again = await on('Beat', 'release', { claim_epoch, reason: 'Lunch.' });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
  });

  it('expire, and may be taken over: a higher epoch, the same effect key, and the late one is refused', async () => {
    await create('Over');
    const late = (await claim('Over', 'desk-1')).body;
    const taken = (await takeOver('Over', 'desk-2')).body;
    expect([taken.claim.claim_epoch, taken.effect_key]).toEqual([late.claim.claim_epoch + 1, late.effect_key]);
    const result = {
      phase: 'testing',
      expected_version: taken.version,
      claim_epoch: late.claim.claim_epoch,
      state_delta: { artifacts: [{ path: 'a.ts' }] },
    };
    const refused = await on('Over', 'handoffs', result);
    expect([refused.status, refused.body.code]).toEqual([409, 'stale_claim']);
    expect((await api.call(QA, 'GET', '/v1/tasks/Over')).body).toMatchObject({ version: taken.version, attempts: 1 });
  });

  it('after the last attempt a human is asked, and the claimer is told so', async () => {
    await create('Last');
    await claim('Last', 'desk-0');
    for (const n of [1, 2]) expect((await takeOver('Last', `desk-${n}`)).status).toBe(200);
    const asked = await takeOver('Last', 'desk-3');
    expect([asked.status, asked.body.code]).toEqual([409, 'gate_open']);
    expect((await api.call(QA, 'GET', '/v1/tasks/Last')).body).toMatchObject({
      status: 'abandoned',
      attempts: 3,
      gates: [{ kind: 'attempts', status: 'open' }],
    });
  });

  it('of reassigned and cancelled tasks are over, and say why', async () => {
    await create('Gone');
    const { claim_epoch } = (await claim('Gone', 'desk-1')).body.claim;
    await api.call('human:mira', 'POST', '/v1/tasks/Gone/reassign', { target_agent: 'dev-qa', reason: 'QA first.' });
    expect((await on('Gone', 'heartbeat', { claim_epoch })).body).toMatchObject({ code: 'stale_claim', reason: 'reassigned' });
    await create('Stop');
    const stop = (await claim('Stop', 'desk-1')).body.claim;
    await api.call('human:mira', 'POST', '/v1/tasks/Stop/cancel', { reason: 'Not wanted.' });
    expect((await on('Stop', 'heartbeat', { claim_epoch: stop.claim_epoch })).body).toMatchObject({
      code: 'stale_claim',
      reason: 'cancelled',
    });
  });
});
