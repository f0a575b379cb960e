import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ExecutorProject } from '../../../../../test/support/executor-project.js';

const HANDOFF = { handoff: { phase: 'reviewing', state_delta: { warnings: ['thin ice'] } } };
const DONE = JSON.stringify(HANDOFF);
const SESSION = {
  session_id: 'f3c9',
  num_turns: 3,
  duration_ms: 1_234,
  total_cost_usd: 0.01,
  usage: { input_tokens: 10, output_tokens: 5 },
};
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Stand-ins for the real programs: they note what they were given, and print and leave what the test says. */
describe('the preset', () => {
  let project: ExecutorProject;
  beforeEach(async () => {
    project = await ExecutorProject.open();
  });
  afterEach(() => project.close());

  const NOTE = `fs.writeFileSync('seen.json', JSON.stringify({ argv: process.argv.slice(2), stdin: fs.readFileSync(0, 'utf8'), env: process.env }));`;
  const seen = async () => JSON.parse(await readFile(join(project.root, 'seen.json'), 'utf8'));
  const failed = { failed: expect.objectContaining({ packet: expect.objectContaining({ observed: expect.any(Array) }) }) };

  describe('claude-code', () => {
    const answered = async (printed: unknown, exitCode = 0, settings: object = {}) => {
      await project.program('claude', `${NOTE}\nprocess.stdout.write(${JSON.stringify(text(printed))});\nprocess.exitCode = ${exitCode};`);
      return project.run({ preset: 'claude-code', ...settings });
    };
    const result = (said: string, more: object = {}) => ({
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: said,
      ...SESSION,
      ...more,
    });
    const error = (said: string, more: object = {}) => result(said, { is_error: true, ...more });

    it('runs it with exactly these arguments, the prompt on stdin, and no key of ours', async () => {
      Object.assign(project.env, { ANTHROPIC_API_KEY: 'k', CLAUDE_CONFIG_DIR: '/c', JERRY_WORKER_TOKEN: 'w' });
      expect(await answered(result(DONE), 0, { args: ['--model', 'opus', '{task_id}'] })).toEqual(HANDOFF);
      const { argv, stdin, env } = await seen();
      expect(argv).toEqual(['--print', '--output-format', 'json', '--permission-mode', 'acceptEdits', '--model', 'opus', 'T1']);
      expect(stdin).toBe(await project.left('prompt.md'));
      expect(stdin).toContain('Your last message is the outcome');
      expect([env.CLAUDE_CONFIG_DIR, env.ANTHROPIC_API_KEY, env.JERRY_WORKER_TOKEN]).toEqual(['/c', undefined, undefined]);
    });

    it.each<[string, unknown]>([
      ['as it is', result(`\n${DONE}\n`)],
      ['in a block of code, with words around it', result(`All done.\n\n\`\`\`json\n${DONE}\n\`\`\`\nBye.`)],
      ['in the last of several blocks', result(`\`\`\`json\n{"handoff":{"phase":"planning"}}\n\`\`\`\n\`\`\`\n${DONE}\n\`\`\``)],
      ['at the end of a list of messages', [{ type: 'system' }, { type: 'assistant' }, result(DONE)]],
    ])('finds the outcome %s', async (_what, printed) => expect(await answered(printed)).toEqual(HANDOFF));

    it.each<[string, unknown, number, object]>([
      ['a spent limit with its end', error('Claude AI usage limit reached|9999999999'), 1, { class: 'limit', retry_after_s: 86_400 }],
      ['a spent limit that is over', error('Claude AI usage limit reached|1000000000'), 1, { class: 'limit', retry_after_s: 0 }],
      ['a spent limit without an end', error("You've hit your session limit · resets 12:50pm (Europe/Paris)"), 1, { class: 'limit' }],
      ['too many requests', error('API Error', { api_error_status: 429 }), 0, { class: 'limit' }],
      ['nobody signed in', error('Invalid API key · Please run /login'), 1, { class: 'limit' }],
      ['no access', error('Your organization has disabled access', { api_error_status: 403 }), 1, { class: 'limit' }],
      ['an overloaded API', error('API Error: 529 Overloaded', { api_error_status: 529 }), 1, { class: 'transient' }],
      ['a lost connection', error('API Error: Connection error.'), 1, { class: 'transient' }],
      ['its turns used up', { type: 'result', subtype: 'error_max_turns', is_error: true, ...SESSION }, 1, { class: 'code' }],
      [
        'an error of its own',
        { type: 'result', subtype: 'error_during_execution', is_error: true, errors: ['boom'], ...SESSION },
        1,
        { class: 'code', reason: expect.stringContaining('error_during_execution boom') },
      ],
      [
        'a message that is no outcome',
        result('I have finished the work.'),
        0,
        { class: 'code', reason: expect.stringContaining('its outcome is not JSON') },
      ],
      ['no message', result(''), 0, { class: 'code', reason: expect.stringContaining('its outcome is empty') }],
      ['garbage', 'Segmentation fault', 0, { class: 'code', reason: expect.stringContaining('it printed no result') }],
      [
        'an error told in more than words',
        { type: 'result', is_error: true, errors: [{ code: 'overloaded_error' }], ...SESSION },
        1,
        { class: 'transient', reason: expect.stringContaining('error {"code":"overloaded_error"}') },
      ],
      ['a plain error', 'error: unknown option --permission-mode', 1, { class: 'code', reason: expect.stringContaining('unknown option') }],
      ['nothing', '', 1, { class: 'code', reason: expect.stringContaining('it said nothing') }],
      ['more than is kept', 'x'.repeat(1_100_000), 0, { class: 'code', reason: expect.stringContaining('more to its standard output') }],
    ])('takes %s for what it is', async (_what, printed, exitCode, like) => {
      const outcome = await answered(printed, exitCode);
      expect(outcome).toEqual(failed);
      expect(outcome).toEqual({ failed: expect.objectContaining(like) });
    });

    it('reads nothing into work that speaks of limits', async () => {
      const spoken = {
        handoff: { phase: 'reviewing', state_delta: { warnings: ['The rate limit of 429 applies: usage limit reached.'] } },
      };
      expect(await answered(result(JSON.stringify(spoken)))).toEqual(spoken);
    });
  });

  describe('codex', () => {
    const STARTED = [{ type: 'thread.started', thread_id: '0199' }, { type: 'turn.started' }];
    const said = (message: string) => ({ type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: message } });
    const DONE_TURN = { type: 'turn.completed', usage: { input_tokens: 10, cached_input_tokens: 0, output_tokens: 5 } };
    const lost = (message: string) => [
      { type: 'error', message },
      { type: 'turn.failed', error: { message } },
    ];
    const answered = async (events: readonly unknown[], last: string | null, exitCode = 0, settings: object = {}) => {
      const leave =
        last === null ? '' : `fs.writeFileSync(process.argv[process.argv.indexOf('--output-last-message') + 1], ${JSON.stringify(last)});`;
      const lines = events.map((event) => `${text(event)}\n`).join('');
      await project.program('codex', `${NOTE}\n${leave}\nprocess.stdout.write(${JSON.stringify(lines)});\nprocess.exitCode = ${exitCode};`);
      return project.run({ preset: 'codex', ...settings });
    };

    it('runs it with exactly these arguments, the prompt on stdin, and no key of ours', async () => {
      Object.assign(project.env, { OPENAI_API_KEY: 'k', CODEX_HOME: '/c', CODEX_API_KEY: 'mine' });
      const settings = { args: ['--model', 'gpt-x'], env: ['CODEX_API_KEY'] };
      expect(await answered([...STARTED, said(DONE), DONE_TURN], DONE, 0, settings)).toEqual(HANDOFF);
      const { argv, stdin, env } = await seen();
      const file = join(project.root, '.jerry/runs/T1/T1-v3-e2/outcome.json');
      expect(argv).toEqual(
        ['exec', '--json', '--color', 'never', '--skip-git-repo-check', '--sandbox', 'workspace-write'].concat([
          '--output-last-message',
          file,
          '--model',
          'gpt-x',
          '-',
        ]),
      );
      expect(stdin).toBe(await project.left('prompt.md'));
      expect([env.CODEX_HOME, env.CODEX_API_KEY, env.OPENAI_API_KEY]).toEqual(['/c', 'mine', undefined]);
    });

    it('takes no error that it recovered from for its end', async () => {
      const events = [...STARTED, { type: 'error', message: 'stream disconnected; retrying 1/5' }, said(DONE), DONE_TURN];
      expect(await answered(events, `\`\`\`json\n${DONE}\n\`\`\``)).toEqual(HANDOFF);
    });

    it('is understood when it says more than is kept', async () => {
      const loud = { type: 'item.completed', item: { id: 'item_0', type: 'command_execution', aggregated_output: 'x'.repeat(1_100_000) } };
      expect(await answered([...STARTED, loud, said(DONE), DONE_TURN], DONE)).toEqual(HANDOFF);
      expect(await answered([...STARTED, loud, ...lost("You've hit your usage limit.")], null, 1)).toMatchObject({
        failed: { class: 'limit' },
      });
    });

    it.each<[string, readonly unknown[], string | null, number, object]>([
      [
        'a spent limit with its end',
        [...STARTED, ...lost("You've hit your usage limit. Upgrade to Pro or try again in 2 hours 17 minutes.")],
        null,
        1,
        { class: 'limit', retry_after_s: 8_220 },
      ],
      [
        'a spent limit without an end',
        [...STARTED, ...lost("You've hit your usage limit. To get more access now, or try again at 12:16 PM.")],
        '',
        1,
        { class: 'limit' },
      ],
      [
        'a limit told in JSON',
        [...STARTED, ...lost('{"type":"usage_limit_reached","message":"The usage limit has been reached","resets_in_seconds":13872}')],
        null,
        1,
        { class: 'limit', retry_after_s: 13_872 },
      ],
      ['too many requests', [...STARTED, ...lost('exceeded retry limit, last status: 429 Too Many Requests')], null, 1, { class: 'limit' }],
      ['nobody signed in', [...STARTED, ...lost('unexpected status 401 Unauthorized')], null, 1, { class: 'limit' }],
      ['a lost stream', [...STARTED, ...lost('stream disconnected before completion')], null, 1, { class: 'transient' }],
      ['an error of its own', [...STARTED, ...lost('context window exceeded')], null, 1, { class: 'code' }],
      [
        'a last message that is no outcome',
        [...STARTED, said('Done!'), DONE_TURN],
        'Done!',
        0,
        { class: 'code', reason: expect.stringContaining('is not JSON') },
      ],
      ['no last message', [...STARTED, DONE_TURN], null, 0, { class: 'code', reason: expect.stringContaining('it left no outcome') }],
      [
        'a plain error',
        ['error: unexpected argument --json'],
        null,
        2,
        { class: 'code', reason: expect.stringContaining('unexpected argument') },
      ],
      ['nothing', [], null, 1, { class: 'code', reason: expect.stringContaining('it said nothing') }],
      ['garbage', ['{"type":"turn.failed"}', '[1', 'null', '"x"'], null, 1, { class: 'code' }],
    ])('takes %s for what it is', async (_what, events, last, exitCode, like) => {
      const outcome = await answered(events, last, exitCode);
      expect(outcome).toEqual(failed);
      expect(outcome).toEqual({ failed: expect.objectContaining(like) });
      if (!('retry_after_s' in like)) expect('failed' in outcome && outcome.failed.retry_after_s).toBeUndefined();
    });
  });

  it('that is not installed is missed by name', async () => {
    project.env.PATH = join(project.root, 'nothing');
    expect(await project.run({ preset: 'codex' })).toMatchObject({
      failed: { class: 'limit', reason: expect.stringContaining('codex could not be started; is it installed?') },
    });
  });
});
