import { passagesOf } from './passages-of.js';
import { leadOf } from './steps-of.js';

const texts = (value: string): string[] => passagesOf(value).map(({ text }) => text);
const joined = (value: string): string =>
  passagesOf(value)
    .map(({ text, glued }, index) => (glued || index === 0 ? text : ` ${text}`))
    .join('');

describe('passagesOf', () => {
  it('cuts between sentences, not after every full stop', () =>
    expect(texts('See src/a.ts v2.3 e.g. line 5. Then stop! (Or not.) Done')).toEqual([
      'See src/a.ts v2.3 e.g. line 5.',
      'Then stop!',
      '(Or not.)',
      'Done',
    ]));

  it('cuts a long sentence between clauses', () =>
    expect(
      texts(
        'The second request takes the lock after the first has read the row, so both write the same sequence number and one of them is lost.',
      ),
    ).toEqual([
      'The second request takes the lock after the first has read the row,',
      'so both write the same sequence number and one of them is lost.',
    ]));

  it('cuts words without an end by characters, never inside one', () => {
    const passages = passagesOf(`${'漢'.repeat(60)} ${'👩'.repeat(40)}`);
    expect(passages.every(({ text }) => text.isWellFormed() && text.length <= 48)).toBe(true);
  });

  it.each(['One. Two three; Four.', 'x'.repeat(130), 'After a while, it worked. No.', `a ${'y'.repeat(60)} b`])(
    'loses nothing of %j',
    (value) => expect(joined(value)).toBe(value),
  );

  it('shares out one whole', () => {
    const total = passagesOf('One two three. Four five six. Seven.').reduce((sum, { share }) => sum + share, 0);
    expect(total).toBeCloseTo(1);
  });

  it.each([
    ['Rounding happens twice. It was like that before.', 'Rounding happens twice.'],
    ['After looking at forty tickets, last-write-wins loses text.', 'last-write-wins loses text.'],
    ['I first thought the goldens were stale, they are not. The header shows the wrong number.', 'The header shows the wrong number.'],
    ['We discussed this for a while. Amounts stay in cents.', 'Amounts stay in cents.'],
  ])('comes to the point of %j', (value, point) => expect(leadOf(passagesOf(value))?.text).toBe(point));
});
