import { RunningApi, type Who } from '../support/running-api.js';
import { runningRoutes } from '../support/running-routes.js';
import { snapshotOf } from '../support/snapshot-of.js';
import { statusOf } from '../support/status-of.js';

const CALLERS = {
  none: null,
  admin: 'admin:local',
  human: 'human:mira',
  agent: 'agent:dev-engineer',
  viewer: 'viewer:eve',
  worker: 'worker:local-too',
} as const satisfies Record<string, Who>;
type Role = keyof typeof CALLERS;

/** What each of them gets, written out: `T0` is no task, and nothing here may change anything. */
type Expected = Readonly<Record<Role, number>>;
interface Row {
  /** Where `:names` have their values; with the least the route takes, so that roles are what decides. */
  readonly path: string;
  readonly body?: object;
  readonly expected: Expected;
}

const answers = (none: number, admin: number, human: number, agent: number, viewer: number, worker: number): Expected => ({
  ...{ none, admin, human, agent, viewer, worker },
});
const EVERYBODY = answers(200, 200, 200, 200, 200, 200);
const KNOWN = answers(401, 200, 200, 200, 200, 200);
const KNOWN_404 = answers(401, 404, 404, 404, 404, 404);
const WORKING_404 = answers(401, 404, 404, 404, 403, 404);
const PEOPLE_404 = answers(401, 404, 404, 403, 403, 403);
const DIGEST = '0'.repeat(64);

const ROWS: Readonly<Record<string, Row>> = {
  'GET /health/live': { path: '/health/live', expected: EVERYBODY },
  'GET /health/ready': { path: '/health/ready', expected: EVERYBODY },
  'GET /openapi.json': { path: '/openapi.json', expected: EVERYBODY },
  'GET /docs': { path: '/docs', expected: EVERYBODY },
  'GET /docs/errors': { path: '/docs/errors', expected: EVERYBODY },
  'GET /docs/assets/:name': { path: '/docs/assets/start.js', expected: EVERYBODY },
  'GET /metrics': { path: '/metrics', expected: KNOWN },
  // The id of a task that is there: nothing is made.
  'POST /v1/tasks': { path: '/v1/tasks', body: { task_id: 'T1', task_title: 'x' }, expected: answers(401, 409, 409, 409, 403, 403) },
  'GET /v1/tasks': { path: '/v1/tasks', expected: KNOWN },
  'GET /v1/tasks/:task_id': { path: '/v1/tasks/T1', expected: KNOWN },
  'PATCH /v1/tasks/:task_id': { path: '/v1/tasks/T0', body: { goal: 'x' }, expected: PEOPLE_404 },
  'GET /v1/tasks/:task_id/summary': { path: '/v1/tasks/T1/summary', expected: KNOWN },
  'GET /v1/tasks/:task_id/lookup': { path: '/v1/tasks/T1/lookup?handle=goal@1', expected: KNOWN },
  'GET /v1/tasks/:task_id/history': { path: '/v1/tasks/T1/history', expected: KNOWN },
  'GET /v1/tasks/:task_id/versions/:version': { path: '/v1/tasks/T1/versions/1', expected: KNOWN },
  'GET /v1/tasks/:task_id/diff': { path: '/v1/tasks/T1/diff?from=1&to=1', expected: KNOWN },
  'GET /v1/tasks/:task_id/verify': { path: '/v1/tasks/T1/verify', expected: KNOWN },
  'GET /v1/tasks/:task_id/events': { path: '/v1/tasks/T1/events', expected: KNOWN },
  'GET /v1/events': { path: '/v1/events', expected: KNOWN },
  'GET /v1/tasks/:task_id/next': { path: '/v1/tasks/T1/next', expected: KNOWN },
  'POST /v1/tasks/:task_id/handoffs': {
    path: '/v1/tasks/T0/handoffs',
    body: { phase: 'testing', expected_version: 1 },
    expected: WORKING_404,
  },
  'POST /v1/tasks/:task_id/updates': {
    path: '/v1/tasks/T0/updates',
    body: { expected_version: 1, state_delta: {} },
    expected: WORKING_404,
  },
  'POST /v1/tasks/:task_id/claim': { path: '/v1/tasks/T0/claim', body: {}, expected: WORKING_404 },
  'POST /v1/tasks/:task_id/heartbeat': { path: '/v1/tasks/T0/heartbeat', body: { claim_epoch: 1 }, expected: WORKING_404 },
  'POST /v1/tasks/:task_id/release': { path: '/v1/tasks/T0/release', body: { claim_epoch: 1, reason: 'x' }, expected: WORKING_404 },
  'POST /v1/tasks/:task_id/checks': { path: '/v1/tasks/T0/checks', body: { names: ['unit'] }, expected: WORKING_404 },
  'GET /v1/tasks/:task_id/checks/:run_id': { path: '/v1/tasks/T1/checks/0123456789ab', expected: WORKING_404 },
  'POST /v1/tasks/:task_id/fork': { path: '/v1/tasks/T0/fork', body: { version: 1 }, expected: PEOPLE_404 },
  'POST /v1/tasks/:task_id/reopen': { path: '/v1/tasks/T0/reopen', body: { reason: 'x' }, expected: PEOPLE_404 },
  'POST /v1/tasks/:task_id/reassign': {
    path: '/v1/tasks/T0/reassign',
    body: { target_agent: 'dev-qa', reason: 'x' },
    expected: PEOPLE_404,
  },
  'POST /v1/tasks/:task_id/cancel': { path: '/v1/tasks/T0/cancel', body: { reason: 'x' }, expected: PEOPLE_404 },
  'GET /v1/gates': { path: '/v1/gates', expected: KNOWN },
  'GET /v1/gates/:gate_id': { path: '/v1/gates/T1.G1', expected: KNOWN_404 },
  'POST /v1/gates/:gate_id/votes': {
    path: '/v1/gates/T1.G1/votes',
    body: { decision: 'approve', reason: 'x', digest: DIGEST },
    expected: PEOPLE_404,
  },
  'GET /v1/me': { path: '/v1/me', expected: KNOWN },
  'GET /v1/me/guide': { path: '/v1/me/guide', expected: answers(401, 403, 403, 200, 403, 403) },
  // Nothing waits for an engineer: the one task there is, is another's.
  'POST /v1/me/claim': { path: '/v1/me/claim', body: {}, expected: answers(401, 403, 403, 200, 403, 200) },
  'POST /mcp': { path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'ping' }, expected: answers(401, 403, 403, 200, 403, 403) },
  'GET /v1/agents': { path: '/v1/agents', expected: KNOWN },
  'POST /v1/tokens': {
    path: '/v1/tokens',
    body: { principal: 'viewer:made-by-the-table', expires_in_s: 1 },
    expected: answers(401, 201, 403, 403, 403, 403),
  },
  'GET /v1/tokens': { path: '/v1/tokens', expected: answers(401, 200, 403, 403, 403, 403) },
  'DELETE /v1/tokens/:id': { path: '/v1/tokens/k000000000000', expected: answers(401, 404, 403, 403, 403, 403) },
};

