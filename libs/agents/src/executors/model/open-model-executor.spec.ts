import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentsConfig, createRoleRegistry, type Outcome, type Role, readOutcome, type Work } from '@app/agents';
import type { Surroundings } from '@app/agents/executors';
import { anthropicApi } from '../../../../../test/support/model-apis/anthropic-api.js';
import type { ModelApi, Speech } from '../../../../../test/support/model-apis/model-api.js';
import { openAiApi } from '../../../../../test/support/model-apis/openai-api.js';
import { surroundingsOnDisk } from '../../../../../test/support/surroundings-on-disk.js';
import { type Answer, lost, Wire } from '../../../../../test/support/wire.js';
import { type ModelExecutorOptions, openModelExecutor } from './open-model-executor.js';

const KEY = 'local-key-0123456789';
const HANDOFF = { handoff: { phase: 'reviewing', state_delta: { warnings: ['thin ice'] } } };
const handsIn = (input: unknown, more: Speech = {}): Speech => ({ ...more, calls: [{ name: 'hand_in', input }] });
const calls = (name: string, input: unknown): Speech => ({ calls: [{ name, input }] });
const DONE = handsIn(HANDOFF);

type Failed = Extract<Outcome, { failed: unknown }>['failed'];

describe.each([openAiApi, anthropicApi])('a model that speaks as $name does', (api: ModelApi) => {
  let wire: Wire;
  let project: string;
  const prompt = { instructions: 'You are dev-qa.', briefing: 'Task T1: mend the login. ✓' };

  beforeEach(async () => {
    wire = await Wire.open();
    project = mkdtempSync(join(tmpdir(), 'jerry-model-'));
    mkdirSync(join(project, 'src'));
    writeFileSync(join(project, 'src/login.ts'), 'export const login = () => "ünïcode";\n');
  });
  afterEach(async () => {
    await wire.close();
    rmSync(project, { recursive: true });
  });

  const agentWith = (more: Record<string, unknown>): Role => {
    const executor = { kind: 'model', api: api.name, model: 'model-1', base_url: wire.address, api_key_env: 'MODEL_KEY', ...more };
    return createRoleRegistry(AgentsConfig.parse({ 'dev-qa': { executor } })).find('dev-qa') as Role;
  };
  const workFor = (agent: Role, signal = new AbortController().signal): Work => ({
    task_id: 'T1',
    phase: 'testing',
    effect_key: 'T1-v3',
    command: null,
    context_summary: 'Task T1',
    artifacts: [],
    claim: { claim_epoch: 2, instance: 'w.1', lease_s: 60 },
    agent,
    signal,
  });
  interface Case extends ModelExecutorOptions {
    readonly config?: Record<string, unknown>;
    readonly surroundings?: Partial<Surroundings>;
    readonly signal?: AbortSignal;
  }
  const run = async (answers: readonly (Speech | Answer)[], { config = {}, surroundings = {}, signal, ...options }: Case = {}) => {
    wire.answers(...answers.map((answer) => (typeof answer === 'function' ? answer : api.says(answer))));
    const around = surroundingsOnDisk(project, { env: { MODEL_KEY: KEY }, ...surroundings });
    const executor = openModelExecutor(around, { of: async () => prompt }, { backOffMs: 1, ...options });
    const outcome = await executor.run(workFor(agentWith(config), signal));
    // Whatever comes of it can be posted.
    expect(readOutcome(outcome)).toEqual(outcome);
    return outcome;
  };
  const failed = async (...given: Parameters<typeof run>): Promise<Failed> => {
    const outcome = await run(...given);
    if ('handoff' in outcome) throw new Error('It succeeded.');
    return outcome.failed;
  };
  const asked = () => wire.seen.map(api.asked);
  const lastTold = () => asked().at(-1)?.told.at(-1)?.text ?? '';

  describe('what it is told and hands in', () => {
    it('gets its prompt, four tools and its key, and its outcome is taken as it is, with what it took', async () => {
      const outcome = await run([{ ...DONE, usage: { input: 1_000, output: 50 } }], {
        config: { price_usd_per_million: { input: 2, output: 10 }, max_output_tokens: 4_096 },
      });
      const payload = { model: 'model-1', input_tokens: 1_000, output_tokens: 50, cost_usd: 0.0025, rounds: 1 };
      expect(outcome).toEqual({ handoff: { phase: 'reviewing', state_delta: { warnings: ['thin ice'], packet: { payload } } } });
      const [first] = asked();
      expect(first).toMatchObject({ key: KEY, model: 'model-1', maxTokens: 4_096, told: [{ by: 'user', text: prompt.briefing }] });
      expect(first?.instructions).toMatch(/^You are dev-qa\.\n\nWork by calling tools\./);
      expect(first?.tools.map(({ name }) => name)).toEqual(['read_file', 'list_files', 'look_up', 'hand_in']);
      expect(first?.tools.every(({ schema }) => schema.type === 'object')).toBe(true);
    });

    it('reads what it asks for, several things at once, and is shown its own words again', async () => {
      const lookUp: Surroundings['lookUp'] = async (taskId, ask) => ({
        handle: ask.handle,
        version: 3,
        value: [taskId, ask],
        tokens: 9,
        next_cursor: null,
      });
      const reads: Speech = {
        text: 'Let me look.',
        calls: [
          { name: 'read_file', input: { path: './src/login.ts' } },
          { name: 'list_files', input: {} },
          { name: 'look_up', input: { handle: 'D2', cursor: 'c1' } },
        ],
      };
      await run([reads, DONE], { surroundings: { lookUp } });
      const [brief, model, ...answers] = asked()[1]?.told ?? [];
      expect(brief?.text).toBe(prompt.briefing);
      expect(model).toEqual({ by: 'model', text: 'Let me look.', calls: reads.calls });
      expect(answers.map(({ by }) => by)).toEqual(['tool', 'tool', 'tool']);
      expect(answers[0]?.text).toBe('export const login = () => "ünïcode";\n\n[./src/login.ts, characters 0 to 38 of 38]');
      expect(answers[1]?.text).toBe('src/login.ts');
      expect(JSON.parse(answers[2]?.text ?? '').value).toEqual(['T1', { handle: 'D2', max_tokens: 4_000, cursor: 'c1' }]);
    });

    it('keeps what the packet of the model says, and leaves the reckoning out where there is no room', async () => {
      const packet = { attempted: 'All of it.', payload: { seen: 3, rounds: 99 } };
      const outcome = await run([handsIn({ handoff: { phase: 'reviewing', state_delta: { packet } } })]);
      const payload = { seen: 3, model: 'model-1', input_tokens: 100, output_tokens: 10, cost_usd: null, rounds: 1 };
      expect(outcome).toEqual({ handoff: { phase: 'reviewing', state_delta: { packet: { attempted: 'All of it.', payload } } } });
      const full = { handoff: { phase: 'reviewing', state_delta: { packet: { payload: { text: 'x'.repeat(4_080) } } } } };
      expect(await run([handsIn(full)])).toEqual(full);
    });

    it('takes a failure that the model hands in for an attempt, whatever it calls it', async () => {
      const said = await failed([
        handsIn({ failed: { class: 'limit', reason: 'I am tired.', retry_after_s: 0, packet: { attempted: 'Half.' } } }),
      ]);
      expect(said).toMatchObject({ class: 'code', reason: 'I am tired.', packet: { attempted: 'Half.', payload: { rounds: 1 } } });
      expect(said.retry_after_s).toBeUndefined();
    });

    it.each([
      ['bare', '%s'],
      ['fenced', '```json\n%s\n```'],
    ])('takes an outcome that is written instead of handed in, %s', async (_, form) => {
      expect(await run([{ text: form.replace('%s', JSON.stringify(HANDOFF)) }])).toMatchObject(HANDOFF);
    });
  });

  describe('the one chance to mend', () => {
    it.each([
      ['what its schema does not allow', handsIn({ handoff: { phase: 'deploying' } }), /handoff\.phase: /],
      ['no JSON', handsIn('{"handoff": {"phase": "revie'), /not JSON, or was cut off/],
      ['nothing', {}, /Nothing was handed in/],
      ['only words', { text: 'All done!' }, /Nothing was handed in/],
      ['half an answer', { text: 'And then', stop: 'cut' }, /was cut off/],
    ] as const)('is given after %s', async (_, bad: Speech, fault) => {
      expect(await run([bad, DONE])).toMatchObject(HANDOFF);
      expect(lastTold()).toMatch(fault);
      expect(lastTold()).toMatch(/This is the last chance/);
      const again = await failed([bad]);
      expect(again).toMatchObject({ class: 'code', packet: { payload: { rounds: 2, input_tokens: 200 } } });
      expect(again.reason).toMatch(/It was told what was wrong/);
      expect(again.reason).toMatch(fault);
    });

    it('is not used up by tools that fail', async () => {
      await run([calls('read_file', '{"path": '), calls('write_file', { path: 'x', text: 'y' }), calls('read_file', { file: 1 }), DONE]);
      const told = asked().at(-1)?.told ?? [];
      expect(told[2]?.text).toMatch(/^read_file failed: .*JSON/);
      expect(told[4]?.text).toBe('There is no such tool. There are: read_file, list_files, look_up, hand_in.');
      expect(told[6]?.text).toMatch(/^read_file failed: /);
    });

    it('is not given to one that refuses', async () => {
      const said = await failed([{ text: 'I will not.', stop: 'refused' }]);
      expect(said).toMatchObject({ class: 'code', reason: 'The model refused: I will not.' });
      expect(wire.seen).toHaveLength(1);
    });
  });

  describe('what it can read', () => {
    it.each([
      '../../etc/passwd',
      '/etc/passwd',
      '.jerry/config.json',
      '.git/config',
      'src/../../x',
      'src/link.txt',
      'gone.ts',
      'src\\x',
      '',
    ])('is not %j', async (path) => {
      for (const place of ['.jerry', '.git']) mkdirSync(join(project, place));
      for (const file of ['.jerry/config.json', '.git/config']) writeFileSync(join(project, file), 'hidden words');
      const outside = mkdtempSync(join(tmpdir(), 'jerry-outside-'));
      writeFileSync(join(outside, 'x.txt'), 'hidden words');
      symlinkSync(join(outside, 'x.txt'), join(project, 'src/link.txt'));
      await run([calls('read_file', { path }), calls('list_files', { folder: path === '' ? '..' : path }), DONE]).finally(() =>
        rmSync(outside, { recursive: true }),
      );
      expect(asked()[1]?.told.at(-1)?.text).toMatch(/^read_file failed: /);
      expect(wire.seen.map(({ body }) => body).join()).not.toContain('hidden words');
    });

    it('comes in parts that lose nothing', async () => {
      const lines = Array.from({ length: 3_000 }, (_, n) => `const line${n} = '日本語 ${n}';`);
      const text = lines.join('\n');
      writeFileSync(join(project, 'src/long.ts'), text);
      let read = '';
      const reader: Answer = (response, seen) => {
        const said = api.asked(seen).told.at(-1)?.text ?? '';
        const [, part = '', next] = /^([\s\S]*)\n\[src\/long\.ts, characters .*?(?:offset (\d+))?\]/.exec(said) ?? [];
        read += part;
        const more = said === prompt.briefing ? '0' : next;
        api.says(more === undefined ? DONE : calls('read_file', { path: 'src/long.ts', offset: Number(more) }))(response, seen);
      };
      await run([reader]);
      expect(read).toBe(text);
      expect(wire.seen.length).toBeGreaterThan(5);
    });

    it('holds no secrets, of known formats or the key itself', async () => {
      const token = ['ghp', 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7zaB3dE6gH'].join('_');
      writeFileSync(join(project, 'src/env.ts'), `${token} ${KEY}`);
      const outcome = await run([
        calls('read_file', { path: 'src/env.ts' }),
        handsIn({ handoff: { phase: 'reviewing', state_delta: { feedback: `${token} ${KEY}` } } }),
      ]);
      expect(lastTold()).toMatch(/^\[redacted:github-token\] \[redacted:model-key\]/);
      expect(outcome).toMatchObject({ handoff: { state_delta: { feedback: '[redacted:github-token] [redacted:model-key]' } } });
    });

    it('is said to be more where it is', async () => {
      const readText: Surroundings['readText'] = async () => ({ text: 'the beginning', truncated: true });
      const listFiles: Surroundings['listFiles'] = async (folder, limit) => Array.from({ length: limit }, (_, n) => `${folder}/${n}.ts`);
      const reads: Speech = {
        calls: [
          { name: 'read_file', input: { path: 'huge.txt' } },
          { name: 'read_file', input: { path: 'huge.txt', offset: 99 } },
          { name: 'list_files', input: { folder: './src/' } },
        ],
      };
      await run([reads, DONE], { surroundings: { readText, listFiles } });
      const [whole, beyond, list] =
        asked()[1]
          ?.told.slice(2)
          .map(({ text }) => text) ?? [];
      expect(whole).toBe('the beginning\n[huge.txt, characters 0 to 13 of 13 and more; what follows is too far in to be read]');
      expect(beyond).toBe('read_file failed: huge.txt has only 13 characters.');
      expect(list?.split('\n').slice(498)).toEqual(['src/498.ts', 'src/499.ts', '[There are more: name a folder.]']);
      await run([calls('list_files', {}), DONE], { surroundings: { listFiles: async () => [] } });
      expect(lastTold()).toBe('There are no files that may be read.');
    });

    it('is at most eight things at once', async () => {
      await run([{ calls: Array.from({ length: 10 }, () => ({ name: 'list_files', input: {} })) }, DONE]);
      const answers = asked()[1]
        ?.told.slice(2)
        .map(({ text }) => text);
      expect(answers).toEqual([...Array(8).fill('src/login.ts'), ...Array(2).fill('Not done: at most 8 calls at once. Ask again.')]);
    });
  });

  describe('its budget', () => {
    const reads = (usage: { input: number; output: number }): Speech => ({ ...calls('list_files', {}), usage });

    it('ends it in tokens, as an attempt, and says what was used', async () => {
      const said = await failed([reads({ input: 30_000, output: 5_000 })], { config: { budget: { max_tokens: 100_000 } } });
      expect(wire.seen).toHaveLength(3);
      expect(said).toMatchObject({ class: 'code', packet: { payload: { input_tokens: 90_000, output_tokens: 15_000, rounds: 3 } } });
      expect(said.reason).toMatch(/^Its budget is used up: 105000 tokens in 3 answers/);
      expect(said.packet?.observed?.map(({ finding }) => finding)).toEqual([`It stopped: ${said.reason}`, 'It looked at: list_files {}']);
    });

    it('ends it in money', async () => {
      const config = { budget: { max_cost_usd: 0.5 }, price_usd_per_million: { input: 3, output: 15 } };
      const said = await failed([reads({ input: 50_000, output: 10_000 })], { config });
      expect(wire.seen).toHaveLength(2);
      expect(said).toMatchObject({ class: 'code', packet: { payload: { cost_usd: 0.6, rounds: 2 } } });
      expect(said.reason).toMatch(/0\.6 USD/);
    });

    it('bounds the answer that fits into the rest of it, and asks for an end in time', async () => {
      await run([reads({ input: 80_000, output: 10_000 }), DONE], { config: { budget: { max_tokens: 100_000 } } });
      expect(asked()[0]?.maxTokens).toBe(8_192);
      expect(asked()[1]?.maxTokens).toBeLessThan(8_192);
      expect(lastTold()).toMatch(/Call hand_in now/);
    });

    it('lets nothing begin that cannot end', async () => {
      const said = await failed([DONE], { config: { budget: { max_tokens: 1_000 } } });
      expect(wire.seen).toHaveLength(0);
      expect(said.reason).toMatch(/^Its budget is used up: 0 tokens in 0 answers/);
    });

    it('is reckoned by our own count where the server does not tell, and for what broke off', async () => {
      const silent = await run([{ ...DONE, usage: null }]);
      const used = (outcome: Outcome) =>
        ('handoff' in outcome ? outcome.handoff : undefined)?.state_delta?.packet?.payload?.input_tokens as number;
      expect(used(silent)).toBeGreaterThan(1_000);
      const broken = await run([api.says({ ...DONE, text: 'long '.repeat(100) }, 'cut'), { ...DONE, usage: { input: 1, output: 1 } }]);
      expect(used(broken)).toBe(used(silent) + 1);
    });

    it('is not the only end: forty answers are', async () => {
      const said = await failed([reads({ input: 1, output: 1 })]);
      expect(said).toMatchObject({ class: 'code', reason: 'It had handed in nothing after 40 answers.' });
      expect(wire.seen).toHaveLength(40);
    });
  });

  it('leaves out what it read first when the conversation grows too long', async () => {
    writeFileSync(join(project, 'src/big.txt'), 'one word after the other '.repeat(2_000));
    const reads = Array.from({ length: 20 }, () => calls('read_file', { path: 'src/big.txt' }));
    await run([...reads, DONE], { config: { max_context_tokens: 8_000 } });
    const bytes = wire.seen.map(({ body }) => body.length);
    expect(Math.max(...bytes)).toBeLessThan(60_000);
    const told =
      asked()
        .at(-1)
        ?.told.filter(({ by }) => by === 'tool')
        .map(({ text }) => text) ?? [];
    expect(told[0]).toMatch(/^\[Left out/);
    expect(told.at(-1)).toMatch(/^one word/);
    expect(told).toHaveLength(20);
  });

  describe('when the API does not answer', () => {
    it('waits as long as it is asked to, and tries again', async () => {
      const begun = performance.now();
      const outcome = await run([api.refuses(429, 'rate_limit_error', 'Slow down.', { 'retry-after': '1' }), DONE]);
      expect(outcome).toMatchObject(HANDOFF);
      expect(performance.now() - begun).toBeGreaterThan(950);
    });

    it.each([
      ['for long', { 'retry-after': '3600' }, {}, 3_600],
      ['beyond the time of the run', { 'retry-after': '30' }, { timeout_s: 20 }, 30],
      ['until a date', { 'retry-after': new Date(Date.now() + 600_000).toUTCString() }, {}, expect.any(Number)],
    ])('gives the work back where it has to wait %s', async (_, headers, config, retry_after_s) => {
      expect(await failed([api.refuses(429, 'rate_limit_error', 'Slow down.', headers)], { config })).toMatchObject({
        class: 'limit',
        retry_after_s,
      });
      expect(wire.seen).toHaveLength(1);
    });

    it.each([
      [429, 'rate_limit_error', 3, { class: 'limit', retry_after_s: 60 }],
      [429, 'insufficient_quota', 1, { class: 'limit', retry_after_s: 900 }],
      [402, 'billing_error', 1, { class: 'limit', retry_after_s: 900 }],
      [
        401,
        'authentication_error',
        1,
        { class: 'limit', retry_after_s: 300, reason: expect.stringMatching(/The key is the one in MODEL_KEY/) },
      ],
      [403, 'permission_error', 1, { class: 'limit', retry_after_s: 300 }],
      [400, 'invalid_request_error', 1, { class: 'code' }],
      [404, 'not_found_error', 1, { class: 'code' }],
      [500, 'api_error', 3, { class: 'transient' }],
      [529, 'overloaded_error', 3, { class: 'transient' }],
    ])('knows %i %s after %i tries', async (status, type, tries, failure) => {
      const said = await failed([api.refuses(status, type, `No, said ${KEY}.`)]);
      expect(said).toMatchObject({ ...failure, packet: { observed: [{ finding: `It stopped: ${said.reason}` }], not_done: [{}] } });
      expect(said.reason).toMatch(new RegExp(`^model-1 answered ${status}: .*No, said \\[redacted:model-key\\]`));
      expect(wire.seen).toHaveLength(tries);
      expect(JSON.stringify(said)).not.toContain(KEY);
    });

    it.each([
      ['rate_limit_error', 'limit'],
      ['overloaded_error', 'transient'],
      ['invalid_request_error', 'code'],
    ])('knows a %s that comes in the middle of a stream', async (type, kind) => {
      expect(await failed([api.stumbles(type, 'Sorry.')])).toMatchObject({ class: kind, reason: expect.stringMatching(/Sorry/) });
    });

    it.each([
      ['is refused', lost],
      ['is cut in the middle of a stream', api.says({ ...DONE, text: 'long '.repeat(100) }, 'cut')],
      ['is closed before the end of it', api.says({ ...DONE, text: 'long '.repeat(100) }, 'closes')],
    ])('tries again when the connection %s', async (_, broken) => {
      expect(await run([broken, broken, DONE])).toMatchObject(HANDOFF);
      expect(await failed([broken])).toMatchObject({ class: 'transient' });
    });

    it('does not wait for one that falls silent', async () => {
      const hangs = api.says({ ...DONE, text: 'long '.repeat(100) }, 'hangs');
      expect(await run([hangs, DONE], { silenceMs: 100 })).toMatchObject(HANDOFF);
      const mute: Answer = () => undefined;
      const said = await failed([mute], { silenceMs: 50 });
      expect(said).toMatchObject({ class: 'transient', reason: 'The model said nothing for 0.05 s.' });
    });

    it('is over when its time is', async () => {
      const said = await failed([api.says(DONE, 'hangs')], { config: { timeout_s: 1 } });
      expect(said).toMatchObject({ class: 'code', reason: 'It was not done after 1 s, and was ended.' });
    });

    it('makes nothing of what is no event stream', async () => {
      const page: Answer = (response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('event: message_start\ndata: <html>\n\n');
      expect(await failed([page])).toMatchObject({ class: 'code', reason: expect.stringMatching(/cannot be read/) });
    });

    it('takes its key nowhere else', async () => {
      const elsewhere = await Wire.open();
      const away: Answer = (response) => void response.writeHead(307, { location: `${elsewhere.address}/x` }).end();
      try {
        expect(await failed([away])).toMatchObject({ class: 'code', reason: expect.stringMatching(/307/) });
        expect(elsewhere.seen).toEqual([]);
      } finally {
        await elsewhere.close();
      }
    });
  });

  describe('when it is called off', () => {
    it('ends soon while it is heard, and the connection with it', async () => {
      const callOff = new AbortController();
      let closed: Promise<unknown> = Promise.resolve();
      const watched: Answer = (response, seen) => {
        closed = new Promise((resolve) => response.on('close', resolve));
        api.says({ ...DONE, text: 'long '.repeat(100) }, 'hangs')(response, seen);
      };
      const running = run([watched], { signal: callOff.signal });
      await wire.heard(1);
      callOff.abort(new Error('Cancelled.'));
      await expect(running).rejects.toThrow('Cancelled.');
      await closed;
      expect(wire.seen).toHaveLength(1);
    });

    it('ends soon while it waits', async () => {
      const callOff = new AbortController();
      // What the server said is redacted, and then it waits.
      const redact = (text: string) => {
        setImmediate(() => callOff.abort(new Error('Cancelled.')));
        return text;
      };
      const slow = api.refuses(429, 'rate_limit_error', 'Slow down.', { 'retry-after': '50' });
      const begun = performance.now();
      await expect(run([slow], { signal: callOff.signal, surroundings: { redact } })).rejects.toThrow('Cancelled.');
      expect(performance.now() - begun).toBeLessThan(40_000);
      expect(wire.seen).toHaveLength(1);
    });

    it('does not begin', async () => {
      await expect(run([DONE], { signal: AbortSignal.abort(new Error('Cancelled.')) })).rejects.toThrow('Cancelled.');
      expect(wire.seen).toEqual([]);
    });
  });

  describe('its key', () => {
    it.each([
      [{ env: {} }, 'MODEL_KEY is not set'],
      [{ env: { MODEL_KEY: ' ' } }, 'MODEL_KEY is not set'],
      [{ env: { MODEL_KEY: 'two\nlines' } }, 'MODEL_KEY holds characters that no key has'],
    ])('has to be there: %j', async (surroundings, fault) => {
      const said = await failed([DONE], { surroundings });
      expect(said).toMatchObject({ class: 'limit', retry_after_s: 300, reason: expect.stringMatching(fault) });
      expect(wire.seen).toEqual([]);
    });

    it("is the provider's own at its own address", async () => {
      const said = await failed([DONE], { config: { base_url: undefined, api_key_env: undefined } });
      expect(said.reason).toMatch(new RegExp(`^${api.name.toUpperCase()}_API_KEY is not set`));
    });

    it('is none at another address unless it is named', async () => {
      const env = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY };
      await run([DONE], { config: { api_key_env: undefined }, surroundings: { env } });
      expect(asked()[0]?.key).toBe('none');
      const said = await failed([api.refuses(401, 'authentication_error', 'Who?')], { config: { api_key_env: undefined } });
      expect(said.reason).toMatch(/No key was sent: name its variable as `api_key_env`/);
    });
  });

  it('says what broke, if it is the service itself', async () => {
    const executor = openModelExecutor(surroundingsOnDisk(project, { env: { MODEL_KEY: KEY } }), {
      of: () => Promise.reject(new Error('The role has no prompt.')),
    });
    const outcome = await executor.run(workFor(agentWith({})));
    expect(outcome).toMatchObject({ failed: { class: 'code', reason: 'It broke: The role has no prompt.' } });
  });
});
