import { AgentsConfig, createRoleRegistry, type Executor, type Outcome, type Role, type Work } from '@app/agents';
import { openClient } from '@app/client';
import { createLogger, traceCarrier } from '@app/platform';
import { Traces } from '../../../../test/support/traces.js';
import { type Answer, json, lost, problem, type Seen, Wire } from '../../../../test/support/wire.js';
import { WorkDesk } from './work-desk.js';

const AGENT = createRoleRegistry(AgentsConfig.parse({ 'dev-qa': { executor: { kind: 'command', command: ['true'] } } })).find(
  'dev-qa',
) as Role;
const RING = { task_id: 'T1', version: 3 };
const DONE: Outcome = { handoff: { phase: 'reviewing', state_delta: { warnings: ['thin ice'] } } };
const CLAIMED = {
  task_id: 'T1',
  version: 4,
  context_summary: 'Task T1',
  summary_tokens: 3,
  command: null,
  effect_key: 'T1-v3',
  artifacts: [],
  claim: { claim_epoch: 2, instance: 'w.1', lease_s: 0.15 },
  next: {},
};

/** The API as the wire plays it: by the last part of the address, each call its own answers, the last one for ever. */
type Script = Readonly<Record<'claim' | 'heartbeat' | 'handoffs' | 'next' | 'checks' | 'release', readonly Answer[]>>;

