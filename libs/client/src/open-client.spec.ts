import { ApiError, type Client, openClient, rebase, Unreachable } from '@app/client';
import { ERROR_CODES, type ErrorCode, operationsOf } from '@app/handoff';
import { ENGINEER, Walk } from '../../../test/support/walk.js';
import { type Answer, cut, json, lost, problem, Wire } from '../../../test/support/wire.js';
import { backOffMs } from './sending/back-off.js';

const DONE = { task_id: 'T1', version: 2 };
const busy = (code: string, headers?: Record<string, string>): Answer => problem(503, code, { retryable: true }, headers);

describe('openClient', () => {
  let wire: Wire;
  let client: Client;
  const waits: number[] = [];

  beforeAll(async () => {
    wire = await Wire.open();
    client = openClient({ baseUrl: wire.address, token: 'secret', onWait: (_failure, ms) => waits.push(ms) });
  });
  beforeEach(() => {
    wire.seen.splice(0);
    waits.splice(0);
  });
  afterAll(() => wire.close());

  describe('a call', () => {
    it('goes where the table says, with its body, its query and its token', async () => {
      wire.answers(json(200, DONE));
      await client.claim('T1', { expected_version: 1, instance: 'w1' }, { query: { include: 'state' }, minimal: true });
      await client.lookUp('a/b', { handle: 'decisions@17', cursor: undefined });
      await client.version('T1', 7, {});
      await client.prepareHandoff('T1', { phase: 'testing', expected_version: 3 }, { query: { max_tokens: 300 } });
      await client.me();
      expect(wire.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
        'POST /v1/tasks/T1/claim?include=state',
        'GET /v1/tasks/a%2Fb/lookup?handle=decisions%4017',
        'GET /v1/tasks/T1/versions/7',
        'POST /v1/tasks/T1/handoffs?dry_run=true&max_tokens=300',
        'GET /v1/me',
      ]);
      const [claim] = wire.seen;
      expect(claim?.headers).toMatchObject({
        authorization: 'Bearer secret',
        'content-type': 'application/json',
        prefer: 'return=minimal',
      });
      expect(JSON.parse(claim?.body ?? '')).toEqual({ expected_version: 1, instance: 'w1' });
    });

    it('gives plain text as text, nothing as nothing, and what it does not know as it came', async () => {
      wire.answers((response) => void response.end('Claim, then hand off.'));
      expect(await client.guide()).toBe('Claim, then hand off.');
      expect(wire.seen[0]?.headers.accept).toBe('text/plain');
      wire.answers((response) => void response.writeHead(204).end());
      expect(await client.revokeToken('t1')).toBeUndefined();
      wire.answers(json(200, { ...DONE, invented_later: true }));
      expect(await client.task('T1', {})).toMatchObject({ invented_later: true });
    });

    it('waits for a change by version, and tells none from one', async () => {
      wire.answers((response) => void response.writeHead(304).end(), json(200, DONE));
      expect(await client.taskAfter('T1', 1)).toBeNull();
      expect(await client.taskAfter('T1', 1, 5)).toEqual(DONE);
      expect(wire.seen.map(({ url, headers }) => [url, headers['if-none-match']])).toEqual([
        ['/v1/tasks/T1?wait_s=30', '"1"'],
        ['/v1/tasks/T1?wait_s=5', '"1"'],
      ]);
    });
  });

  describe('a refusal', () => {
    it('is an ApiError with all of the problem', async () => {
      wire.answers(problem(409, 'version_conflict', { current_version: 5, next: { you: 'are late' } }));
      const refusal: unknown = await client.update('T1', { expected_version: 1, state_delta: {} }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ApiError);
      expect(refusal).toMatchObject({ status: 409, code: 'version_conflict', retryable: false, detail: 'It is version_conflict.' });
      expect(refusal).toMatchObject({ problem: { current_version: 5, next: { you: 'are late' } } });
    });

    // Which codes are worth a second try is the service's own word; this is the whole table, each code as the service sends it.
    it.each(Object.keys(ERROR_CODES) as ErrorCode[])('%s is sent again exactly if that can help', async (code) => {
      const { retryable } = ERROR_CODES[code];
      wire.answers(problem(retryable ? 503 : 422, code, { retryable }), json(200, DONE));
      const outcome: unknown = await client.cancel('T1', { reason: 'enough' }).catch((error: unknown) => error);
      expect(wire.seen).toHaveLength(retryable ? 2 : 1);
      if (retryable) expect(outcome).toEqual(DONE);
      else expect(outcome).toMatchObject({ code });
    });

    it.each([502, 503, 504, 429])('%i from something in between is sent again, whatever page comes with it', async (status) => {
      wire.answers((response) => void response.writeHead(status).end('<html>Bad gateway</html>'), json(200, DONE));
      expect(await client.task('T1', {})).toEqual(DONE);
    });

    it.each([404, 500, 501])('%i from something in between is not', async (status) => {
      wire.answers((response) => void response.writeHead(status).end('<html>What?</html>'));
      await expect(client.task('T1', {})).rejects.toMatchObject({ status, code: 'unknown', retryable: false });
      expect(wire.seen).toHaveLength(1);
    });
  });

  describe('a lost answer', () => {
    it.each([
      ['was never sent', lost],
      ['was cut off', cut],
    ])('that %s is asked for again by the very same request', async (_what, fault) => {
      wire.answers(fault, fault, json(201, DONE));
      await client.reassign('T1', { target_agent: 'dev-qa', reason: 'holiday' });
      expect(wire.seen).toHaveLength(3);
      expect(new Set(wire.seen.map(({ body, headers }) => `${headers['idempotency-key']} ${body}`)).size).toBe(1);
      expect(wire.seen[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    });

    it('needs no key where the version tells a replay, keeps a key it was given, and makes another for the next call', async () => {
      wire.answers(json(201, DONE));
      await client.handOff('T1', { phase: 'implementing', expected_version: 1 });
      await client.handOff('T1', { phase: 'implementing', expected_version: 1 }, { idempotencyKey: 'T1-v1-e1' });
      await client.release('T1', { claim_epoch: 1, reason: 'lunch' });
      await client.release('T1', { claim_epoch: 1, reason: 'lunch' });
      const keys = wire.seen.map(({ headers }) => headers['idempotency-key']);
      expect(keys.slice(0, 2)).toEqual([undefined, 'T1-v1-e1']);
      expect(keys[2]).not.toBe(keys[3]);
    });

    it('is not asked for again where that would be a second deed; what was refused for the moment is', async () => {
      wire.answers(lost);
      await expect(client.createToken({ principal: 'agent:dev-qa' })).rejects.toBeInstanceOf(Unreachable);
      wire.answers(busy('outcome_unknown'));
      await expect(client.createToken({ principal: 'agent:dev-qa' })).rejects.toMatchObject({ code: 'outcome_unknown' });
      expect(wire.seen).toHaveLength(2);
      wire.answers(busy('overloaded'), json(201, { id: 'k1' }));
      expect(await client.createToken({ principal: 'agent:dev-qa' })).toEqual({ id: 'k1' });
    });
  });

  describe('patience', () => {
    it('asks again no sooner than it was told', async () => {
      wire.answers(busy('overloaded', { 'retry-after': '1' }), json(200, DONE));
      await client.task('T1', {});
      expect(waits).toHaveLength(1);
      expect(waits[0]).toBeGreaterThanOrEqual(1_000);
    });

    it('understands a moment as well as a number of seconds', async () => {
      const inAMinute = new Date(Date.now() + 60_000).toUTCString();
      wire.answers(busy('overloaded', { 'retry-after': inAMinute }));
      const refusal: unknown = await client.task('T1', {}).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ApiError);
      expect((refusal as ApiError).retryAfterS).toBeGreaterThan(50);
    });

    it('ends with the last failure when the next wait would be too long', async () => {
      wire.answers(busy('overloaded', { 'retry-after': '60' }));
      await expect(client.task('T1', {}, { patienceMs: 5_000 })).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 60 });
      expect(wire.seen).toHaveLength(1);
    });

    it('ends at once when it is called off, while waiting and while asking', async () => {
      const off = new AbortController();
      wire.answers(busy('overloaded', { 'retry-after': '60' }));
      const waiting = client.task('T1', {}, { patienceMs: Number.POSITIVE_INFINITY, signal: off.signal });
      await wire.heard(1);
      off.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');

      const offAgain = new AbortController();
      wire.answers(() => undefined);
      const asking = client.task('T1', {}, { signal: offAgain.signal });
      await wire.heard(2);
      offAgain.abort(new Error('really'));
      await expect(asking).rejects.toThrow('really');
      await expect(client.task('T1', {}, { signal: offAgain.signal })).rejects.toThrow('really');
      expect(wire.seen).toHaveLength(2);
    });

    it('takes silence for a lost answer', async () => {
      const hasty = openClient({ baseUrl: wire.address, timeoutMs: 50 });
      wire.answers(() => undefined, json(200, DONE));
      expect(await hasty.task('T1', {})).toEqual(DONE);
      await expect(openClient({ baseUrl: 'http://127.0.0.1:1', patienceMs: 0 }).me()).rejects.toThrow(Unreachable);
    });

    it('grows from try to try, up to a limit, and differs from caller to caller', () => {
      const steps = [0, 1, 2, 20].map((failures) => [backOffMs(failures, null, () => 0), backOffMs(failures, null, () => 1)]);
      expect(steps).toEqual([
        [100, 200],
        [200, 400],
        [400, 800],
        [5_000, 10_000],
      ]);
      expect(backOffMs(0, 3, () => 0.5)).toBe(3_100);
    });
  });

  describe('rebase', () => {
    it('makes the newest state from the caller’s own and the conflict, and leaves the caller’s alone', () => {
      const walk = new Walk();
      const base = walk.create();
      const now = walk.hand(ENGINEER, 'implementing', { warnings: ['thin ice'] });
      const conflict = { code: 'version_conflict', status: 409, title: '', detail: '', retryable: false } as const;
      const told = { ...conflict, current_version: 2, patch: operationsOf(walk.record, 2) };
      expect(rebase(told, base)).toEqual(now);
      expect(base.version).toBe(1);
      expect(rebase({ ...told, patch: null }, base)).toBeNull();
      expect(rebase({ ...told, current_version: 9 }, base)).toBeNull();
      expect(rebase({ ...told, patch: [{ op: 'remove', path: '/nowhere/at/all' }] }, base)).toBeNull();
    });
  });
});
