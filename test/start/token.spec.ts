import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, loadConfig, type RunningPart } from '@app/platform';
import { startApi } from '../../apps/api/src/start-api.js';

const CLONE = join(__dirname, '../..');
const TOKEN = /^jerry_[A-Za-z0-9_-]{43}\n$/;

describe('npm run token', () => {
  let directory = '';
  let lines: string[] = [];
  const running: RunningPart[] = [];
  const place = (name: string) => join(directory, name);
  const stateHome = () => place('state');
  const kept = async () => {
    const [project = ''] = await readdir(join(stateHome(), 'jerry-handoff'));
    return join(stateHome(), 'jerry-handoff', project);
  };

  const start = async (project: string, env: Record<string, string> = {}) => {
    await mkdir(place(project), { recursive: true });
    const config = loadConfig({ JERRY_PORT: '0', JERRY_PROJECT_DIR: place(project), XDG_STATE_HOME: stateHome(), ...env }, '/');
    const part = await startApi(config, createLogger({ name: 'api', level: 'debug', write: (line) => lines.push(line) }));
    running.push(part);
    return String(part.facts.address);
  };

  /** What the script says to whoever typed it in a directory; npm has its own way of coming to it, and comes once. */
  const SCRIPT = [process.execPath, join(CLONE, 'scripts/token.mjs')];
  const type = (cwd: string, args: readonly string[], env: Record<string, string> = {}, [program = '', ...first] = SCRIPT) =>
    new Promise<{ out: string; err: string; code: number | null }>((resolve) => {
      const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|JERRY_|XDG_)/.test(name)));
      const npm = spawn(program, [...first, ...args], {
        cwd: place(cwd),
        env: { ...inherited, XDG_STATE_HOME: stateHome(), ...env },
      });
      let [out, err] = ['', ''];
      npm.stdout.on('data', (chunk: Buffer) => {
        out += String(chunk);
      });
      npm.stderr.on('data', (chunk: Buffer) => {
        err += String(chunk);
      });
      npm.on('close', (code) => resolve({ out, err, code }));
    });
  const whois = async (address: string, token: string) =>
    (await fetch(`${address}/v1/tokens`, { headers: { authorization: `Bearer ${token.trim()}` } })).status;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'jerry-token-'));
    lines = [];
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((part) => part.stop()));
    await rm(directory, { recursive: true });
  });

  it('prints a token of the service one stands in, and nothing else', async () => {
    const address = await start('shop');
    await mkdir(place('shop/src/deep'), { recursive: true });
    for (const where of ['shop', 'shop/src/deep']) {
      const { out, err, code } = await type(where, ['admin:mira'], {}, ['npm', '--prefix', CLONE, 'run', 'token', '--']);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(TOKEN);
      expect(await whois(address, out)).toBe(200);
    }
    const brief = await type('shop', ['--expires', '60', 'agent:dev-qa']);
    expect(brief.out).toMatch(TOKEN);
    expect(await whois(address, brief.out)).toBe(403);
    const listed = await fetch(`${address}/v1/tokens`, {
      headers: { authorization: `Bearer ${(await readFile(join(await kept(), 'admin-token'), 'utf8')).trim()}` },
    });
    const [newest] = ((await listed.json()) as { items: { principal: string; expires_at: string; created_by: string }[] }).items;
    expect(newest).toMatchObject({ principal: 'agent:dev-qa', created_by: 'admin:local', expires_at: expect.any(String) });
  });

  it('goes by what the user’s state says, which nobody else reads, and which is not in the project', async () => {
    const address = await start('shop');
    const [token, card] = [join(await kept(), 'admin-token'), join(await kept(), 'service.json')];
    expect(JSON.parse(await readFile(card, 'utf8'))).toEqual({ address, project: place('shop'), pid: process.pid });
    for (const file of [token, card]) expect((await stat(file)).mode & 0o777).toBe(0o600);
    for (const folder of [await kept(), join(await kept(), '..')]) expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const secret = await readFile(token, 'utf8');
    const inProject = await readdir(place('shop'), { recursive: true, withFileTypes: true });
    for (const entry of inProject.filter((one) => one.isFile()))
      expect(await readFile(join(entry.parentPath, entry.name), 'utf8')).not.toContain(secret.trim());
    expect(lines.join('')).not.toContain(secret.trim());
    await running.splice(0)[0]?.stop();
    expect(await readdir(await kept())).toEqual(['admin-token']);
    await start('shop');
    expect(await readFile(token, 'utf8')).toBe(secret);
  });

  it('finds a project by any of its names, and the only service from anywhere, saying which', async () => {
    const address = await start('shop');
    await symlink(place('shop'), place('alias'));
    await mkdir(place('elsewhere'));
    expect((await type('elsewhere', ['admin:x'], { JERRY_PROJECT_DIR: place('alias') })).out).toMatch(TOKEN);
    const only = await type('elsewhere', ['admin:x']);
    expect(only.err).toBe(`No service runs for ${place('elsewhere')}; this is a token of the one for ${place('shop')}.\n`);
    expect(await whois(address, only.out)).toBe(200);
    const named = await type('shop', ['admin:x'], { JERRY_PROJECT_DIR: place('elsewhere') });
    expect([named.code, named.out]).toEqual([1, '']);
    expect(named.err).toContain(`No service runs for ${place('elsewhere')}: start it there with npm start`);
    await start('bank');
    const several = await type('elsewhere', ['admin:x']);
    expect([several.code, several.out]).toEqual([1, '']);
    expect(several.err).toMatch(/Name the project of the one you mean in JERRY_PROJECT_DIR: .*shop|bank/);
  });

  it.each([
    [[], 'Say for whom the token is'],
    [['agent:a', 'agent:b'], 'Say for whom the token is'],
    [['dev-qa'], 'dev-qa is nobody'],
    [['agent:Dev'], 'agent:Dev is nobody'],
    [['agent:a', '--expires', '0'], '--expires is a number of seconds'],
    [['agent:a', '--expires', '1h'], '--expires is a number of seconds'],
    [['agent:a', '--expire', '1'], 'Unknown option'],
  ])('refuses %j in a sentence', async (args, sentence) => {
    await mkdir(place('elsewhere'));
    const { out, err, code } = await type('elsewhere', args);
    expect([out, code]).toEqual(['', 1]);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain('npm run token -- agent:dev-qa [--expires 3600]');
  });

  it('says when the service has gone, or keeps its own admin token', async () => {
    const own = 'a-token-that-the-operator-has-given-it';
    const address = await start('shop', { JERRY_ADMIN_TOKEN: own });
    expect(await readdir(await kept())).toEqual(['service.json']);
    expect((await type('shop', ['admin:x'])).err).toContain('started with an admin token of its own');
    expect((await type('shop', ['admin:x'], { JERRY_ADMIN_TOKEN: 'x'.repeat(32) })).err).toContain('does not know the admin token');
    expect(await whois(address, (await type('shop', ['admin:x'], { JERRY_ADMIN_TOKEN: own })).out)).toBe(200);
    await running.splice(0)[0]?.stop();
    const card = { address, project: place('shop'), pid: process.pid };
    await writeFile(join(await kept(), 'service.json'), JSON.stringify(card));
    const gone = await type('shop', ['admin:x'], { JERRY_ADMIN_TOKEN: own });
    expect([gone.code, gone.err]).toEqual([
      1,
      `The service of ${place('shop')} does not answer at ${address}: start it again with npm start.\n`,
    ]);
    await writeFile(join(await kept(), 'service.json'), JSON.stringify({ ...card, pid: 2 ** 22 + 1 }));
    expect((await type('shop', ['admin:x'])).err).toContain('No service runs for');
  });

  it('leaves the service without a way in that nothing can be kept for, unless it has a token of its own', async () => {
    await writeFile(place('state'), 'no directory');
    await expect(start('shop')).rejects.toThrow(/cannot be written \(E[A-Z]+\): set XDG_STATE_HOME .* or give .* JERRY_ADMIN_TOKEN/);
    await expect(start('shop', { XDG_STATE_HOME: place('shop') })).rejects.toThrow('lies in the project');
    const own = 'a-token-that-the-operator-has-given-it';
    expect(await whois(await start('shop', { JERRY_ADMIN_TOKEN: own }), own)).toBe(200);
    expect(lines.join('')).toContain('npm run token will not find this service');
  });
});
