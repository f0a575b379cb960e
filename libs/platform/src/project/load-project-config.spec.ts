import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_RULES } from '@app/handoff';
import { CannotStart, loadProjectConfig } from '@app/platform';

describe('loadProjectConfig', () => {
  let home = '';
  const path = () => join(home, 'config.json');
  const load = async (content: unknown) => {
    await writeFile(path(), typeof content === 'string' ? content : JSON.stringify(content));
    return loadProjectConfig(home);
  };
  const refusal = async (content: unknown): Promise<string> => {
    const [loaded] = await Promise.allSettled([load(content)]);
    const reason: unknown = loaded.status === 'rejected' ? loaded.reason : undefined;
    expect(reason).toBeInstanceOf(CannotStart);
    return (reason as CannotStart).message;
  };
  const problems = async (content: unknown) => (await refusal(content)).split('\n').slice(1);

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'jerry-config-'));
  });
  afterEach(() => rm(home, { recursive: true }));

  it('starts from the documented defaults when there is no file', async () => {
    const config = await loadProjectConfig(home);
    expect(config).toMatchObject({ rules: DEFAULT_RULES, checks: {}, summaryTokens: 499, limits: { requests_per_s: 50, in_flight: 32 } });
    expect(config.roles.served).toEqual([]);
    expect(config.notify).toBeUndefined();
    expect([config, config.rules, config.rules.phases, config.checks, config.limits].every(Object.isFrozen)).toBe(true);
  });

  it('takes everything that is documented', async () => {
    const config = await load({
      $schema: '../docs/config.schema.json',
      agents: {
        'dev-engineer': { executor: { kind: 'external' } },
        'dev-qa': { executor: { kind: 'command', command: ['true'] } },
        'security-review': {},
      },
      phases: { reviewing: 'security-review' },
      phase_exit: { testing: { required_checks: ['unit tests'] } },
      checks: { 'unit tests': { command: ['npm', 'test'], timeout_s: 60, covers: ['src/**'] }, lint: { command: ['lint'] } },
      summary: { max_tokens: 220 },
      attempts: 3,
      lease_s: { worker: 30 },
      gates: { allow_own_work: true },
      notify: { command: ['notify-send', '{event}', '{task_id}'] },
      limits: { in_flight: 4 },
    });
    expect(config.rules).toEqual({
      agents: ['dev-engineer', 'dev-qa', 'dev-reviewer', 'security-review'],
      phases: { ...DEFAULT_RULES.phases, reviewing: 'security-review' },
      phase_exit: { ...DEFAULT_RULES.phase_exit, testing: { required_checks: ['unit tests'] } },
      attempts: 3,
      lease_s: { worker: 30, external: 1_800 },
      allow_own_work: true,
    });
    expect(config.roles.served.map((role) => role.name)).toEqual(['dev-qa']);
    expect(config.checks.lint).toEqual({ command: ['lint'], timeout_s: 300, covers: ['**'] });
    expect(config).toMatchObject({ summaryTokens: 220, notify: { command: ['notify-send', '{event}', '{task_id}'] } });
    expect(config.limits).toEqual({ requests_per_s: 50, in_flight: 4 });
  });

  describe('the hash', () => {
    it('is of what holds, not of how it is written', async () => {
      const { hash } = await loadProjectConfig(home);
      expect(hash).toMatch(/^[0-9a-f]{16}$/);
      expect((await load('\ufeff{ "attempts" : 5, "agents": {"dev-qa": {}},\n"$schema": "x" }')).hash).toBe(hash);
      expect((await load({ lease_s: { external: 1_800, worker: 60 } })).hash).toBe(hash);
    });

    it.each([
      { attempts: 4 },
      { agents: { 'dev-qa': { executor: { kind: 'model', api: 'openai', model: 'm' } } } },
      { checks: { unit: { command: ['true'] } } },
      { summary: { max_tokens: 300 } },
      { limits: { in_flight: 31 } },
      { notify: { command: ['true'] } },
      { gates: { allow_own_work: true } },
      { phase_exit: { planning: { min_artifacts: 1 } } },
    ])('changes with %j', async (content) => expect((await load(content)).hash).not.toBe((await load({})).hash));
  });

  it('lists every mistake at once, says where it is, and names what was probably meant', async () => {
    const said = await refusal({
      attemps: 3,
      summary: { max_tokens: 600 },
      phases: { planing: 'dev-engineer', testing: 'dev-aq' },
      agents: { 'Dev-QA': {}, 'dev-qa': { executor: { kind: 'comand' } } },
      checks: { 'unit tests': { command: [], covers: ['../elsewhere/**'], timeout: 3 } },
      phase_exit: { testing: { required_checks: ['unit'] } },
      limits: { in_flight: 'many', requests_per_s: 0.5 },
      colour: 'red',
    });
    expect(said).toMatch(/^11 entries in .*\/config\.json cannot be used:\n/);
    expect(said.split('\n').slice(1).sort()).toEqual(
      [
        '  attemps is not known; did you mean attempts?',
        '  colour is not known; known here: agents, phases, phase_exit, checks, summary, attempts, lease_s, gates, notify, limits',
        '  phases.planing is not known; did you mean planning?',
        '  summary.max_tokens must be at most 499 (it is 600)',
        '  agents.Dev-QA has a name that cannot be used: it must be 1 to 32 lower-case letters, digits or -, starting with a letter',
        '  agents.dev-qa.executor.kind must be one of external, command, model (it is "comand")',
        '  checks["unit tests"].timeout is not known; did you mean timeout_s?',
        '  checks["unit tests"].command must have at least 1 entry',
        '  checks["unit tests"].covers[0] must be relative to the project root, without ., .. or empty parts (it is "../elsewhere/**")',
        '  limits.in_flight must be a whole number (it is "many")',
        '  limits.requests_per_s must be a whole number (it is 0.5)',
      ].sort(),
    );
  });

  it('refuses a phase whose agent nobody is', async () => {
    expect(await problems({ phases: { testing: 'dev-aq' }, attempts: 0 })).toEqual([
      '  attempts must be at least 1 (it is 0)',
      '  phases.testing names dev-aq, which is not among the agents; did you mean dev-qa?',
    ]);
  });

  it('refuses a required check that nobody can run, because no task could pass it', async () => {
    const phase_exit = { reviewing: { required_checks: ['units'] } };
    const sentence =
      '  phase_exit.reviewing.required_checks names "units", which is not among the checks, so no task could leave reviewing; ';
    expect(await problems({ phase_exit })).toEqual([`${sentence}add it there with its command`]);
    expect(await problems({ phase_exit, checks: { unit: { command: ['true'] } } })).toEqual([`${sentence}did you mean unit?`]);
  });

  it.each([
    [
      { checks: { unit: { command: ['true'], covers: ['.jerry/**'] } } },
      "  checks.unit.covers[0] must not lie in .jerry, the service's own",
    ],
    [{ checks: { unit: {} } }, '  checks.unit.command is missing and must be a list'],
    [{ checks: { unit: { command: ['a\0b'] } } }, '  checks.unit.command[0] must not contain a NUL character'],
    [{ lease_s: { worker: 604_801 } }, '  lease_s.worker must be at most 604800 (it is 604801)'],
    [{ summary: { max_tokens: 219 } }, '  summary.max_tokens must be at least 220 (it is 219)'],
    [{ agents: [] }, '  agents must be an object'],
    [[], '  it must be an object'],
    ['null', '  it must be an object'],
  ])('refuses %j', async (content, sentence) => {
    expect((await problems(content)).map((problem) => problem.slice(0, sentence.length))).toEqual([sentence]);
  });

  describe('an executor', () => {
    const of = async (executor: unknown) =>
      (await problems({ agents: { 'dev-qa': { executor } } })).map((problem) => problem.replace('  agents.dev-qa.executor', ''));

    it.each<[unknown, string[]]>([
      ['command', [' must be an object (it is "command")']],
      [{}, ['.kind is missing and must be one of external, command, model']],
      [{ kind: 7 }, ['.kind must be one of external, command, model (it is 7)']],
      [{ kind: 'external', command: ['x'] }, ['.command is not known; known here: kind']],
      [{ kind: 'command' }, [' needs either `command` or `preset`']],
      [{ kind: 'command', command: ['x'], preset: 'codex' }, [' needs either `command` or `preset`']],
      [{ kind: 'command', preset: 'codecs' }, ['.preset must be one of claude-code, codex (it is "codecs")']],
      [
        { kind: 'command', command: ['x'], args: ['y'] },
        ['.args goes with a preset only: put arguments of your own program into `command`'],
      ],
      [
        { kind: 'command', preset: 'codex', timeout: 5, max_output_tokens: 5 },
        [
          '.timeout is not known; did you mean timeout_s?',
          '.max_output_tokens is not known; known here: kind, preset, command, args, env, timeout_s',
        ],
      ],
      [
        { kind: 'command', command: [], env: ['A B'] },
        ['.command must have at least 1 entry', '.env[0] must be the name of a variable, and none of this service\'s own (it is "A B")'],
      ],
      [
        { kind: 'command', command: ['x'], env: ['JERRY_ADMIN_TOKEN'] },
        ['.env[0] must be the name of a variable, and none of this service\'s own (it is "JERRY_ADMIN_TOKEN")'],
      ],
      [{ kind: 'command', command: ['a\0b'] }, ['.command[0] must not contain a NUL character (it is "a\\u0000b")']],
      [{ kind: 'command', command: ['x'], timeout_s: '5' }, ['.timeout_s must be a whole number (it is "5")']],
      [{ kind: 'model' }, ['.api is missing and must be one of openai, anthropic', '.model is missing and must be a text']],
      [
        { kind: 'model', api: 'openai', model: 'm', base_url: 'ftp://x' },
        ['.base_url must be an address that begins with http:// or https:// (it is "ftp://x")'],
      ],
      [
        { kind: 'model', api: 'openai', model: 'm', budget: { max_cost_usd: 1 } },
        ['.price_usd_per_million is needed for `budget.max_cost_usd`'],
      ],
      [
        {
          kind: 'model',
          api: 'openai',
          model: 'm',
          budget: { max_cost_usd: 0, max_token: 5_000 },
          price_usd_per_million: { input: 'x', output: 1 },
        },
        [
          '.budget.max_token is not known; did you mean max_tokens?',
          '.budget.max_cost_usd must be more than 0 (it is 0)',
          '.price_usd_per_million.input must be a number (it is "x")',
        ],
      ],
    ])('is refused for %j', async (executor, sentences) => expect((await of(executor)).sort()).toEqual(sentences.sort()));
  });

  it.each([
    ['{\n  "attempts": 3,\n  "attempts": 4\n}', 'line 3, column 3: "attempts" stands here for the second time'],
    ['{\n  "attempts": 3,\n}', 'line 2, column 16: no comma may stand after the last entry'],
    ['{\r\n  // three\r\n  "attempts": 3 }', 'line 2, column 3: comments are not part of JSON'],
    ["{ 'attempts': 3 }", 'line 1, column 3: a name in double quotes is expected here'],
    ['{ "attempts" 3 }', 'line 1, column 14: a colon is missing after "attempts"'],
    ['{ "attempts": 03 }', 'line 1, column 15: a value for "attempts" is expected here'],
    ['{ "attempts": 3', 'line 1, column 16: a comma or } is missing'],
    ['{ "notify": { "command": ["a" "b"] } }', 'line 1, column 31: a comma or ] is missing'],
    ['{} {}', 'line 1, column 4: nothing may follow the end of the value'],
    ['', 'line 1, column 1: a value is expected here'],
    ['{ "agents": { "__proto__": {} } }', 'line 1, column 15: "__proto__" is not a name that can be used'],
    ['['.repeat(100_000), 'line 1, column 34: nested too deeply'],
  ])('says where %j is broken', async (text, problem) => {
    expect(await refusal(text)).toBe(`${path()} is not JSON: ${problem}.`);
  });

  it('refuses a file that cannot be read', async () => {
    await mkdir(path());
    await expect(loadProjectConfig(home)).rejects.toThrow(/config\.json cannot be read \(EISDIR\): make it a file/);
  });
});