/** Other ways of writing an address, which other routers have taken for the same one past their guards. */
const DISGUISES: Readonly<Record<string, (path: string) => string>> = {
  'a slash behind': (path) => path.replace(/(\?|$)/, '/$1'),
  'two slashes before': (path) => `/${path}`,
  'two slashes within': (path) => path.replace(/(.)\//, '$1//'),
  'two slashes at the end': (path) => path.replace(/\/([^/]*)$/, '//$1'),
  capitals: (path) => path.replace(/^\/\w/, (start) => start.toUpperCase()),
  'all capitals': (path) => path.replace(/^[^?]*/, (all) => all.toUpperCase()),
  'a semicolon': (path) => path.replace(/(\?|$)/, ';x$1'),
  'a semicolon within': (path) => path.replace(/^(\/\w+)/, '$1;x'),
  '%2f for the first slash within': (path) => path.replace(/(.)\//, '$1%2f'),
  '%2F for the last slash': (path) => path.replace(/\/([^/]*)$/, '%2F$1'),
  '%5c for the last slash': (path) => path.replace(/\/([^/]*)$/, '%5c$1'),
  'a backslash for the last slash': (path) => path.replace(/\/([^/]*)$/, '\\$1'),
  'a dot': (path) => `/.${path}`,
  'two dots': (path) => `/x/..${path}`,
  'dots in code': (path) => `/x/%2e%2e${path}`,
  'a null': (path) => path.replace(/(\?|$)/, '%00$1'),
  'a fragment': (path) => `${path}#/../x`,
  'an ending': (path) => path.replace(/(\?|$)/, '.json$1'),
};
/** A path in other letters is another path, or one that cannot be: never an answer, and never one of ours that broke. */
const NO_ANSWER = [400, 403, 404, 405];

describe('every route', () => {
  let api: RunningApi;
  let routes: readonly string[] = [];
  const headersOf = async (role: Role): Promise<Record<string, string>> =>
    CALLERS[role] === null ? {} : { authorization: `Bearer ${await api.tokenOf(CALLERS[role])}` };
  const statusFor = async (role: Role, method: string, path: string, body?: object) =>
    statusOf(api.address, method, path, await headersOf(role), body === undefined ? undefined : JSON.stringify(body));
  const roles = Object.keys(CALLERS) as Role[];
  const forAll = async (method: string, path: string, body?: object) =>
    Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await statusFor(role, method, path, body)])));

  beforeAll(async () => {
    const started = await runningRoutes(() => RunningApi.open());
    api = started.result;
    routes = started.routes;
    for (const role of roles) if (role !== 'none') await api.tokenOf(CALLERS[role] ?? '');
    await api.call('human:mira', 'POST', '/v1/tasks', { task_id: 'T1', task_title: 'Sign in', target_agent: 'dev-qa' });
  });
  afterAll(() => api.close());

  it('has its row here, and HEAD only beside GET', () => {
    expect(routes.filter((name) => !name.startsWith('HEAD '))).toEqual(Object.keys(ROWS).sort());
    expect(routes.filter((name) => name.startsWith('HEAD '))).toEqual(
      Object.keys(ROWS)
        .filter((name) => name.startsWith('GET '))
        .map((name) => name.replace('GET', 'HEAD'))
        .sort(),
    );
  });

  it.each(Object.keys(ROWS))('%s answers each role as is written here, and HEAD as GET', async (name) => {
    const [method = ''] = name.split(' ');
    const { path, body, expected } = ROWS[name] as Row;
    expect(await forAll(method, path, body)).toEqual(expected);
    if (method === 'GET') expect(await forAll('HEAD', path)).toEqual(expected);
  });

  it.each(Object.keys(DISGUISES))('is no other way to be reached: %s', async (disguise) => {
    const before = await snapshotOf(api.project, /[/](tokens|state)([/]|$)/);
    for (const [name, { path, body }] of Object.entries(ROWS)) {
      const disguised = DISGUISES[disguise]?.(path) ?? path;
      if (disguised === path) continue;
      const given = await forAll(name.split(' ')[0] ?? '', disguised, body);
      const said = `${name} as ${disguised}: ${JSON.stringify(given)}`;
      // Of what is for all, or is no path at all, whoever is not known may hear that it cannot be read.
      const isForAll = ROWS[name]?.expected.none === 200 || !disguised.startsWith('/');
      expect([said, (isForAll ? [400, 401] : [401]).includes(given.none ?? 0)]).toEqual([said, true]);
      for (const role of roles.filter((one) => one !== 'none')) {
        expect([said, role, NO_ANSWER.includes(given[role] ?? 0)]).toEqual([said, role, true]);
      }
    }
    expect(await snapshotOf(api.project, /[/](tokens|state)([/]|$)/)).toEqual(before);
  });

  it('takes no method but its own', async () => {
    for (const [name, { path }] of Object.entries(ROWS)) {
      const own = Object.keys(ROWS).flatMap((other) => (other.split(' ')[1] === name.split(' ')[1] ? [other.split(' ')[0] ?? ''] : []));
      for (const method of ['PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'POST', 'PROPFIND'].filter((one) => !own.includes(one))) {
        const given = await forAll(method, path);
        const said = `${method} ${path}`;
        expect([said, given]).toEqual([said, answers(401, 405, 405, 405, 405, 405)]);
      }
    }
  });

  it('that is for all is so only while nobody else can call', async () => {
    const open = await RunningApi.open({ env: { JERRY_HOST: '0.0.0.0' } });
    try {
      for (const path of ['/openapi.json', '/docs', '/docs/errors', '/docs/assets/start.js']) {
        expect(await statusOf(open.address.replace('0.0.0.0', '127.0.0.1'), 'GET', path)).toBe(401);
        expect((await open.call('viewer:eve', 'GET', path)).status).toBe(200);
      }
      expect(await statusOf(open.address.replace('0.0.0.0', '127.0.0.1'), 'GET', '/health/live')).toBe(200);
    } finally {
      await open.close();
    }
  });
});
