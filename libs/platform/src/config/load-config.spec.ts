import { type Config, ConfigError, loadConfig } from '@app/platform';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env, '/somewhere');
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('starts from the documented defaults', () => {
    const expected: Config = {
      port: 4777,
      host: '127.0.0.1',
      allowedHosts: [],
      projectDir: '/somewhere',
      stateDir: '/home/mira/.local/state/jerry-handoff',
      logLevel: 'info',
      process: 'all',
      warnings: [],
    };
    expect(loadConfig({ HOME: '/home/mira' }, '/somewhere')).toEqual(expected);
  });

  it('keeps what belongs to its user where such things are kept', () => {
    expect(loadConfig({ XDG_STATE_HOME: '/var/mira', HOME: '/home/mira' }, '/').stateDir).toBe('/var/mira/jerry-handoff');
    expect(loadConfig({ XDG_STATE_HOME: 'not/absolute', HOME: '/home/mira' }, '/').stateDir).toBe('/home/mira/.local/state/jerry-handoff');
    expect(loadConfig({}, '/').stateDir).toMatch(/^\/.+\/jerry-handoff$/);
  });

  it('lists every bad variable at once and shows what was given', () => {
    const env = { JERRY_PORT: '70000', JERRY_HOST: 'a b', JERRY_LOG_LEVEL: 'loud', JERRY_PROCESS: 'both', JERRY_REDIS_URL: 'http://x' };
    const problems = problemsOf(env);
    expect(problems).toHaveLength(5);
    expect(problems).toContain('JERRY_PORT must be a port number from 0 to 65535 (0 = any free one) (it is "70000")');
    expect(problems).toContain('JERRY_PROCESS must be one of all, api, worker (it is "both")');
  });

  it('asks a worker by itself for everything it needs, beside what is wrong', () => {
    expect(problemsOf({ JERRY_PROCESS: 'worker', JERRY_PORT: 'x' }).map((problem) => problem.split(' ')[0])).toEqual([
      'JERRY_PORT',
      'JERRY_API_URL',
      'JERRY_WORKER_TOKEN',
      'JERRY_REDIS_URL',
    ]);
    const told = { JERRY_API_URL: 'http://api:4777', JERRY_WORKER_TOKEN: 't'.repeat(32), JERRY_REDIS_URL: 'redis://queue:6379' };
    expect(problemsOf({ JERRY_PROCESS: 'worker', ...told })).toEqual([]);
  });

  it.each(['-1', '4777 ', '0x10', '1e3', '3.5', 'any'])('refuses %j as a port', (port) => {
    expect(problemsOf({ JERRY_PORT: port })).toHaveLength(1);
  });

  it('never repeats a secret', () => {
    const problems = problemsOf({ JERRY_ADMIN_TOKEN: 'short-secret', JERRY_WORKER_TOKEN: 'other-secret', JERRY_REDIS_URL: 'secret@x' });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain('secret');
  });

  it('takes no token that could not be sent', () => {
    for (const token of ['two words that are together long enough', 'ümlaut-ümlaut-ümlaut-ümlaut-ümlaut', 'x'.repeat(513)])
      expect(problemsOf({ JERRY_ADMIN_TOKEN: token })).toEqual([
        'JERRY_ADMIN_TOKEN must be one word of plain ASCII, of at most 512 characters',
      ]);
    expect(loadConfig({ JERRY_ADMIN_TOKEN: 'x'.repeat(512) }, '/').adminToken).toHaveLength(512);
  });

  it('takes the directory the command was typed in, and JERRY_PROJECT_DIR before it', () => {
    expect(loadConfig({ INIT_CWD: '/typed/here' }, '/clone').projectDir).toBe('/typed/here');
    expect(loadConfig({ INIT_CWD: '/typed/here', JERRY_PROJECT_DIR: '/given' }, '/clone').projectDir).toBe('/given');
    expect(loadConfig({ JERRY_PROJECT_DIR: 'below' }, '/clone').projectDir).toBe('/clone/below');
  });

  it('treats an empty variable as an unset one', () => {
    expect(loadConfig({ JERRY_PORT: '', INIT_CWD: '' }, '/clone')).toMatchObject({ port: 4777, projectDir: '/clone' });
  });

  it('reads a list of allowed hosts', () => {
    expect(loadConfig({ JERRY_ALLOWED_HOSTS: 'jerry.example, [::1]:8080' }, '/').allowedHosts).toEqual(['jerry.example', '[::1]:8080']);
    expect(problemsOf({ JERRY_ALLOWED_HOSTS: 'ok.example,http://bad' })).toHaveLength(1);
  });

  it('warns about a misspelt variable and names the one it resembles', () => {
    expect(loadConfig({ JERRY_PROT: '1' }, '/').warnings).toEqual([
      'JERRY_PROT is not a variable of this service and is ignored; did you mean JERRY_PORT?',
    ]);
    expect(loadConfig({ JERRY_COLOUR_SCHEME: '1' }, '/').warnings).toEqual([
      'JERRY_COLOUR_SCHEME is not a variable of this service and is ignored',
    ]);
    // The start screen says to export it.
    expect(loadConfig({ JERRY_TOKEN: 'of somebody who calls' }, '/').warnings).toEqual([]);
  });

  it('is frozen', () => expect(Object.isFrozen(loadConfig({}, '/'))).toBe(true));
});
