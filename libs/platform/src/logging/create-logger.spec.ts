import { createLogger, type Logger, nestLogger } from '@app/platform';
import { jsonLine } from './json-line.js';
import { prettyLine } from './pretty-line.js';

const now = () => new Date('2026-11-18T12:03:11.123Z');
const secret = 'a fixed token that no pattern knows';

function recorded(level: 'error' | 'warn' | 'info' | 'debug', pretty = true): { lines: string[]; logger: Logger } {
  const lines: string[] = [];
  const line = pretty ? (event: Parameters<typeof jsonLine>[0]) => prettyLine(event, false) : jsonLine;
  return { lines, logger: createLogger({ name: 'api', level, secrets: ['', secret], line, now, write: (text) => lines.push(text) }) };
}

describe('a log', () => {
  it('keeps what is below its level to itself', () => {
    const { lines, logger } = recorded('warn');
    logger.debug('a');
    logger.info('b');
    logger.warn('c');
    logger.error('d');
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['warn', 'error']);
  });

  it('carries fields from parent to child, the nearest winning, and leaves out what is not there', () => {
    const { lines, logger } = recorded('info', false);
    const request = logger.child({ request_id: 'r1', principal: 'agent:dev-qa' });
    request.child({ task_id: 'T1' }).info('Claimed.', { request_id: 'r2', gate_id: undefined });
    logger.info('Alone.');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        time: '2026-11-18T12:03:11.123Z',
        level: 'info',
        process: 'api',
        message: 'Claimed.',
        request_id: 'r2',
        principal: 'agent:dev-qa',
        task_id: 'T1',
      },
      { time: '2026-11-18T12:03:11.123Z', level: 'info', process: 'api', message: 'Alone.' },
    ]);
  });

  it.each([true, false])('never shows a secret (pretty: %s)', (pretty) => {
    const { lines, logger } = recorded('info', pretty);
    const own = `jerry_${'aB3dE6gH9jK'.repeat(4)}`;
    const error = new Error(`redis://user:${'hunter2'}@queue:6379 does not answer`, { cause: new Error(`Authorization: Bearer ${own}`) });
    logger.error(`${own} and ${secret}`, { error, token: 'x', headers: { authorization: 'Bearer abc', host: 'h' }, summary_tokens: 93 });
    logger.child({ note: secret }).info('child');
    const written = lines.join('');
    for (const word of [own, secret, 'hunter2', 'Bearer abc', 'token=x', '"token":"x"']) expect(written).not.toContain(word);
    for (const word of ['[redacted:jerry-token]', '[redacted:url-password]', 'queue:6379', '93', 'caused by'])
      expect(written).toContain(word);
  });

  it('keeps one event short', () => {
    const { lines, logger } = recorded('info', false);
    logger.info('x'.repeat(1_000_000), { body: 'y'.repeat(1_000_000) });
    expect(lines[0]?.length).toBeLessThan(20_000);
    expect(lines[0]).toContain('992000 more characters');
  });

  it('takes fields that are no text, whatever they are', () => {
    const { lines, logger } = recorded('info', false);
    const round: { self?: unknown } = {};
    round.self = round;
    logger.info('odd', { list: [1], big: 1n, round, nothing: null, act: () => 1 });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ list: '[1]', big: '1', round: '[object Object]', nothing: null });
  });
});

describe('a line for programs', () => {
  it('is one line, and no field takes the place of time, level, process or message', () => {
    const { lines, logger } = recorded('info', false);
    logger.info('first\nsecond', { level: 'error', message: 'forged', time: 'never', process: 'other' });
    expect(lines.join('').trimEnd()).not.toContain('\n');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: '2026-11-18T12:03:11.123Z',
      level: 'info',
      process: 'api',
      message: 'first\nsecond',
    });
  });
});

describe('a line for people', () => {
  it('shows time, level, process, message and fields', () => {
    const { lines, logger } = recorded('info');
    logger.info('Listening.', { port: 4777, note: 'two words' });
    expect(lines).toEqual(['2026-11-18T12:03:11Z info  api    Listening.  port=4777  note="two words"\n']);
  });

  it('indents further lines and shows control characters, so that no message can pass for another or steer the terminal', () => {
    const { lines, logger } = recorded('info');
    logger.error('first\n2026-11-18T12:03:11Z info  api    forged\r2026 \x1b[2J \u009b1m \u202e', { title: 'a\nb\x07' });
    expect(lines.join('').split('\n')).toEqual([
      '2026-11-18T12:03:11Z error api    first',
      '  2026-11-18T12:03:11Z info  api    forged',
      '  2026 \\u001b[2J \\u009b1m \\u202e  title=a',
      '  b\\u0007',
      '',
    ]);
  });
});

describe('nestLogger', () => {
  it("shows Nest's complaints with the part that has them, and keeps its chatter for debugging", () => {
    const { lines, logger } = recorded('info', false);
    const nest = nestLogger(logger);
    nest.log('Mapped {/health/live, GET} route', 'RouterExplorer');
    nest.error(new Error('broken'), 'ExceptionsHandler');
    nest.error('worse', 'Error: worse\n    at here');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { message: expect.stringContaining('Error: broken'), context: 'ExceptionsHandler' },
      { message: 'worse Error: worse\n    at here' },
    ]);
  });
});
