import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { RunningApi } from '../support/running-api.js';
import { snapshotOf } from '../support/snapshot-of.js';

const UPWARDS = [
  '../outside/marker',
  '../../outside/marker',
  '../../../../../../../../etc/passwd',
  './../outside/marker',
  'src/../../outside/marker',
  'src/../../../outside/marker',
  'src/./../../outside/marker',
  '..',
  '.',
  './',
  'src/..',
  '..%2foutside%2fmarker',
  '%2e%2e/outside/marker',
  '..\\outside\\marker',
  'src\\..\\..\\outside\\marker',
  '....//outside/marker',
  '..;/outside/marker',
  '..\u0000/outside/marker',
  '\uff0e\uff0e/outside/marker',
  '..\u2215outside',
];
const ABSOLUTE = [
  '/etc/passwd',
  '//etc/passwd',
  '\\\\host\\share',
  'C:/windows',
  'c:\\windows',
  '/',
  '//',
  'file:///etc/passwd',
  '~/.ssh/id_rsa',
];
const OURS = [
  '.jerry',
  '.jerry/state/T1.json',
  '.JERRY/history/T1.jsonl',
  '.jerry/../.jerry/tokens',
  '.git/config',
  'src/.git/hooks/pre-commit',
];
const UNPRINTABLE = [
  '',
  ' ',
  'a\u0000b',
  'a\nb',
  'a\rb',
  'a\tb',
  'a\u001b[2Jb',
  'a\u007fb',
  'a\u0085b',
  'a\u202eb',
  'a\u200bb',
  'a\ufeffb',
  'a\u{e0041}b',
  '\ud800',
  'a\udc00b',
  ' lead',
  'trail ',
  'two  blanks',
  'a /b',
];
const ODD = [
  '-rf',
  '--upload-pack=touch marker',
  'con',
  'CON.txt',
  'src/nul',
  'aux.ts',
  'com1',
  'lpt9.log',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '*',
  '?',
  '{}',
  '$(touch marker)',
  '`touch marker`',
  '; touch marker',
  '| touch marker',
  ['$', '{HOME}'].join(''),
  '%00',
  '%2e%2e%2f',
  '%252e%252e%252f',
  'a//b',
  'a/',
  '1',
  '0',
  '-1',
  'null',
  'undefined',
  'true',
  'T1.json',
  'T1/../T2',
  'T1;x',
  'T1%00',
  'T1.G1',
  'T1 ',
  't 1',
  "T1' or '1'='1",
  '<script>',
  'ё',
  '任务',
  '😀',
  'A'.repeat(65),
  'A'.repeat(513),
  'A'.repeat(4_096),
  'A'.repeat(8_000),
  `${'../'.repeat(300)}etc/passwd`,
];
const HOSTILE = [...UPWARDS, ...ABSOLUTE, ...OURS, ...UNPRINTABLE, ...ODD];
/** What is derived, and follows in its own time. */
const FOLLOWS = /[/]state([/]|$)/;

