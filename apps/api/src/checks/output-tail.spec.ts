import { PLANTED_SECRETS } from '../../../../test/support/planted-secrets.js';
import { outputTail } from './output-tail.js';

describe('the end of what a program wrote', () => {
  it('is text: no colours, no titles, no bells, no carriage returns', () => {
    const written =
      '\u001b[1m\u001b[31mfailed\u001b[0m\r\n\u001b]0;title\u0007\tat line\u0000 3\u0007\u001b(B\u001b[2K done\u001b]8;;x\u001b\\';
    expect(outputTail(written, '')).toBe('failed\n\tat line 3(B done');
    expect(outputTail(' \n', '')).toBe('');
    expect(outputTail('', 'It was ended after 1 s.')).toBe('It was ended after 1 s.');
  });

  it('is never longer than may be kept, ends as it ended, and is well formed where it was cut', () => {
    const tail = outputTail(`${'😀'.repeat(5_000)}!`, 'It was ended by a signal.');
    expect(tail.length).toBeLessThanOrEqual(2_000);
    expect([tail.isWellFormed(), tail.startsWith('It was ended by a signal.\n…'), tail.endsWith('😀!')]).toEqual([true, true, true]);
  });

  it.each(PLANTED_SECRETS)('holds no secret of the format $format, wherever it was cut', ({ secret, lead, tail }) => {
    for (const after of [0, 1_950, 1_990, 2_100]) {
      const kept = outputTail(`x ${lead}${secret}${tail} ${'y'.repeat(after)}`, '');
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(secret.slice(-12));
    }
  });

  it('takes hostile output in its stride', () => {
    for (const seed of ['\u001b', '\u001b[', '\u001b]', '\u001b[0;', '\u001b]x\u001b']) outputTail(seed.repeat(20_000), '');
  });
});
