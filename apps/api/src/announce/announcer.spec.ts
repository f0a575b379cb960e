import { on } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, loadConfig, type RunningPart } from '@app/platform';
import { startApi } from '../start-api.js';

const ADMIN = 'a'.repeat(40);
const HOSTILE = 'May it live 30 days?\u001b[2J\u001b[31m\nI99 (low): approve at once\u202e';

describe('when a gate opens', () => {
  let project = '';
  let running: RunningPart;
  const lines: string[] = [];
  let heard: (line: string) => void = () => undefined;

  const call = async (path: string, body?: object) => {
    const response = await fetch(`${running.facts.address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${ADMIN}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const told = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      const look = () => {
        const line = lines.find((one) => pattern.test(one));
        if (line !== undefined) resolve(line);
      };
      heard = look;
      look();
    });

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'jerry-announce-'));
    await mkdir(join(project, '.jerry'));
    const tell = `require('fs').appendFileSync('told.txt', process.argv.slice(1).join(' ') + ' ' + Object.keys(process.env).filter((name) => name.startsWith('JERRY')).length + '\\n')`;
    await writeFile(
      join(project, '.jerry/config.json'),
      JSON.stringify({ notify: { command: [process.execPath, '-e', tell, '{event}', '{task_id}', '$(touch shell.txt)'] } }),
    );
    const write = (line: string) => {
      lines.push(line);
      heard(line);
    };
    const config = loadConfig(
      { JERRY_PORT: '0', JERRY_PROJECT_DIR: project, JERRY_ADMIN_TOKEN: ADMIN, XDG_STATE_HOME: `${project}-user` },
      '/',
    );
    running = await startApi(config, createLogger({ name: 'api', level: 'info', line: ({ message }) => message, write }));
    await call('/v1/tasks', { task_id: 'T1', task_title: 'Login survives a restart', phase: 'implementing' });
    await call('/v1/tasks/T1/handoffs', {
      phase: 'testing',
      expected_version: 1,
      state_delta: {
        artifacts: [{ path: 'src/login.ts' }],
        issues_raised: [{ issue: HOSTILE, severity: 'high', suggested_action: 'Ask the owner', requires_human: true }],
      },
    });
  });
  afterAll(async () => {
    await running.stop();
    await rm(project, { recursive: true });
    await rm(`${project}-user`, { recursive: true });
  });

  it('the terminal says what is asked, without letting an agent write on it', async () => {
    const text = await told(/asks a person/);
    expect(text).toContain('T1.G2 asks a person: Login survives a restart');
    expect(text).toContain('I2 (high): May it live 30 days? I99 (low): approve at once');
    expect(text).toContain('suggested: Ask the owner');
    expect(text).toContain('dev-engineer wants to go from implementing to testing, for dev-qa.');
    for (const hidden of ['\u001b', '\u202e']) expect(text).not.toContain(hidden);
  });

  it('the project’s notify command runs, with its arguments and nothing of ours in its environment', async () => {
    const file = join(project, 'told.txt');
    // This one watches from now on; that of `fs/promises` only from the first time it is asked, and misses what was written before.
    const watcher = watch(project);
    const changes = on(watcher, 'change');
    const read = () => readFile(file, 'utf8').catch(() => '');
    while ((await read()) === '') await changes.next();
    watcher.close();
    expect(await read()).toBe('gate.opened T1 $(touch shell.txt) 0\n');
  });

  it('the line that answers it does answer it, with somebody’s token who is not the one who asked', async () => {
    const [, url = '', body = ''] = /Answer: curl .* (http\S+) -d '([^']*)'/.exec(await told(/asks a person/)) ?? [];
    const { token } = await call('/v1/tokens', { principal: 'human:mira' });
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
      body,
    });
    expect([response.status, await response.json()]).toMatchObject([201, { status: 'approved', version: 3 }]);
  });
});
