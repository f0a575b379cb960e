import { encodePath } from './encode-path.js';

const at = (...points: number[]): string => String.fromCodePoint(...points);

describe('encodePath', () => {
  it.each(['src/a.ts', 'docs/Übersicht (neu).md', 'a,b.ts', 'a"b.ts', 'C:\\x', '漢字/👩.txt'])('leaves %s as it is', (path) =>
    expect(encodePath(path)).toBe(path),
  );

  it.each([
    ['would end the path before', 'a, b/c.ts', '"a, b/c.ts"'],
    ['would end in quotes', '"a", "b', String.raw`"\"a\", \"b"`],
    ['reads as a handle', 'x/decisions@17.md', String.raw`"x/decisions\u004017.md"`],
    ['would be folded', 'a  b\tc\n', String.raw`"a  b\tc\n"`],
    ['cannot be seen', `a${at(0x200b)}b${at(0xe0041)}`, String.raw`"a\u200bb\udb40\udc41"`],
    ['reorders', `a${at(0x202e)}b`, String.raw`"a\u202eb"`],
    ['parts values', 'a — b', String.raw`"a \u2014 b"`],
    ['is a control character', `a${at(0x9b)}31m`, String.raw`"a\u009b31m"`],
  ])('puts in quotes what %s, and can be read back', (_, path, encoded) => {
    expect(encodePath(path)).toBe(encoded);
    expect(JSON.parse(encoded)).toBe(path);
  });
});