describe('WorkDesk', () => {
  let wire: Wire;
  let log: string[] = [];
  let works: Work[] = [];
  const desks: WorkDesk[] = [];

  beforeEach(async () => {
    wire = await Wire.open();
    log = [];
    works = [];
  });
  afterEach(async () => {
    await Promise.all(desks.splice(0).map((desk) => desk.close({ finishMs: 0, giveBackMs: 0 })));
    await wire.close();
  });

  const opened = (script: Partial<Script>, limits = { timeoutMs: 60_000, graceMs: 1_000 }): WorkDesk => {
    const lines: Record<string, Answer[]> = {
      claim: [json(200, CLAIMED)],
      heartbeat: [json(200, { version: 4, lease_s: 1 })],
      handoffs: [json(201, { version: 5 })],
      next: [json(200, { actions: [] })],
      release: [json(200, { version: 5 })],
      ...Object.fromEntries(Object.entries(script).map(([call, answers]) => [call, [...answers]])),
    };
    wire.answers((response, seen) => {
      const line = lines[callOf(seen)] ?? [];
      const [answer] = line.length > 1 ? line.splice(0, 1) : line;
      answer?.(response, seen);
    });
    const client = openClient({ baseUrl: wire.address, token: 'secret', headers: traceCarrier });
    const logger = createLogger({ name: 'worker', level: 'debug', write: (line) => log.push(line) });
    const desk = new WorkDesk({ client, instance: 'w', limitsOf: () => limits, logger });
    desks.push(desk);
    return desk;
  };
  const executor = (run: (work: Work) => unknown): Executor => ({
    run: async (work) => {
      works.push(work);
      return (await run(work)) as Outcome;
    },
  });
  const done = executor(() => DONE);
  const callOf = ({ url }: Seen) => url.split('?')[0]?.split('/').at(-1) ?? '';
  const posted = (call: string) => wire.seen.filter((seen) => callOf(seen) === call);
  const said = () => log.map((line) => JSON.parse(line)).map(({ level, message }) => [level, message]);
  /** What a failure leaves whose agent left nothing. */
  const seen = (finding: string) => ({ attempted: 'Worked on T1-v3, claim epoch 2.', observed: [{ finding, source: 'worker' }] });
  const bodies = (call: string) => posted(call).map(({ body }) => JSON.parse(body));

  it('claims what it was rung for, has it done, and posts the handoff under its claim', async () => {
    await opened({}).take(AGENT, done, RING);
    expect(bodies('claim')).toEqual([{ expected_version: 3, instance: 'w.1' }]);
    expect(works).toEqual([
      {
        task_id: 'T1',
        context_summary: 'Task T1',
        summary_tokens: 3,
        command: null,
        effect_key: 'T1-v3',
        artifacts: [],
        claim: CLAIMED.claim,
        agent: AGENT,
        signal: expect.any(AbortSignal),
      },
    ]);
    expect(bodies('handoffs')).toEqual([{ ...DONE.handoff, expected_version: 4, claim_epoch: 2 }]);
    expect(posted('handoffs')[0]?.headers['idempotency-key']).toBe('T1-v3-e2');
  });

  it.each(['version_conflict', 'claimed_by_other', 'gate_open', 'task_closed'])('lets go of a ring that is over (%s)', async (code) => {
    await opened({ claim: [problem(409, code)] }).take(AGENT, done, RING);
    expect(works).toEqual([]);
    expect(said()).toEqual([['debug', expect.stringContaining(`Version 3 was not claimed: ${code}`)]]);
  });

  it('complains where the API does not let it have the work', async () => {
    await opened({ claim: [problem(403, 'forbidden')] }).take(AGENT, done, RING);
    expect(said()).toEqual([['error', 'Version 3 was not claimed: forbidden: It is forbidden.']]);
  });

  it('names each claim its own, so that none is taken for a repetition of another', async () => {
    const desk = opened({});
    await desk.take(AGENT, done, RING);
    await desk.take(AGENT, done, RING);
    expect(bodies('claim').map(({ instance }) => instance)).toEqual(['w.1', 'w.2']);
  });

  it('keeps the claim alive for as long as it is worked on, also while the API is away', async () => {
    const desk = opened({ heartbeat: [json(200, {}), lost, problem(503, 'overloaded', { retryable: true }), json(200, {})] });
    await desk.take(
      AGENT,
      executor(async () => {
        while (posted('heartbeat').length < 5) await wire.heard(wire.seen.length + 1);
        return DONE;
      }),
      RING,
    );
    expect(bodies('heartbeat')[0]).toEqual({ claim_epoch: 2 });
    expect(works[0]?.signal.aborted).toBe(false);
    const beats = posted('heartbeat').length;
    await new Promise((later) => setTimeout(later, 150));
    expect(posted('heartbeat')).toHaveLength(beats);
  });

  it('calls the executor off when the claim is over, and drops what still comes of it', async () => {
    const desk = opened({ heartbeat: [problem(409, 'stale_claim', { reason: 'cancelled' })] });
    await desk.take(
      AGENT,
      executor(({ signal }) => new Promise((settle) => signal.addEventListener('abort', () => settle(DONE)))),
      RING,
    );
    expect(works[0]?.signal.reason).toEqual({ why: 'lost', detail: 'It is stale_claim.' });
    expect([posted('handoffs'), posted('release')]).toEqual([[], []]);
    expect(said().at(-1)).toEqual(['warn', 'The claim is over; what came of it is dropped. It is stale_claim.']);
  });

  it('takes a late result’s refusal for what it is', async () => {
    await opened({ handoffs: [problem(409, 'stale_claim')] }).take(AGENT, done, RING);
    expect(posted('release')).toEqual([]);
    expect(said().at(-1)).toEqual(['warn', 'The claim is over; what came of it is dropped. It is stale_claim.']);
  });

  it('posts the same result until the API answers', async () => {
    const away = problem(503, 'outcome_unknown', { retryable: true });
    await opened({ handoffs: [lost, away, lost, json(201, { version: 5 })] }).take(AGENT, done, RING);
    expect(posted('handoffs')).toHaveLength(4);
    expect(new Set(posted('handoffs').map(({ body, headers }) => body + headers['idempotency-key'])).size).toBe(1);
  });

  it('builds on what somebody wrote beside the work, under the same key', async () => {
    const edited = (current_version: number) => problem(409, 'version_conflict', { current_version });
    await opened({ handoffs: [edited(5), lost, edited(7), json(201, { version: 8 })] }).take(AGENT, done, RING);
    expect(bodies('handoffs').map(({ expected_version }) => expected_version)).toEqual([4, 5, 5, 7]);
    expect(new Set(posted('handoffs').map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['T1-v3-e2']));
  });

  it.each<[string, (work: Work) => unknown, { readonly reason: unknown; readonly failed: object }]>([
    ['throws', () => Promise.reject(new Error('no such model')), { reason: 'It broke: no such model', failed: { class: 'code' } }],
    ['throws nothing in particular', () => Promise.reject(undefined), { reason: 'It broke: undefined', failed: { class: 'code' } }],
    ['hands in nonsense', () => ({ handed: 'off' }), { reason: expect.stringContaining('cannot be read'), failed: { class: 'code' } }],
    [
      'says that it failed',
      () => ({ failed: { class: 'limit', reason: 'quota', retry_after_s: 60, packet: { attempted: 'half' } } }),
      { reason: 'quota', failed: { class: 'limit', retry_after_s: 60, packet: { attempted: 'half' } } },
    ],
  ])('an executor that %s is a failed attempt', async (_what, run, body) => {
    await opened({}).take(AGENT, executor(run), RING);
    const [told] = bodies('release');
    expect(told).toEqual({ claim_epoch: 2, ...body, failed: { packet: seen(told.reason), ...body.failed } });
    expect(posted('handoffs')).toEqual([]);
  });

  describe('a handoff that a rule refuses', () => {
    const REASONS = [{ code: 'failing_check', detail: 'unit' }];
    const refused = problem(422, 'phase_exit_failed', { reasons: REASONS });
    const reason = 'Its handoff was refused: phase_exit_failed: It is phase_exit_failed.';
    const why = [
      { finding: 'phase_exit_failed: It is phase_exit_failed.', source: 'the API' },
      { finding: JSON.stringify(REASONS[0]), source: 'the API' },
    ];

    it('is a failed attempt that says which', async () => {
      await opened({ handoffs: [refused] }).take(AGENT, done, RING);
      const packet = { attempted: 'A handoff to reviewing.', observed: why };
      expect(bodies('release')).toEqual([{ claim_epoch: 2, reason, failed: { class: 'code', packet } }]);
    });

    it('loses nothing of what its agent found out', async () => {
      const own = { attempted: 'Two of three.', observed: [{ finding: 'It leaks.' }], failed_approaches: [{ approach: 'A pool.' }] };
      const outcome = { handoff: { phase: 'reviewing', state_delta: { packet: own } } };
      await opened({ handoffs: [refused] }).take(
        AGENT,
        executor(() => outcome),
        RING,
      );
      expect(bodies('release')[0].failed.packet).toEqual({ ...own, observed: [...why, ...own.observed] });
    });

    it('is told without its own packet where the API has none of that', async () => {
      const outcome = { handoff: { phase: 'reviewing', state_delta: { packet: { attempted: 'Too much.' } } } };
      const desk = opened({ handoffs: [problem(413, 'too_large')], release: [problem(413, 'too_large'), json(200, {})] });
      await desk.take(
        AGENT,
        executor(() => outcome),
        RING,
      );
      const [, told] = bodies('release');
      expect(told.failed.packet).toEqual(seen(told.reason));
    });

    it('is not told under a claim that is over', async () => {
      await opened({ handoffs: [refused], release: [problem(409, 'stale_claim')] }).take(AGENT, done, RING);
      expect(posted('release')).toHaveLength(1);
      expect(said().at(-1)).toEqual(['warn', 'The claim is over; what came of it is dropped. It is stale_claim.']);
    });
  });

  describe('a handoff that lacks evidence', () => {
    const lacks = (...reasons: { code: string; detail: string }[]) => problem(422, 'phase_exit_failed', { reasons });
    const missing = { code: 'evidence_missing', detail: 'unit has not been run by the service' };
    const offers = (...names: string[]) => json(200, { actions: [{ do: 'check', body: { names } }] });
    const accepted = json(201, { version: 6 });

    it('is sent again, under the same key, once the service has run what it says is due', async () => {
      const desk = opened({
        handoffs: [lacks(missing), problem(409, 'version_conflict', { current_version: 5 }), accepted],
        next: [offers('unit', 'lint')],
        checks: [json(202, { status: 'running' }), lost, json(200, { status: 'finished' })],
      });
      await desk.take(AGENT, done, RING);
      expect(bodies('checks')).toEqual(Array(3).fill({ names: ['unit', 'lint'], claim_epoch: 2 }));
      expect(new Set(posted('checks').map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['T1-v3-e2-checks']));
      expect(bodies('handoffs').map(({ expected_version }) => expected_version)).toEqual([4, 4, 5]);
      expect(posted('release')).toEqual([]);
    });

    it('is a failed attempt when that did not help, and nothing is run a second time', async () => {
      const failing = { code: 'failing_check', detail: 'unit' };
      const desk = opened({
        handoffs: [lacks(missing), lacks(failing)],
        next: [offers('unit')],
        checks: [json(200, { status: 'finished' })],
      });
      await desk.take(AGENT, done, RING);
      expect([posted('checks').length, posted('handoffs').length]).toEqual([1, 2]);
      expect(bodies('release')[0].failed.packet.observed).toContainEqual({ finding: JSON.stringify(failing), source: 'the API' });
    });

    it('is looked at anew where the service saw a failure before, and only for that', async () => {
      const desk = opened({
        handoffs: [lacks({ code: 'failing_check', detail: 'unit' }), accepted],
        next: [offers('unit', 'hours-of-load')],
        checks: [json(200, { status: 'finished' })],
      });
      await desk.take(AGENT, done, RING);
      expect(bodies('checks')).toEqual([{ names: ['unit'], claim_epoch: 2 }]);
      expect(posted('release')).toEqual([]);
    });

    it.each([
      ['something else is in the way too', [missing, { code: 'open_blocker', detail: 'I3' }], offers('unit')],
      ['a failure was only reported, of what the service cannot run', [{ code: 'failing_check', detail: 'safari' }], offers('unit')],
      ['there is nothing to run', [missing], json(200, { actions: [] })],
    ])('has nothing run where %s', async (_what, reasons, next) => {
      await opened({ handoffs: [lacks(...reasons)], next: [next] }).take(AGENT, done, RING);
      expect([posted('checks').length, posted('release').length]).toEqual([0, 1]);
    });
  });

  it.each([
    ['ends then', (settle: (outcome: unknown) => void, { signal }: Work) => signal.addEventListener('abort', () => settle(undefined))],
    ['does not even end then', () => undefined],
  ])(
    'one that is not done in time, and %s, is a failed attempt',
    async (_what, run) => {
      const desk = opened({}, { timeoutMs: 30, graceMs: 30 });
      await desk.take(
        AGENT,
        executor((work) => new Promise((settle) => run(settle, work))),
        RING,
      );
      expect(works[0]?.signal.reason).toEqual({ why: 'timeout', afterMs: 30 });
      const [told] = bodies('release');
      expect(told.failed).toEqual({ class: 'code', packet: seen(told.reason) });
    },
    20_000,
  );

  it('goes on with the trace of the ring, up to what it asks of the API', async () => {
    const traces = new Traces();
    try {
      const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
      await opened({}).take(AGENT, done, { ...RING, trace: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } });
      expect(traces.spans().map((span) => [span.name, span.spanContext().traceId])).toEqual([
        ['executor run', traceId],
        ['worker job', traceId],
      ]);
      expect(posted('handoffs')[0]?.headers.traceparent).toContain(traceId);
    } finally {
      await traces.end();
    }
  });

  describe('on closing', () => {
    it('gives the work back when it does not end by itself, without calling that a failure', async () => {
      const desk = opened({});
      const taking = desk.take(
        AGENT,
        executor(({ signal }) => new Promise((_, fail) => signal.addEventListener('abort', fail))),
        RING,
      );
      await wire.heard(2);
      await desk.close({ finishMs: 10, giveBackMs: 5_000 });
      await taking;
      expect(bodies('release')).toEqual([{ claim_epoch: 2, reason: 'The worker that had it was stopped.' }]);
    });

    it('brings home what gets done in time', async () => {
      const desk = opened({});
      const taking = desk.take(
        AGENT,
        executor(() => new Promise((settle) => setTimeout(() => settle(DONE), 50))),
        RING,
      );
      await wire.heard(2);
      await desk.close({ finishMs: 5_000, giveBackMs: 5_000 });
      await taking;
      expect([posted('handoffs').length, posted('release').length]).toEqual([1, 0]);
    });

    it('begins nothing more: neither with a new ring nor with a claim that was on its way', async () => {
      const desk = opened({ claim: [(response, seen) => void setTimeout(() => json(200, CLAIMED)(response, seen), 100)] });
      const taking = desk.take(AGENT, done, RING);
      await wire.heard(1);
      const closing = desk.close({ finishMs: 5_000, giveBackMs: 5_000 });
      await desk.take(AGENT, done, { task_id: 'T2', version: 1 });
      await Promise.all([closing, taking]);
      expect(works).toEqual([]);
      expect([posted('claim').length, posted('release').length]).toEqual([1, 1]);
    });

    it('does not wait for an API that is away', async () => {
      const desk = opened({ handoffs: [lost], claim: [json(200, CLAIMED), lost] });
      const taking = [desk.take(AGENT, done, RING), desk.take(AGENT, done, { task_id: 'T2', version: 1 })];
      await wire.heard(4);
      await desk.close({ finishMs: 10, giveBackMs: 10 });
      await Promise.all(taking);
      expect(log.join()).toContain('This worker stopped before the API took the result');
    });
  });
});
