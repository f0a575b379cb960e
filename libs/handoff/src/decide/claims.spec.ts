import { inStatus } from '../../../../test/support/statuses.js';
import { ENGINEER, MIRA, QA, type Walk } from '../../../../test/support/walk.js';
import { admit } from './admit.js';

const EXPIRED = { claimAlive: false };
const WORKER = 'worker:w1';

describe('claim', () => {
  it('is a principal, an instance and an epoch', () => {
    const walk = inStatus('pending');
    const state = walk.claim(ENGINEER, { instance: 'laptop' });
    expect(state).toMatchObject({ status: 'in_progress', last_epoch: 1, target_agent: 'dev-engineer' });
    expect(state.claim).toEqual({
      principal: ENGINEER,
      agent: 'dev-engineer',
      instance: 'laptop',
      claim_epoch: 1,
      claimed_at: walk.now,
      version: 2,
      ends_epoch: null,
    });
  });

  it('gets an instance from the service when the caller has none', () => {
    expect(inStatus('pending').claim(ENGINEER, {}, { instance: 'made-up' }).claim?.instance).toBe('made-up');
  });

  it('gives its own instance the same claim again, and writes nothing', () => {
    const walk = inStatus('pending');
    walk.claim(ENGINEER, { instance: 'laptop' });
    expect(walk.claim(ENGINEER, { instance: 'laptop' }).version).toBe(2);
    expect(walk.claim(ENGINEER, { instance: 'laptop' }, EXPIRED)).toMatchObject({ version: 2, attempts: 0 });
    expect(walk.code(() => walk.claim(ENGINEER))).toBe('claimed_by_other');
    expect(walk.code(() => walk.claim(ENGINEER, { instance: 'desktop' }))).toBe('claimed_by_other');
    expect(walk.code(() => walk.claim(MIRA, { instance: 'laptop' }))).toBe('claimed_by_other');
  });

  it('is for the assigned agent, or for people and workers on its behalf', () => {
    for (const principal of [MIRA, 'admin:root', WORKER])
      expect(inStatus('pending').claim(principal).claim).toMatchObject({ principal, agent: 'dev-engineer' });
    const walk = inStatus('pending');
    expect(walk.code(() => walk.claim(QA))).toBe('not_assigned');
  });

  it('clears what delayed the task, which never delays a claim by id', () => {
    const walk = inStatus('in_progress');
    walk.release(ENGINEER, { failed: { class: 'limit' } });
    expect(walk.head.not_before).not.toBeNull();
    expect(walk.claim(ENGINEER).not_before).toBeNull();
  });
});

describe('while claimed', () => {
  const calls = (walk: Walk, by: string, more: object) => [
    () => walk.hand(by, 'planning', { packet: { next_agent_should_first: 'x' } }, { ...more }),
    () => walk.update(by, { warnings: ['x'] }, { ...more }),
  ];

  it('handoff and update need the epoch: missing for the holder, claimed for others, stale when it is another', () => {
    const walk = inStatus('in_progress');
    for (const step of calls(walk, ENGINEER, {})) expect(walk.code(step)).toBe('claim_epoch_missing');
    for (const step of calls(walk, MIRA, {})) expect(walk.code(step)).toBe('claimed_by_other');
    for (const claim_epoch of [2, 99])
      for (const by of [ENGINEER, MIRA]) for (const step of calls(walk, by, { claim_epoch })) expect(walk.code(step)).toBe('stale_claim');
  });

  it('the current epoch counts from the holder, and from people in its name', () => {
    for (const by of [ENGINEER, MIRA, 'admin:root'])
      for (const k of [0, 1]) {
        const walk = inStatus('in_progress');
        expect(walk.code(calls(walk, by, { claim_epoch: 1 })[k] ?? (() => undefined))).toBe('accepted');
        expect(walk.record).toMatchObject({ principal: ENGINEER, ...(by === ENGINEER ? {} : { posted_by: by }) });
      }
  });

  it('the agent itself does not act under a claim that somebody holds on its behalf', () => {
    const walk = inStatus('pending');
    walk.claim(MIRA);
    for (const step of calls(walk, ENGINEER, { claim_epoch: 1 })) expect(walk.code(step)).toBe('claimed_by_other');
    for (const step of calls(walk, WORKER, { claim_epoch: 1 })) expect(walk.code(step)).toBe('claimed_by_other');
  });

  it('an epoch of an unclaimed task is over', () => {
    const walk = inStatus('in_progress');
    walk.release(ENGINEER);
    for (const step of calls(walk, ENGINEER, { claim_epoch: 1 })) expect(walk.code(step)).toBe('stale_claim');
  });

  it('an update keeps the claim, a handoff ends it', () => {
    const walk = inStatus('in_progress');
    expect(walk.update(ENGINEER, { warnings: ['x'] }, { claim_epoch: 1 })).toMatchObject({
      status: 'in_progress',
      claim: { claim_epoch: 1 },
    });
    expect(walk.hand(ENGINEER, 'implementing', {}, { claim_epoch: 1 })).toMatchObject({ status: 'pending', claim: null, last_epoch: 1 });
  });

  it('a worker works under its own claim, and only there', () => {
    const walk = inStatus('pending');
    expect(walk.code(() => walk.update(WORKER, { warnings: ['x'] }))).toBe('not_assigned');
    walk.claim(WORKER);
    expect(walk.hand(WORKER, 'implementing', {}, { claim_epoch: 1 })).toMatchObject({ source_agent: 'dev-engineer', posted_by: WORKER });
  });
});

