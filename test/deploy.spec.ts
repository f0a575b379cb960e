import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@app/platform';
import { type ComposeService, composeFile, variablesIn } from './deploy/compose-file.js';
import { saidBy, stagesOf } from './deploy/dockerfile.js';
import { RunningApi } from './support/running-api.js';

const ROOT = join(__dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const lines = (path: string) =>
  read(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

const ENV = {
  PROJECT: '/srv/project',
  QUEUE_PASSWORD: 'q'.repeat(48),
  JERRY_ADMIN_TOKEN: 'a'.repeat(48),
  JERRY_WORKER_TOKEN: 'w'.repeat(48),
};
const text = read('docker-compose.yml');
const { services, volumes } = composeFile(text, ENV);
const service = (name: string): ComposeService => services[name] as ComposeService;
const ours = ['api', 'worker'] as const;
const configOf = (name: string) => loadConfig(service(name).environment, '/app');
/** The address a health check asks. */
const asked = (check: string): URL => new URL(/fetch\('([^']+)'\)/.exec(check)?.[1] ?? '');

/** No container engine runs these here: what can be said by reading them is said, and held against what the service really is. */
describe('docker-compose.yml', () => {
  it('has an API, a worker and a queue server', () => expect(Object.keys(services).sort()).toEqual(['api', 'queue', 'worker']));

  it.each(ours)('gives %s variables that the service knows and takes', (name) => {
    const config = configOf(name);
    expect(config).toMatchObject({ process: name, projectDir: '/project', warnings: [] });
    expect(config.redisUrl).toBe(`redis://:${ENV.QUEUE_PASSWORD}@queue:6379`);
  });

  it.each(ours)('runs the program of %s that the build makes', (name) => {
    expect(service(name).command).toEqual(['node', `dist/apps/${name}/src/main.js`]);
    expect(existsSync(join(ROOT, `apps/${name}/src/main.ts`))).toBe(true);
  });

  it('lets the worker find the API and be let in', () => {
    const [api, worker] = [configOf('api'), configOf('worker')];
    const called = new URL(worker.apiUrl ?? '');
    expect([called.hostname, Number(called.port)]).toEqual(['api', api.port]);
    expect(api.allowedHosts).toContain(called.host);
    expect(api.host).toBe('0.0.0.0');
    expect(worker.workerToken).toBe(api.workerToken);
  });

  it('shows the API to this machine alone', () => {
    expect(service('api').ports).toEqual([`127.0.0.1:${configOf('api').port}:${configOf('api').port}`]);
    expect([service('worker').ports, service('queue').ports]).toEqual([undefined, undefined]);
  });

  it('runs nobody as root, and with nothing a root could do', () => {
    for (const { user, cap_drop } of Object.values(services)) {
      expect(user).toMatch(/^(?!root|0\b)\w+(:(?!0\b)\w+)?$/);
      expect(cap_drop).toEqual(['ALL']);
    }
  });

  it('keeps what has to be kept: the project at one place in both, the rings of the queue server in a volume', () => {
    for (const name of ours) expect(service(name).volumes).toEqual([`${ENV.PROJECT}:${configOf(name).projectDir}`]);
    expect(service('queue').volumes).toEqual(['queue:/data']);
    expect(Object.keys(volumes)).toEqual(['queue']);
    expect(service('queue').command.join(' ')).toContain('--appendonly yes');
    expect(service('queue').command.join(' ')).toContain('--maxmemory-policy noeviction');
  });

  it('waits for what is needed, which says when it is there', () => {
    for (const { depends_on } of Object.values(services))
      for (const [name, { condition }] of Object.entries(depends_on ?? {})) {
        expect(condition).toBe('service_healthy');
        expect(service(name).healthcheck.test.length).toBeGreaterThan(1);
      }
  });

  it('gives them the time a clean stop takes, which is ten seconds', () => {
    for (const name of ours) {
      expect(Number.parseInt(service(name).stop_grace_period ?? '', 10)).toBeGreaterThan(10);
      expect(service(name).init).toBe(true);
    }
  });

  it('holds no secret, and asks for each by name', () => {
    const variables = variablesIn(text);
    const example = lines('.env.example').map((line) => line.slice(0, line.indexOf('=')));
    expect(example.sort()).toEqual([...variables.keys()].filter((name) => name !== 'JERRY_LOG_LEVEL').sort());
    for (const name of Object.keys(ENV)) expect(variables.get(name)).toBe('required');
    for (const secret of ['JERRY_ADMIN_TOKEN', 'JERRY_WORKER_TOKEN', 'QUEUE_PASSWORD']) {
      expect(read('.env.example')).toMatch(new RegExp(`^${secret}=$`, 'm'));
      expect(text).not.toMatch(new RegExp(`${secret}: (?!\\$\\{)`));
    }
    expect(lines('.gitignore')).toContain('/.env');
    expect(existsSync(join(ROOT, '.env'))).toBe(false);
  });
});

describe('Dockerfile', () => {
  const [build = [], image = []] = stagesOf(read('Dockerfile'));

  it('builds in one stage, and takes only what runs into the other', () => {
    expect(stagesOf(read('Dockerfile'))).toHaveLength(2);
    expect(saidBy(build, 'RUN').join(' ')).toMatch(/npm ci .*npm run build .*npm prune --omit=dev/);
    expect(saidBy(image, 'COPY').map((copy) => copy.replace('--from=build ', ''))).toEqual([
      '/app/package.json ./',
      '/app/node_modules ./node_modules',
      '/app/dist ./dist',
      'docs ./docs',
    ]);
  });

  it('copies what is there and what .dockerignore lets through', () => {
    const allowed = lines('.dockerignore').filter((line) => line.startsWith('!'));
    const copied = [...saidBy(build, 'COPY'), ...saidBy(image, 'COPY')].filter((copy) => !copy.startsWith('--from'));
    const sources = copied.flatMap((copy) => copy.split(' ').slice(0, -1));
    expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
    expect(sources.filter((source) => !allowed.includes(`!${source}`))).toEqual([]);
    expect(lines('.dockerignore')[0]).toBe('*');
  });

  it('runs the API, not as root, on the Node the service asks for', () => {
    expect(saidBy(image, 'USER')).toEqual(['node']);
    expect(saidBy(image, 'CMD')).toEqual([JSON.stringify(service('api').command).replaceAll(',', ', ')]);
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    for (const stage of [build, image])
      expect(engines.node.startsWith(`>=${/^node:(\d+)/.exec(saidBy(stage, 'FROM')[0] ?? '')?.[1]}.`)).toBe(true);
  });

  it('keeps the project in a volume, and says where it listens', () => {
    const said = Object.fromEntries(
      saidBy(image, 'ENV')
        .join(' ')
        .split(/\s+/)
        .map((pair) => pair.split('=') as [string, string]),
    );
    const { NODE_ENV, ...env } = said;
    expect(NODE_ENV).toBe('production');
    const config = loadConfig(env, '/app');
    expect(config.warnings).toEqual([]);
    expect(saidBy(image, 'VOLUME')).toEqual([config.projectDir]);
    expect(saidBy(image, 'EXPOSE')).toEqual([String(config.port)]);
  });
});

describe('health checks', () => {
  const [, image = []] = stagesOf(read('Dockerfile'));
  const checks = [
    ['the image', saidBy(image, 'HEALTHCHECK')[0] ?? '', '127.0.0.1:4777'],
    ['the API', service('api').healthcheck.test.join(' '), '127.0.0.1:4777'],
    ['the worker', service('worker').healthcheck.test.join(' '), 'api:4777'],
  ] as const;
  let api: RunningApi;
  beforeAll(async () => {
    api = await RunningApi.open({ env: { JERRY_ALLOWED_HOSTS: service('api').environment.JERRY_ALLOWED_HOSTS ?? '' } });
  });
  afterAll(() => api.close());

  it.each(checks)('of %s ask something that answers without a token', async (_, check, host) => {
    const { pathname, host: called } = asked(check);
    expect(called).toBe(host);
    expect((await api.call(null, 'GET', pathname, undefined, { host })).status).toBe(200);
  });
});