describe('hostile ids and paths', () => {
  let api: RunningApi;
  const outside = () => dirname(api.project);
  const untouched = async () => snapshotOf(outside(), /^\/(project|state)([/]|$)/);

  beforeAll(async () => {
    api = await RunningApi.open();
    await mkdir(join(outside(), 'outside'));
    await writeFile(join(outside(), 'outside/marker'), 'must be read by nobody');
    await mkdir(join(api.project, 'src'));
    await symlink(join(outside(), 'outside'), join(api.project, 'src/link'));
    await symlink(join(outside(), 'outside/marker'), join(api.project, 'src/marker'));
    await api.call('human:mira', 'POST', '/v1/tasks', { task_id: 'T1', task_title: 'Sign in' });
  });
  afterAll(() => api.close());

  it('are more than a hundred', () => expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(100));

  it('in an address find nothing, and touch nothing', async () => {
    const before = [await untouched(), await snapshotOf(api.project, FOLLOWS)];
    for (const id of HOSTILE) {
      const written = [encodeURIComponent(id.toWellFormed()), id].filter((one) => /^[\x21-\x7e]*$/.test(one));
      for (const one of new Set(written)) {
        const calls = [
          ['GET', `/v1/tasks/${one}`],
          ['GET', `/v1/tasks/${one}/summary`],
          ['GET', `/v1/tasks/${one}/history`],
          ['GET', `/v1/tasks/T1/versions/${one}`],
          ['GET', `/v1/tasks/T1/lookup?handle=${one}`],
          ['GET', `/v1/tasks/T1/diff?from=1&to=${one}`],
          ['GET', `/v1/gates/${one}`],
          ['GET', `/docs/assets/${one}`],
          ['DELETE', `/v1/tokens/${one}`],
          ['POST', `/v1/tasks/${one}/cancel`, { reason: 'x' }],
          ['POST', `/v1/tasks/${one}/claim`, {}],
          ['POST', `/v1/gates/${one}/votes`, { decision: 'approve', reason: 'x', digest: '0'.repeat(64) }],
        ] as const;
        for (const [method, path, body] of calls) {
          const { status, text, body: problem } = await api.call('admin:local', method, path, body);
          const said = `${method} ${path}`;
          // An id that is none, or a dot or nothing that leaves the address of a list or of the version that is there.
          const isThere = status === 200 && method === 'GET' && !text.includes('must be read');
          expect([said, isThere || [400, 404, 405, 431].includes(status)]).toEqual([said, true]);
          if (status >= 400) expect([said, typeof problem.code]).toEqual([said, 'string']);
        }
      }
    }
    expect([await untouched(), await snapshotOf(api.project, FOLLOWS)]).toEqual(before);
  });

  it('as names of tasks, agents and instances make nothing', async () => {
    const before = [await untouched(), await snapshotOf(api.project)];
    for (const name of HOSTILE) {
      const bodies = [
        ['/v1/tasks', { task_id: name, task_title: 'x' }],
        ['/v1/tasks', { task_id: 'T2', task_title: 'x', target_agent: name }],
        ['/v1/tasks/T1/fork', { version: 1, task_id: name }],
        ['/v1/tasks/T1/reassign', { target_agent: name, reason: 'x' }],
        ['/v1/tokens', { principal: name }],
        ['/v1/tokens', { principal: `agent:${name}` }],
      ] as const;
      for (const [path, body] of bodies) {
        const isName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name);
        const { status } = await api.call('admin:local', 'POST', path, body);
        const said = `${path} ${JSON.stringify(body)}`;
        if (!isName) expect([said, status]).toEqual([said, 400]);
      }
    }
    expect(await untouched()).toEqual(before[0]);
    // Whatever came of it lies where such things lie, under a name that is one.
    const made = Object.keys(await snapshotOf(api.project)).filter((path) => !(path in (before[1] ?? {})));
    expect(made.filter((path) => !/^\.jerry\/(tokens|history|state)\/[A-Za-z][A-Za-z0-9_-]{0,63}\.jsonl?$/.test(path))).toEqual([]);
  });

  it('as artifacts are refused, or seen as files of the project and no others', async () => {
    const before = await untouched();
    let version = (await api.call<{ version: number }>('viewer:eve', 'GET', '/v1/tasks/T1')).body.version;
    const post = async (delta: object) =>
      api.call<{ version: number; code?: string }>('human:mira', 'POST', '/v1/tasks/T1/updates', {
        expected_version: version,
        state_delta: delta,
      });
    for (const path of HOSTILE) {
      const { status, text, body } = await post({ artifacts: [{ path }] });
      const said = JSON.stringify(path);
      expect([said, text.includes('must be read')]).toEqual([said, false]);
      if (status === 201) {
        version = body.version;
        expect([said, resolve(api.project, path).startsWith(`${api.project}/`), /^\.jerry|(^|\/)\.git($|\/)/i.test(path)]).toEqual([
          said,
          true,
          false,
        ]);
      } else expect([said, status]).toEqual([said, 400]);
    }
    // What lies behind a link that leads out is not looked at: neither its size nor its hash is known.
    for (const path of ['src/link/marker', 'src/marker', 'src/link']) {
      const { status, body } = await post({ artifacts: [{ path }] });
      if (status === 201) version = body.version;
      const state = await api.call<{ artifacts: { path: string; content_hash: string | null }[] }>('viewer:eve', 'GET', '/v1/tasks/T1');
      expect(state.body.artifacts.find((artifact) => artifact.path === path)?.content_hash ?? null).toBeNull();
    }
    expect(await untouched()).toEqual(before);
  });
});