describe('past its lease', () => {
  it('a claim goes on counting until somebody takes over', () => {
    const walk = inStatus('in_progress');
    expect(walk.update(ENGINEER, { warnings: ['late'] }, { claim_epoch: 1 }, EXPIRED).claim?.claim_epoch).toBe(1);
    expect(walk.hand(ENGINEER, 'implementing', {}, { claim_epoch: 1 }, EXPIRED).phase).toBe('implementing');
  });

  it.each([ENGINEER, MIRA, WORKER])('%s takes it over: epoch + 1, an attempt, and the epoch that it ends is named', (by) => {
    const walk = inStatus('in_progress');
    const state = walk.claim(by, { instance: 'two' }, EXPIRED);
    expect(state).toMatchObject({ status: 'in_progress', attempts: 1, last_epoch: 2 });
    expect(state.claim).toMatchObject({ principal: by, instance: 'two', claim_epoch: 2, ends_epoch: 1 });
    expect(walk.record.kind).toBe('claim');
    expect(walk.code(() => walk.update(ENGINEER, { warnings: ['x'] }, { claim_epoch: 1 }))).toBe('stale_claim');
  });

  it('on the last attempt the task is abandoned instead, and the claimer is told', () => {
    const walk = inStatus('in_progress', { attempts: 1 });
    expect(() => walk.claim(MIRA, {}, EXPIRED)).toThrow(expect.objectContaining({ code: 'gate_open' }));
    expect(walk.record.kind).toBe('abandon');
    expect(walk.head).toMatchObject({ version: 3, status: 'abandoned', claim: null, attempts: 1, last_epoch: 1 });
    expect(walk.gate.kind).toBe('attempts');
  });

  it('is not taken over by an agent that it is not assigned to', () => {
    const walk = inStatus('in_progress');
    expect(walk.code(() => walk.claim(QA, {}, EXPIRED))).toBe('not_assigned');
  });
});

describe('release and heartbeat', () => {
  it('are the holder’s own', () => {
    const walk = inStatus('in_progress');
    const heartbeat = (principal: string, claimEpoch: number) => () => admit(walk.head, { call: 'heartbeat', principal, claimEpoch }, true);
    expect(walk.code(heartbeat(ENGINEER, 1))).toBe('accepted');
    expect(walk.code(heartbeat(ENGINEER, 2))).toBe('stale_claim');
    expect(walk.code(heartbeat(MIRA, 1))).toBe('claimed_by_other');
    expect(walk.code(heartbeat(QA, 1))).toBe('not_assigned');
    expect(walk.code(() => walk.release(MIRA))).toBe('claimed_by_other');
    expect(walk.release(ENGINEER)).toMatchObject({
      status: 'pending',
      claim: null,
      attempts: 0,
      not_before: null,
      target_agent: 'dev-engineer',
    });
    expect(walk.head.retry_feedback[0]).toMatchObject({ cause: 'released', feedback: 'stopped here' });
  });

  it('of a claim that is over say what ended it', () => {
    const ways: [string, (walk: Walk) => unknown][] = [
      ['reassigned', (walk) => walk.do(MIRA, 'reassign', { target_agent: 'dev-engineer', reason: 'fresh eyes' })],
      ['cancelled', (walk) => walk.do(MIRA, 'cancel', { reason: 'not needed' })],
      ['taken_over', (walk) => walk.claim(MIRA, {}, EXPIRED)],
      ['handed_off', (walk) => walk.hand(ENGINEER, 'planning', { packet: { next_agent_should_first: 'x' } }, { claim_epoch: 1 })],
      ['released', (walk) => walk.release(ENGINEER)],
    ];
    for (const [reason, end] of ways) {
      const walk = inStatus('in_progress');
      end(walk);
      const refusal = walk.refusal(() => walk.do(ENGINEER, 'release', { claim_epoch: 1, reason: 'x' }));
      expect(refusal).toMatchObject({ code: 'stale_claim', details: { reason } });
    }
    const walk = inStatus('in_progress');
    walk.do(MIRA, 'cancel', { reason: 'the customer left' });
    expect(walk.refusal(() => walk.release(ENGINEER))?.message).toContain('the customer left');
  });

  it('keep the assignment, so that every attempt at it has the same effect key', () => {
    const walk = inStatus('in_progress');
    const { assigned_version } = walk.head;
    walk.release(ENGINEER, { failed: { class: 'code' } });
    walk.claim(ENGINEER);
    expect(walk.claim(MIRA, {}, EXPIRED).assigned_version).toBe(assigned_version);
  });
});
