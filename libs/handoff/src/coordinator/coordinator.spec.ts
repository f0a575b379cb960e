import { House } from '../../../../test/support/house.js';
import { MemoryStore } from '../../../../test/support/memory-store.js';
import { apply } from '../patch/apply.js';
import { Rules } from '../schema/rules.js';
import type { ClaimAnswer, HandoffAnswer, VoteAnswer } from './answers.js';

const open = (rules?: Rules) => House.open(new MemoryStore(), rules);
const file = (path: string, seed = 'a') => ({ path, content_hash: seed.repeat(64), size_bytes: 1 });

describe('the coordinator', () => {
  it('delivers a handoff with its real delta, a summary within the budget and the next actions', async () => {
    const house = await open();
    await house.create();
    const delta = { decisions: [{ decision: 'Signed cookie', rationale: 'r'.repeat(900) }], warnings: ['Old sessions end once.'] };
    const { answer } = await house.hand('agent:dev-engineer', 'T1', 'implementing', delta);
    expect(answer).toMatchObject({
      task_id: 'T1',
      source_agent: 'dev-engineer',
      target_agent: 'dev-engineer',
      phase: 'implementing',
      version: 2,
    });
    const handoff = answer as HandoffAnswer;
    expect(handoff.state_delta).toEqual(delta);
    expect(handoff.summary_tokens).toBeLessThan(500);
    expect(handoff.state_file).toBe('.jerry/state/T1.json');
    expect(handoff.next?.actions.map((action) => action.do)).toContain('claim');
  });

  it('answers an identical command again, with or without a key, and carries it out once', async () => {
    const house = await open();
    await house.create();
    const body = { phase: 'implementing', expected_version: 1, state_delta: { warnings: ['w'] } };
    const first = await house.do('agent:dev-engineer', 'handoff', 'T1', body, { key: 'k1' });
    await house.hand('agent:dev-engineer', 'T1', 'implementing', { packet: { next_agent_should_first: 'go on' } });
    for (const more of [{}, { key: 'k1' }]) {
      const again = await house.do('agent:dev-engineer', 'handoff', 'T1', body, more);
      expect(again.replayed).toBe(true);
      const { next: _, ...rest } = again.answer;
      const { next: __, ...original } = first.answer;
      expect(rest).toEqual(original);
    }
    expect((await house.reader.state('T1')).version).toBe(3);
  });

  it('answers again what needed no epoch when it was accepted, though its sender has claimed the task since', async () => {
    const house = await open();
    await house.create();
    const body = { phase: 'implementing', expected_version: 1 };
    const send = (more: object, named: { key?: string } = {}) =>
      house.do('agent:dev-engineer', 'handoff', 'T1', { ...body, ...more }, named);
    await send({}, { key: 'k1' });
    await house.do('agent:dev-engineer', 'claim', 'T1', { instance: 'i1' });
    expect((await send({})).replayed).toBe(true);
    expect((await send({}, { key: 'k1' })).replayed).toBe(true);
    expect((await house.refusal(send({ state_delta: { warnings: ['not the same'] } }))).code).toBe('claim_epoch_missing');
  });

  it('refuses another body under a key, and the same body by somebody else', async () => {
    const house = await open();
    await house.create();
    const body = { phase: 'implementing', expected_version: 1 };
    await house.do('agent:dev-engineer', 'handoff', 'T1', body, { key: 'k1' });
    const other = { ...body, state_delta: { warnings: ['more'] } };
    expect((await house.refusal(house.do('agent:dev-engineer', 'handoff', 'T1', other, { key: 'k1' }))).code).toBe(
      'idempotency_key_reused',
    );
    expect((await house.refusal(house.do('human:mira', 'handoff', 'T1', body))).code).toBe('version_conflict');
  });

  it('recognises a repeated create, release, vote, cancel, edit, reopen and reassign without a key', async () => {
    const house = await open();
    const body = { task_title: 'One' };
    const commands: [string, 'create' | 'edit' | 'reassign' | 'cancel' | 'reopen', object][] = [
      ['human:mira', 'create', body],
      ['human:mira', 'edit', { labels: ['x'] }],
      ['human:mira', 'reassign', { target_agent: 'dev-qa', reason: 'r' }],
      ['human:mira', 'cancel', { reason: 'r' }],
      ['human:mira', 'reopen', { reason: 'r' }],
    ];
    for (const [by, kind, posted] of commands) {
      const first = await house.do(by, kind, 'T1', posted);
      const again = await house.do(by, kind, 'T1', posted);
      expect([first.replayed, again.replayed, again.state.version]).toEqual([false, true, first.state.version]);
    }
    const { claim } = (await house.do('agent:dev-engineer', 'claim', 'T1')).answer as ClaimAnswer;
    const release = { claim_epoch: claim.claim_epoch, reason: 'done for today' };
    await house.do('agent:dev-engineer', 'release', 'T1', release);
    await house.do('agent:dev-engineer', 'claim', 'T1');
    expect((await house.do('agent:dev-engineer', 'release', 'T1', release)).replayed).toBe(true);
  });

  it('explains a conflict so that the caller can go on from the answer alone', async () => {
    const house = await open();
    const base = await house.create();
    await house.hand('agent:dev-engineer', 'T1', 'implementing', { warnings: ['w'] });
    const refused = await house.refusal(
      house.do('agent:dev-engineer', 'update', 'T1', { expected_version: 1, state_delta: { warnings: ['mine'] } }),
    );
    expect(refused.code).toBe('version_conflict');
    expect(refused.details).toMatchObject({ current_version: 2, written_by: 'agent:dev-engineer', claimed_by: null, claim_alive: null });
    expect(apply(base, refused.details.patch as never)).toEqual(await house.reader.state('T1'));
    const rebased = { expected_version: refused.details.current_version, state_delta: { warnings: ['mine'] } };
    expect((await house.do('agent:dev-engineer', 'update', 'T1', rebased)).state.version).toBe(3);
  });

  it('lets exactly one of many racers for a version win', async () => {
    const house = await open();
    await house.create();
    const racers = Array.from({ length: 16 }, (_, k) =>
      house.do('agent:dev-engineer', 'update', 'T1', { expected_version: 1, state_delta: { warnings: [`${k}`] } }),
    );
    const outcomes = await Promise.allSettled(racers);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect((await house.reader.state('T1')).version).toBe(2);
  });

  it('lets a claim be taken over only after its lease has run out on the watch, and asks a human at the last attempt', async () => {
    const house = await open(Rules.parse({ attempts: 2, lease_s: { external: 10 } }));
    await house.create();
    const first = (await house.do('agent:dev-engineer', 'claim', 'T1', { instance: 'a' })).answer as ClaimAnswer;
    expect((await house.do('agent:dev-engineer', 'claim', 'T1', { instance: 'a' })).state.version).toBe(2);
    house.now += 86_400_000;
    expect((await house.refusal(house.do('agent:dev-engineer', 'claim', 'T1', { instance: 'b' }))).code).toBe('claimed_by_other');
    house.monotonicMs += 9_000;
    await house.coordinator.heartbeat('T1', first.claim.claim_epoch, 'agent:dev-engineer');
    house.monotonicMs += 9_000;
    expect((await house.refusal(house.do('agent:dev-engineer', 'claim', 'T1', { instance: 'b' }))).details).toMatchObject({
      claim_alive: true,
    });
    house.monotonicMs += 2_000;
    const second = (await house.do('agent:dev-engineer', 'claim', 'T1', { instance: 'b' })).answer as ClaimAnswer;
    expect(second.claim.claim_epoch).toBe(2);
    expect(second.effect_key).toBe(first.effect_key);
    expect((await house.refusal(house.coordinator.heartbeat('T1', 1, 'agent:dev-engineer'))).code).toBe('stale_claim');
    house.monotonicMs += 11_000;
    const last = await house.refusal(house.do('agent:dev-engineer', 'claim', 'T1', { instance: 'c' }));
    expect([last.code, last.details]).toMatchObject([
      'gate_open',
      { current_version: 4, claimed_by: null, claim_alive: null, next: { actions: [], waiting_for: { who: 'human', gate_id: 'T1.G4' } } },
    ]);
    expect(await house.reader.state('T1')).toMatchObject({ status: 'abandoned', version: 4, claim: null });
  });

  it('tells whoever wants a name that is taken about the task that has it, in whatever spelling', async () => {
    const house = await open();
    await house.create('T1');
    await house.create('T2');
    await house.do('human:mira', 'edit', 'T2', { goal: 'another' });
    const standing = { current_version: 1, written_by: 'human:mira', next: { you: expect.stringContaining('T1 ') } };
    const create = () => house.do('human:mira', 'create', 't1', { task_title: 'Another' });
    const fork = () => house.do('human:mira', 'fork', 'T2', { version: 1, task_id: 't1' });
    for (const name of [create, fork]) {
      const { code, details } = await house.refusal(name());
      expect([code, details]).toMatchObject(['task_exists', standing]);
    }
  });

  it('tells whoever retries too early how the task stands', async () => {
    const house = await open();
    await house.create();
    const edit = () => house.do('human:mira', 'edit', 'T1', { goal: 'soon' }, { key: 'k1' });
    const first = edit();
    const { code, details } = await house.refusal(edit());
    expect([code, details]).toMatchObject(['request_in_flight', { current_version: expect.any(Number), next: expect.any(Object) }]);
    await first;
    expect((await edit()).replayed).toBe(true);
  });

  it('binds a vote to exactly what was shown', async () => {
    const house = await open();
    await house.create();
    house.files.hashes.set('src/a.ts', 'a'.repeat(64));
    const asked = await house.hand('agent:dev-engineer', 'T1', 'implementing', {
      artifacts: [{ path: 'src/a.ts' }],
      issues_raised: [{ issue: `May the cookie live 30 days? ${'x'.repeat(600)}`, severity: 'high', requires_human: true }],
    });
    expect(asked.answer).toMatchObject({ dispatch: 'awaiting_gate', gate_id: 'T1.G2' });
    const shown = await house.reader.gate('T1.G2');
    expect(shown.subject.issues[0]?.issue).toHaveLength(629);
    house.files.hashes.set('src/a.ts', 'b'.repeat(64));
    const body = { decision: 'approve', reason: 'fine', digest: shown.digest };
    expect((await house.refusal(house.do('human:ada', 'vote', 'T1', body, { gate_id: 'T1.G2' }))).code).toBe('gate_changed');
    const { digest } = await house.reader.gate('T1.G2');
    const voted = await house.do('human:ada', 'vote', 'T1', { ...body, digest }, { gate_id: 'T1.G2' });
    expect(voted.answer as VoteAnswer).toMatchObject({ id: 'T1.G2', status: 'approved', version: 3 });
    expect((await house.do('human:ada', 'vote', 'T1', { ...body, digest }, { gate_id: 'T1.G2' })).replayed).toBe(true);
    expect(await house.reader.gate('T1.G2')).toMatchObject({ digest, subject: { move: { phase: 'implementing' } } });
    const late = await house.refusal(house.do('human:bo', 'vote', 'T1', { ...body, digest }, { gate_id: 'T1.G2' }));
    expect([late.code, late.details.resolved_by]).toEqual(['gate_resolved', 'human:ada']);
  });

  it('rings a served agent once its version is published, and nobody else', async () => {
    const house = await open();
    house.served.add('dev-qa');
    await house.create();
    await house.hand('agent:dev-engineer', 'T1', 'implementing');
    const { answer } = await house.hand('agent:dev-engineer', 'T1', 'testing', { artifacts: [file('a.ts')] });
    expect((answer as HandoffAnswer).dispatch).toBe('queued');
    await new Promise((resolve) => setImmediate(resolve));
    expect(house.rung).toEqual([{ task_id: 'T1', version: 3, target_agent: 'dev-qa' }]);
    const claimed = (await house.do('worker:one', 'claim', 'T1')).answer as ClaimAnswer;
    expect(claimed.command).toMatchObject({ version: 3, source_agent: 'dev-engineer', state_delta: { artifacts: [{ path: 'a.ts' }] } });
    expect((await house.refusal(house.do('worker:one', 'claim', 'T2'))).code).toBe('task_not_found');
  });

  it('prepares a handoff without writing, and says what would fail or open', async () => {
    const house = await open();
    await house.create();
    await house.hand('agent:dev-engineer', 'T1', 'implementing');
    const preview = (state_delta: object) =>
      house.reader.prepareHandoff(
        { kind: 'handoff', task_id: 'T1', body: { phase: 'testing', expected_version: 2, state_delta } },
        'agent:dev-engineer',
      );
    expect(await preview({})).toMatchObject({ would_fail: 'phase_exit_failed', reasons: [{ code: 'too_few_artifacts' }] });
    expect(await preview({ artifacts: [file('a.ts')] })).toMatchObject({ version: 3, would_open_gate: null });
    const asking = { artifacts: [file('a.ts')], issues_raised: [{ issue: 'May we?', severity: 'low', requires_human: true }] };
    expect(await preview(asking)).toMatchObject({ would_open_gate: 'issue' });
    expect((await house.reader.state('T1')).version).toBe(2);
  });

  it('refuses to prepare what the real call would not take, in the same words', async () => {
    const house = await open();
    await house.create();
    await house.hand('agent:dev-engineer', 'T1', 'implementing');
    const handoff = (expected_version?: number) => ({
      phase: 'testing' as const,
      ...(expected_version === undefined ? {} : { expected_version }),
    });
    const told = async (principal: string, body: { phase: 'testing'; expected_version?: number }) => {
      const tried = await house.refusal(house.reader.prepareHandoff({ kind: 'handoff', task_id: 'T1', body }, principal));
      const real = await house.refusal(house.do(principal, 'handoff', 'T1', body));
      expect({ code: tried.code, message: tried.message, details: tried.details }).toEqual({
        code: real.code,
        message: real.message,
        details: real.details,
      });
      return tried;
    };
    const conflict = await told('agent:dev-engineer', handoff(1));
    expect(conflict.details).toMatchObject({ current_version: 2, written_by: 'agent:dev-engineer', claim_alive: null });
    expect(conflict.details.patch).not.toHaveLength(0);
    expect(conflict.details.next).toMatchObject({ you: expect.stringContaining('agent:dev-engineer') });
    expect((await told('agent:dev-qa', handoff(2))).code).toBe('not_assigned');
    expect((await told('agent:dev-engineer', handoff())).code).toBe('expected_version_missing');
    expect((await told('viewer:val', handoff(2))).code).toBe('forbidden');
    expect((await told('agent:../etc', handoff(2))).code).toBe('invalid_request');
  });

  it('forks a task at a past version, ids and handles staying true', async () => {
    const house = await open();
    await house.create();
    await house.hand('agent:dev-engineer', 'T1', 'implementing', { decisions: [{ decision: 'Cookie' }] });
    await house.hand('agent:dev-engineer', 'T1', 'testing', { artifacts: [file('a.ts')] });
    const { state } = await house.do('human:mira', 'fork', 'T1', { version: 2, task_id: 'T2' });
    expect(state).toMatchObject({
      task_id: 'T2',
      version: 3,
      phase: 'implementing',
      status: 'pending',
      forked_from: { task_id: 'T1', version: 2 },
    });
    expect(state.decisions_made[0]?.id).toBe('D2');
    expect((await house.reader.state('T1')).version).toBe(3);
    expect((await house.refusal(house.do('human:mira', 'fork', 'T1', { version: 9, task_id: 'T3' }))).code).toBe('version_not_found');
  });

  it('gives the operations between any two versions, a page at a time', async () => {
    const house = await open();
    const first = await house.create();
    for (let k = 0; k < 100; k++)
      await house.hand('agent:dev-engineer', 'T1', 'planning', {
        warnings: ['w'.repeat(1_900)],
        packet: { next_agent_should_first: 'on' },
      });
    let state: unknown = first;
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await house.reader.diff('T1', { from: 1, to: 101 }, { cursor });
      state = apply(state, page.patch);
      cursor = page.next_cursor ?? undefined;
      pages += 1;
    } while (cursor !== undefined);
    expect(pages).toBeGreaterThan(1);
    expect(state).toEqual(await house.reader.state('T1'));
  });

  it('refuses a role before it says whether the task is there', async () => {
    const house = await open();
    expect((await house.refusal(house.do('viewer:eve', 'handoff', 'T9', { phase: 'testing', expected_version: 1 }))).code).toBe(
      'forbidden',
    );
    expect((await house.refusal(house.coordinator.heartbeat('T9', 1, 'viewer:eve'))).code).toBe('forbidden');
    expect((await house.refusal(house.coordinator.heartbeat('T9', 1, 'agent:dev-qa'))).code).toBe('task_not_found');
  });

  it('still knows a gate that has left the state', async () => {
    const house = await open();
    await house.create();
    for (let round = 0; round < 12; round++) {
      const asking = {
        issues_raised: [{ issue: 'May we?', severity: 'low', requires_human: true }],
        packet: { next_agent_should_first: 'on' },
      };
      const { answer } = await house.hand('agent:dev-engineer', 'T1', 'planning', asking);
      const gate = await house.reader.gate((answer as HandoffAnswer).gate_id ?? '');
      const vote = { decision: 'approve', reason: 'r'.repeat(380), digest: gate.digest };
      await house.do('human:ada', 'vote', 'T1', vote, { gate_id: gate.id });
    }
    expect((await house.reader.state('T1')).gates.map(({ id }) => id)).not.toContain('T1.G2');
    expect((await house.reader.gate('T1.G2')).status).toBe('approved');
    const late = { decision: 'reject', reason: 'no', digest: 'a'.repeat(64) };
    expect((await house.refusal(house.do('human:bo', 'vote', 'T1', late, { gate_id: 'T1.G2' }))).code).toBe('gate_resolved');
  });

  it.each(['../../pwn', 'a/b', 'T\n1', 'T1.json', '__proto__', 'CON', 'x'.repeat(65), ''])(
    'takes no task by the name of %j',
    async (id) => {
      const house = await open();
      expect((await house.refusal(house.create(id))).code).toBe('invalid_request');
      await house.create();
      expect((await house.refusal(house.do('human:mira', 'fork', 'T1', { version: 1, task_id: id }))).code).toBe('invalid_request');
    },
  );

  it.each([Number.NaN, 0, -1, 1.5])('takes no budget of %d, whatever is asked for', async (budget) => {
    const house = await open();
    await house.create();
    const { reader } = house;
    for (const asked of [
      () => reader.summary('T1', budget),
      () => reader.lookUp('T1', 'goal@1', { maxTokens: budget }),
      () => reader.next('T1', 'human:mira', budget),
      () => reader.page(async () => ({ items: [1, 2], next_cursor: null }), 2, budget),
    ])
      await expect(asked()).rejects.toMatchObject({ code: expect.stringMatching('invalid_request') });
  });

  it('takes no principal and no key that are none', async () => {
    const house = await open();
    await house.create();
    expect((await house.refusal(house.do('human:\nx: forged', 'cancel', 'T1', { reason: 'r' }))).code).toBe('invalid_request');
    expect((await house.refusal(house.do('human:mira', 'cancel', 'T1', { reason: 'r' }, { key: 'k'.repeat(256) }))).code).toBe(
      'invalid_request',
    );
  });

  it('replays what a worker handed to an agent outside, and tells its late release that the claim is over', async () => {
    const house = await open();
    house.served.add('dev-engineer');
    await house.create('T1', { phase: 'implementing' });
    const { claim } = (await house.do('worker:one', 'claim', 'T1')).answer as ClaimAnswer;
    const body = { phase: 'testing', expected_version: 2, claim_epoch: claim.claim_epoch, state_delta: { artifacts: [file('a.ts')] } };
    await house.do('worker:one', 'handoff', 'T1', body);
    expect((await house.do('worker:one', 'handoff', 'T1', body)).replayed).toBe(true);
    const release = { claim_epoch: claim.claim_epoch, reason: 'late' };
    expect((await house.refusal(house.do('worker:one', 'release', 'T1', release))).code).toBe('stale_claim');
    expect((await house.refusal(house.do('worker:one', 'claim', 'T1'))).code).toBe('forbidden');
  });

  it('answers a fork again, and names one that nobody named', async () => {
    const house = await open();
    await house.create();
    const first = await house.do('human:mira', 'fork', 'T1', { version: 1, task_id: 'F1' }, { key: 'k' });
    const again = await house.do('human:mira', 'fork', 'T1', { version: 1, task_id: 'F1' }, { key: 'k' });
    expect([again.replayed, again.state.version]).toEqual([true, first.state.version]);
    const unnamed = [
      await house.do('human:mira', 'fork', 'T1', { version: 1 }, { key: 'u' }),
      await house.do('human:mira', 'fork', 'T1', { version: 1 }, { key: 'u' }),
    ];
    expect(unnamed[1]?.replayed).toBe(true);
    expect(unnamed[1]?.state.task_id).toBe(unnamed[0]?.state.task_id);
  });

  it('lets only the holder or a person keep a claim alive, for as long as the holder has', async () => {
    const house = await open(Rules.parse({ lease_s: { worker: 10, external: 100 } }));
    house.served.add('dev-engineer');
    await house.create();
    await house.do('worker:one', 'claim', 'T1', { instance: 'a' });
    house.monotonicMs += 9_000;
    const update = { expected_version: 2, claim_epoch: 1, state_delta: {} };
    expect((await house.refusal(house.do('agent:dev-qa', 'update', 'T1', update))).code).toBe('not_assigned');
    house.monotonicMs += 2_000;
    expect((await house.do('worker:one', 'claim', 'T1', { instance: 'a' })).state.version).toBe(2);
    expect((await house.refusal(house.do('worker:two', 'claim', 'T1', { instance: 'b' }))).code).toBe('claimed_by_other');
    await house.do('human:mira', 'update', 'T1', update);
    house.monotonicMs += 11_000;
    expect((await house.do('worker:two', 'claim', 'T1', { instance: 'b' })).answer).toMatchObject({
      claim: { claim_epoch: 2, lease_s: 10 },
    });
  });

  it('keeps a key to one kind of call', async () => {
    const house = await open();
    await house.create();
    await house.do('agent:dev-engineer', 'update', 'T1', { expected_version: 1, state_delta: {} }, { key: 'k' });
    expect((await house.do('agent:dev-engineer', 'claim', 'T1', {}, { key: 'k' })).state.version).toBe(3);
  });
});
