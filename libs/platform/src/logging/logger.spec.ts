import { createLogger, nestLogger } from '@app/platform';

const now = () => new Date('2026-11-18T12:03:11.123Z');

function recorded(level: 'error' | 'warn' | 'info' | 'debug') {
  const lines: string[] = [];
  return { lines, logger: createLogger({ name: 'api', level, now, write: (line) => lines.push(line) }) };
}

describe('createLogger', () => {
  it('writes time, level, process and message on one line', () => {
    const { lines, logger } = recorded('info');
    logger.info('Listening.');
    expect(lines).toEqual(['2026-11-18T12:03:11Z info  api    Listening.\n']);
  });

  it('keeps what is below its level to itself', () => {
    const { lines, logger } = recorded('warn');
    logger.debug('a');
    logger.info('b');
    logger.warn('c');
    logger.error('d');
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['warn', 'error']);
  });

  it('indents further lines, so that no message can pass for another', () => {
    const { lines, logger } = recorded('info');
    logger.error('first\n2026-11-18T12:03:11Z info  api    forged');
    expect(lines.join('').split('\n')[1]).toMatch(/^ {2}2026/);
  });
});

describe('nestLogger', () => {
  it("shows Nest's complaints and keeps its chatter for debugging", () => {
    const { lines, logger } = recorded('info');
    const nest = nestLogger(logger);
    nest.log('Mapped {/health/live, GET} route', 'RouterExplorer');
    nest.error(new Error('broken'), 'ExceptionsHandler');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Error: broken');
  });
});
