import { RunningApi, type Who } from '../support/running-api.js';
import { sayRaw } from '../support/say-raw.js';
import { SlowUpload } from '../support/slow-upload.js';

/** Status and code of a raw answer; its body must be a problem that says the same. */
const problemIn = (answer: string): [number, string] => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^content-type: application\/problem\+json/im);
  expect(head).toMatch(/^x-request-id: \S{8,}/im);
  const problem = JSON.parse(body) as { status: number; code: string; request_id: string; type: string };
  expect(head).toContain(`HTTP/1.1 ${problem.status} `);
  expect(problem.type).toBe(`/docs/errors#${problem.code}`);
  expect(problem.request_id).toMatch(/\S{8}/);
  return [problem.status, problem.code];
};

describe('who may arrive', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({ env: { JERRY_ALLOWED_HOSTS: 'jerry.example,proxy.example:8443' }, config: { limits: { in_flight: 4 } } });
    await api.call('human:mira', 'POST', '/v1/tasks', { task_id: 'T1', task_title: 'Sign in' });
  });
  afterAll(() => api.close());

  const ask = async (headers: Record<string, string>, who: Who = 'viewer:eve') => {
    const { status, body } = await api.call(who, 'GET', '/v1/tasks/T1', undefined, headers);
    return status === 200 ? 200 : `${status} ${body.code}`;
  };

  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1:4777', '[::1]:80', '[::1]', 'jerry.example', 'Jerry.Example:99', 'proxy.example:8443'])(
    'lets in the host %s, and pages from there',
    async (host) => {
      expect(await ask({ host })).toBe(200);
      expect(await ask({ origin: `http://${host}` })).toBe(200);
      expect(await ask({ origin: `https://${host}` })).toBe(200);
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example',
    'evil.example:4777',
    '127.0.0.1.evil.example',
    'localhost.',
    '127.0.0.2',
    '0.0.0.0',
    '[::2]',
    'proxy.example',
    'proxy.example:84430',
    'user@localhost',
    'localhost:80:80',
    'localhost/',
    'localhost:x',
  ])('keeps out the host %j, and pages from there, before anybody is asked who they are', async (host) => {
    for (const who of ['admin:local', null]) {
      expect(await ask({ host }, who)).toBe('403 forbidden');
      expect(await ask({ origin: `http://${host}` }, who)).toBe('403 forbidden');
    }
  });

  it.each(['null', 'file://', 'chrome-extension://localhost', 'http://localhost/', 'http://localhost, http://evil.example', 'localhost'])(
    'keeps out the origin %j',
    async (origin) => expect(await ask({ origin })).toBe('403 forbidden'),
  );

  it('says what to do about it, also on health and on a path that cannot be read', async () => {
    const { status, body } = await api.call(null, 'GET', '/health/live', undefined, { host: 'evil.example' });
    expect([status, body.detail]).toEqual([403, expect.stringContaining('JERRY_ALLOWED_HOSTS')]);
    expect((await api.call(null, 'GET', '/v1/%zz', undefined, { host: 'evil.example' })).status).toBe(403);
  });

  it.each([
    ['PUT', '/v1/tasks', 'POST, GET, HEAD'],
    ['DELETE', '/v1/tasks/T1', 'GET, HEAD, PATCH'],
    ['GET', '/v1/tasks/T1/handoffs?x=1', 'POST'],
    ['OPTIONS', '/v1/tokens', 'POST, GET, HEAD'],
    ['POST', '/health/live', 'GET, HEAD'],
  ])('answers %s %s with 405 and what the address takes', async (method, path, allow) => {
    const { status, headers, body } = await api.call('admin:local', method, path);
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    expect(String(headers.allow).split(', ').sort()).toEqual(allow.split(', ').sort());
    expect((await api.call(null, method, path)).status).toBe(401);
  });

  it('answers HEAD as GET, without the body', async () => {
    const got = await api.call('viewer:eve', 'GET', '/v1/tasks/T1');
    const head = await api.call('viewer:eve', 'HEAD', '/v1/tasks/T1');
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', got.headers.etag]);
    expect((await api.call(null, 'HEAD', '/v1/tasks/T1')).status).toBe(401);
    expect((await api.call('viewer:eve', 'HEAD', '/v1/tokens')).status).toBe(403);
    expect((await api.call('viewer:eve', 'HEAD', '/v1/tasks/T2')).status).toBe(404);
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'invalid_request'],
    ['headers without end', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
    ['an address without end', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, 431, 'too_large'],
    [
      'two lengths',
      'POST /v1/tasks HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'invalid_request',
    ],
    ['an odd chunk', 'POST /v1/tasks HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 400, 'invalid_request'],
    ['an odd expectation', 'POST /v1/tasks HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\n\r\n', 417, 'invalid_request'],
    ['no host', 'GET /health/live HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'invalid_request'],
    ['no host, as once was allowed', 'GET /health/live HTTP/1.0\r\n\r\n', 400, 'invalid_request'],
    ['an empty host', 'GET /health/live HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n', 403, 'forbidden'],
    ['an address elsewhere', 'GET http://evil.example/ HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 401, 'unauthorized'],
    ['a path that cannot be read', 'GET /v1/%c0%ae HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 401, 'unauthorized'],
  ] as const)('answers %s with a problem', async (_, request, status, code) => {
    expect(problemIn(await sayRaw(api.address, request))).toEqual([status, code]);
  });

  describe('while a body is on its way', () => {
    const head = (lines: readonly string[]) =>
      `POST /v1/tasks HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${lines.join('\r\n')}\r\n\r\n`;

    it('answers whoever is not known before any of it has come, and does not ask for it', async () => {
      for (const lines of [['content-length: 100'], ['content-length: 100', 'expect: 100-continue'], ['transfer-encoding: chunked']]) {
        const answer = await sayRaw(api.address, head(['content-type: application/json', ...lines]));
        expect(problemIn(answer)).toEqual([401, 'unauthorized']);
      }
    });

    it.each([
      ['one that is too large', ['content-length: 262145', 'content-type: application/json'], [413, 'too_large']],
      ['one that is too large before one that is no JSON', ['content-length: 262145', 'content-type: text/plain'], [413, 'too_large']],
      ['one that is no JSON', ['content-length: 1', 'content-type: text/json'], [415, 'unsupported_media_type']],
      ['one that says nothing of itself', ['content-length: 1'], [415, 'unsupported_media_type']],
      [
        'one that is packed',
        ['content-length: 1', 'content-type: application/json', 'content-encoding: gzip'],
        [415, 'unsupported_media_type'],
      ],
    ] as const)('refuses %s without waiting for it', async (_, lines, refusal) => {
      const token = await api.tokenOf('human:mira');
      const answer = await sayRaw(api.address, head([`authorization: Bearer ${token}`, 'expect: 100-continue', ...lines]));
      expect(problemIn(answer)).toEqual(refusal);
    });

    it('counts it as underway, and refuses one too many at once; calls that wait do not count', async () => {
      const token = await api.tokenOf('human:slow');
      const started = head([
        `authorization: Bearer ${token}`,
        'content-type: application/json',
        'content-length: 9',
        'expect: 100-continue',
      ]);
      const waiting = Array.from({ length: 6 }, () =>
        api.call('human:slow', 'GET', '/v1/tasks/T1?wait_s=30', undefined, { 'if-none-match': '"1"' }),
      );
      const uploads = Array.from({ length: 4 }, () => new SlowUpload(api.address, started));
      await Promise.all(uploads.map((upload) => upload.invited));
      const refused = await api.call('human:slow', 'GET', '/v1/tasks/T1');
      expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'rate_limited', '1']);
      expect((await api.call('human:mira', 'GET', '/v1/tasks/T1')).status).toBe(200);
      for (const upload of uploads) upload.finish('not json!');
      expect(await Promise.all(uploads.map(async ({ answered }) => problemIn(await answered)))).toEqual(
        Array(4).fill([400, 'invalid_request']),
      );
      expect((await api.call('human:mira', 'PATCH', '/v1/tasks/T1', { labels: ['woken'] })).status).toBe(200);
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    });
  });

  it('ends the streams of a token that is revoked, or whose time is over', async () => {
    const follow = async (body: object) => {
      const made = await api.call<{ id: string; token: string }>('admin:local', 'POST', '/v1/tokens', body);
      const stream = await fetch(`${api.address}/v1/events`, { headers: { authorization: `Bearer ${made.body.token}` } });
      expect(stream.status).toBe(200);
      return { id: made.body.id, cut: expect(stream.text()).rejects.toThrow() };
    };
    const revoked = await follow({ principal: 'viewer:gone' });
    const brief = await follow({ principal: 'viewer:brief', expires_in_s: 5 });
    expect((await api.call('admin:local', 'DELETE', `/v1/tokens/${revoked.id}`)).status).toBe(204);
    await Promise.all([revoked.cut, brief.cut]);
  });

  it('ends a call that waits when its token is revoked, and knows nobody by it afterwards', async () => {
    const made = await api.call<{ id: string; token: string }>('admin:local', 'POST', '/v1/tokens', { principal: 'viewer:gone' });
    const { version } = (await api.call('viewer:eve', 'GET', '/v1/tasks/T1')).body;
    const headers = { authorization: `Bearer ${made.body.token}`, 'if-none-match': `"${version}"` };
    const waits = api.call(null, 'GET', '/v1/tasks/T1?wait_s=30', undefined, headers);
    const ends = expect(waits).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await api.call('admin:local', 'DELETE', `/v1/tokens/${made.body.id}`)).status).toBe(204);
    await ends;
    expect((await api.call(null, 'GET', '/v1/tasks/T1', undefined, headers)).status).toBe(401);
    expect((await api.call(null, 'GET', '/v1/events', undefined, headers)).status).toBe(401);
    expect((await api.call('admin:local', 'DELETE', `/v1/tokens/${made.body.id}`)).body.code).toBe('token_not_found');
  });
});

describe('how often one may arrive', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({ config: { limits: { requests_per_s: 10 } } });
  });
  afterAll(() => api.close());

  it.each([
    ['somebody known', 'viewer:eve', '/v1/tasks', 200],
    ['strangers at one address', null, '/v1/tasks', 401],
    ['whoever asks what anybody may', null, '/health/live', 200],
  ] as const)('bounds %s, says when to come again, and lets others through', async (_, who, path, usual) => {
    await api.tokenOf('human:mira');
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.call(who, 'GET', path)));
    const refused = answers.filter(({ status }) => status !== usual);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, headers, body } of refused)
      expect([status, headers['retry-after'], body.code, body.retryable]).toEqual([429, '1', 'rate_limited', true]);
    expect((await api.call('human:mira', 'GET', '/v1/tasks')).status).toBe(200);
  });
});
