import { gzipSync } from 'node:zlib';
import { RunningApi } from '../support/running-api.js';
import { sayRaw } from '../support/say-raw.js';
import { snapshotOf } from '../support/snapshot-of.js';

const BODY_BYTES = 256 * 1024;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** What is derived, and follows in its own time. */
const FOLLOWS = /[/](tokens|state)([/]|$)/;

describe('bodies at their limits', () => {
  let api: RunningApi;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) => api.call('human:mira', 'POST', path, body, headers);
  /** Tried out: the answer is the real one, and nothing is written. */
  const tryOut = (state_delta: object) =>
    post('/v1/tasks/T1/handoffs?dry_run=true', { phase: 'implementing', expected_version: 1, state_delta });
  const answered = ({ status, body }: { status: number; body: Readonly<Record<string, unknown>> }) =>
    status < 300 ? status : `${status} ${body.code}`;

  beforeAll(async () => {
    api = await RunningApi.open();
    await post('/v1/tasks', { task_id: 'T1', task_title: 'Sign in' });
  });
  afterAll(() => api.close());

  it('have 256 KiB and not a byte more', async () => {
    const sized = (bytes: number) => {
      const body = JSON.stringify({ phase: 'implementing', expected_version: 1 });
      return `${body}${' '.repeat(bytes - body.length)}`;
    };
    expect(answered(await post('/v1/tasks/T1/handoffs?dry_run=true', sized(BODY_BYTES)))).toBe(200);
    expect(answered(await post('/v1/tasks/T1/handoffs?dry_run=true', sized(BODY_BYTES + 1)))).toBe('413 too_large');
    // Also where nobody says beforehand how long it is.
    const chunked = async (bytes: number) =>
      sayRaw(
        api.address,
        [
          'POST /v1/tasks/T1/handoffs?dry_run=true HTTP/1.1',
          'host: localhost',
          'connection: close',
          'content-type: application/json',
          'transfer-encoding: chunked',
          `authorization: Bearer ${await api.tokenOf('human:mira')}`,
          '',
          bytes.toString(16),
          sized(bytes),
          '0',
          '',
          '',
        ].join('\r\n'),
      );
    expect(await chunked(BODY_BYTES)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await chunked(BODY_BYTES + 1)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('are 16 levels deep and not one more', async () => {
    // The body, its delta, its packet and the payload are four.
    const deep = (levels: number) =>
      `{"phase":"implementing","expected_version":1,"state_delta":{"packet":{"payload":{"x":${nested(levels - 4)}}}}}`;
    expect(answered(await post('/v1/tasks/T1/handoffs?dry_run=true', deep(16)))).toBe(200);
    expect(answered(await post('/v1/tasks/T1/handoffs?dry_run=true', deep(17)))).toBe('400 invalid_request');
  });

  it.each([
    ['200 artifacts', 200, (count: number) => ({ artifacts: times(count, (index) => ({ path: `src/${index}.ts` })) })],
    ['50 decisions', 50, (count: number) => ({ decisions: times(count, () => ({ decision: 'x' })) })],
    ['50 issues', 50, (count: number) => ({ issues_raised: times(count, () => ({ issue: 'x', severity: 'low' })) })],
    ['50 warnings', 50, (count: number) => ({ warnings: times(count, () => 'x') })],
    ['50 checks', 50, (count: number) => ({ checks: times(count, (index) => ({ name: `c${index}`, passed: true })) })],
    ['50 findings', 50, (count: number) => ({ packet: { observed: times(count, () => ({ finding: 'x' })) } })],
    ['50 left undone', 50, (count: number) => ({ packet: { not_done: times(count, () => ({ item: 'x' })) } })],
    ['50 alternatives', 50, (count: number) => ({ decisions: [{ decision: 'x', alternatives: times(count, () => 'x') }] })],
    ['an issue of 2,000 characters', 2_000, (count: number) => ({ issues_raised: [{ issue: 'x'.repeat(count), severity: 'low' }] })],
    [
      'an action of 1,000 characters',
      1_000,
      (count: number) => ({ issues_raised: [{ issue: 'x', severity: 'low', suggested_action: 'x'.repeat(count) }] }),
    ],
    ['a decision of 1,000 characters', 1_000, (count: number) => ({ decisions: [{ decision: 'x'.repeat(count) }] })],
    ['a rationale of 4,000 characters', 4_000, (count: number) => ({ decisions: [{ decision: 'x', rationale: 'x'.repeat(count) }] })],
    ['a finding of 2,000 characters', 2_000, (count: number) => ({ packet: { observed: [{ finding: 'x'.repeat(count) }] } })],
    ['a warning of 2,000 characters', 2_000, (count: number) => ({ warnings: ['x'.repeat(count)] })],
    ['a path of 512 characters', 512, (count: number) => ({ artifacts: [{ path: 'x'.repeat(count) }] })],
    ['a payload of 4 KiB', 4_096, (count: number) => ({ packet: { payload: { x: 'x'.repeat(count - '{"x":""}'.length) } } })],
  ] as const)('hold %s and not one more', async (_, limit, delta) => {
    expect(answered(await tryOut(delta(limit)))).toBe(200);
    const over = await tryOut(delta(limit + 1));
    expect(answered(over)).toBe('400 invalid_request');
    expect(over.body.errors).toHaveLength(1);
  });

  it.each([
    ['a title of 200 characters', 200, (count: number) => ({ task_title: 'x'.repeat(count) })],
    ['a goal of 4,000 characters', 4_000, (count: number) => ({ task_title: 'x', goal: 'x'.repeat(count) })],
    ['20 criteria', 20, (count: number) => ({ task_title: 'x', acceptance_criteria: times(count, () => 'x') })],
    ['a criterion of 500 characters', 500, (count: number) => ({ task_title: 'x', acceptance_criteria: ['x'.repeat(count)] })],
    ['20 labels', 20, (count: number) => ({ task_title: 'x', labels: times(count, (index) => `l${index}`) })],
    ['a label of 64 characters', 64, (count: number) => ({ task_title: 'x', labels: ['x'.repeat(count)] })],
    ['a name of 64 characters', 64, (count: number) => ({ task_title: 'x', task_id: 'N'.repeat(count) })],
  ] as const)('make a task with %s and not one more', async (_, limit, body) => {
    expect(answered(await post('/v1/tasks', body(limit)))).toBe(201);
    expect(answered(await post('/v1/tasks', body(limit + 1)))).toBe('400 invalid_request');
  });

  it('take an idempotency key of 255 characters and not one more', async () => {
    const keyed = (count: number) => post('/v1/tasks', { task_title: 'x' }, { 'idempotency-key': 'k'.repeat(count) });
    expect([answered(await keyed(255)), answered(await keyed(256)), answered(await keyed(0))]).toEqual([
      201,
      '400 invalid_request',
      '400 invalid_request',
    ]);
  });

  it.each([
    ['10 MB of brackets', '['.repeat(10_000_000), {}, '413 too_large'],
    ['10 MB of text', `"${'x'.repeat(10_000_000)}"`, {}, '413 too_large'],
    ['a million numbers', JSON.stringify(times(1_000_000, () => 1)), {}, '413 too_large'],
    ['a hundred thousand numbers', JSON.stringify(times(100_000, () => 1)), {}, '400 invalid_request'],
    ['as many brackets as fit', '['.repeat(BODY_BYTES), {}, '400 invalid_request'],
    ['as many objects as fit', '{"a":'.repeat(50_000), {}, '400 invalid_request'],
    ['as many unknown keys as fit', `{${times(20_000, (index) => `"k${index}":1`).join(',')}}`, {}, '400 invalid_request'],
    ['a key that reaches into what objects are', '{"task_title":"x","__proto__":{"admin":true}}', {}, '400 invalid_request'],
    ['one hidden further down', '{"task_title":"x","goal":{"constructor":{"prototype":{}}}}', {}, '400 invalid_request'],
    ['half a body', '{"task_title":', {}, '400 invalid_request'],
    ['no JSON', 'task_title=x', {}, '400 invalid_request'],
    ['a number', '7', {}, '400 invalid_request'],
    ['null', 'null', {}, '400 invalid_request'],
    ['a list', '[]', {}, '400 invalid_request'],
    ['a text', '"x"', {}, '400 invalid_request'],
    ['nothing', '', {}, '400 invalid_request'],
    ['a form', 'task_title=x', { 'content-type': 'application/x-www-form-urlencoded' }, '415 unsupported_media_type'],
    [
      'what calls itself something like JSON',
      '{"task_title":"x"}',
      { 'content-type': 'application/json-patch+json' },
      '415 unsupported_media_type',
    ],
    ['what calls itself a file', '{"task_title":"x"}', { 'content-type': 'multipart/form-data; boundary=x' }, '415 unsupported_media_type'],
    [
      'what calls itself two things',
      '{"task_title":"x"}',
      { 'content-type': 'text/plain, application/json' },
      '415 unsupported_media_type',
    ],
    ['what is packed', gzipSync('{"task_title":"x"}'), { 'content-encoding': 'gzip' }, '415 unsupported_media_type'],
    ['what is packed twice over', gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip, gzip' }, '415 unsupported_media_type'],
  ] as const)('that are %s are refused, change nothing, and keep nobody waiting', async (_, body, headers, refusal) => {
    const before = await snapshotOf(api.project, FOLLOWS);
    const [refused, ...others] = await Promise.all([
      post('/v1/tasks', body, headers),
      ...times(5, () => api.call('agent:dev-qa', 'GET', '/v1/tasks/T1')),
    ]);
    expect(refused === undefined ? '' : answered(refused)).toBe(refusal);
    expect(refused?.headers['content-type']).toContain('application/problem+json');
    expect(others.map(({ status }) => status)).toEqual(times(5, () => 200));
    expect(await snapshotOf(api.project, FOLLOWS)).toEqual(before);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  it('are not read at all where a call takes none, and not from whoever is not known', async () => {
    expect(answered(await api.call('admin:local', 'DELETE', '/v1/tokens/k000000000000', { x: 1 }))).toBe('400 invalid_request');
    for (const body of ['{"task_title":', '['.repeat(10_000_000), 'x']) {
      expect(answered(await api.call(null, 'POST', '/v1/tasks', body))).toBe('401 unauthorized');
    }
  });
});
