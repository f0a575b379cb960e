import { encodeValue } from './encode-value.js';

const at = (...points: number[]): string => String.fromCodePoint(...points);

describe('encodeValue', () => {
  it.each([
    ['stays as it is', 'Plain words, (even) `code`: a-b_c/d 50 %.', 'Plain words, (even) `code`: a-b_c/d 50 %.'],
    ['folds what breaks a line', ` a\n\nb\r\nc${at(0x2028)}d${at(0x85)}e${at(0x0b)}f\t g `, 'a b c d e f g'],
    ['drops control characters', `a${at(0)}b${at(0x7f)}c${at(0x9b)}31md`, 'a b c 31md'],
    ['drops colours', `${at(0x1b)}[1;31mred${at(0x1b)}[0m`, 'red'],
    ['drops what reorders', `a${at(0x202e)}b${at(0x2066)}c${at(0x200f)}d`, 'abcd'],
    ['drops what cannot be seen', `a${at(0x200b)}b${at(0xad)}c${at(0xfeff)}d${at(0x3164)}e${at(0xe0041)}f${at(0xfe0f)}g`, 'abcdefg'],
    ['replaces half a character', `a${String.fromCharCode(0xd83d)}b`, `a${at(0xfffd)}b`],
    ['keeps a dash inside a word, not one that stands alone', '— a — b—c — — d —', '– a – b—c – – d –'],
    [
      'keeps mentions of items, not what reads as a handle',
      'see D17, decisions@17 and Issues@3, mail a@1',
      'see D17, decisions @17 and Issues @3, mail a@1',
    ],
    ['says so when nothing is left', at(0x200b, 0x202e), '(blank)'],
  ])('%s', (_, text, encoded) => expect(encodeValue(text)).toBe(encoded));

  it('leaves texts alone that it has encoded', () => {
    for (const text of ['— a — b', 'x  y', 'decisions@17', at(0x200b)]) expect(encodeValue(encodeValue(text))).toBe(encodeValue(text));
  });
});
