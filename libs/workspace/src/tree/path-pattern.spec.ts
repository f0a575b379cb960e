import fc from 'fast-check';
import { PathPattern } from './path-pattern.js';

const matches = (pattern: string, path: string): boolean => new PathPattern(pattern).matches(path);

/** What a pattern means, said as plainly as can be, and as slowly. */
const plainly = (wanted: readonly string[], given: readonly string[], star: string, one: (w: string, g: string) => boolean): boolean => {
  const [first, ...rest] = wanted;
  if (first === undefined) return given.length === 0;
  if (first === star) return plainly(rest, given, star, one) || (given.length > 0 && plainly(wanted, given.slice(1), star, one));
  return given[0] !== undefined && one(first, given[0]) && plainly(rest, given.slice(1), star, one);
};
const meant = (pattern: string, path: string): boolean =>
  plainly(pattern.split('/'), path.split('/'), '**', (part, name) =>
    plainly([...part], [...name], '*', (wanted, letter) => wanted === '?' || wanted === letter),
  );

describe('a pattern of paths', () => {
  it.each([
    ['**', ['a', 'a/b.ts', '.env', 'a/.b/c'], []],
    ['src/**', ['src/a.ts', 'src/a/b.ts'], ['source/a.ts', 'a/src/b.ts']],
    ['*.json', ['package.json', '.json'], ['a/package.json', 'package.jsonc']],
    ['**/*.ts', ['a.ts', 'a/b.ts', 'a/b/c.ts'], ['a.tsx', 'ts']],
    ['src/**/test/*.spec.ts', ['src/test/a.spec.ts', 'src/a/b/test/c.spec.ts'], ['src/test/a/b.spec.ts', 'test/a.spec.ts']],
    ['a?c', ['abc', 'a.c'], ['ac', 'a/c', 'abbc']],
    ['src', ['src', 'src/a', 'src/a/b'], ['src2', 'a/src']],
    ['package.json', ['package.json'], ['a/package.json', 'packageXjson']],
    ['src/*.{ts,tsx}', ['src/a.ts', 'src/a.tsx'], ['src/a.js', 'src/a.{ts,tsx}', 'src/a.ts,tsx']],
    ['{src,test/{unit,e2e}}/**', ['src/a', 'test/unit/a', 'test/e2e/b'], ['test/a', 'unit/a']],
    ['app/[id]/page.tsx', ['app/[id]/page.tsx'], ['app/i/page.tsx']],
    ['a+(b)|c.$', ['a+(b)|c.$'], ['ab']],
  ])('%s means what it says', (pattern, these, others) => {
    expect(these.filter((path) => !matches(pattern, path))).toEqual([]);
    expect(others.filter((path) => matches(pattern, path))).toEqual([]);
  });

  it('says below which folders to look', () => {
    const bases = (pattern: string) => new PathPattern(pattern).bases;
    expect(bases('**')).toEqual(['']);
    expect(bases('src/**/*.ts')).toEqual(['src']);
    expect(bases('.github/workflows/*')).toEqual(['.github/workflows']);
    expect(bases('a/b')).toEqual(['a/b']);
    expect([...bases('{a,b/c}/*')].sort()).toEqual(['a', 'b/c']);
  });

  const letters = fc.constantFrom('a', 'b', '.');
  const part = (wild: readonly string[]) =>
    fc.array(fc.oneof(letters, fc.constantFrom(...wild)), { minLength: 1, maxLength: 5 }).map((all) => all.join(''));
  it('agrees with the plain meaning of every pattern with a wildcard', () => {
    const pattern = fc.array(fc.oneof(part(['*', '?']), fc.constant('**')), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
    const path = fc.array(part(['c']), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(
        pattern.filter((text) => /[*?]/.test(text)),
        path,
        (text, at) => matches(text, at) === meant(text, at),
      ),
      { numRuns: 3_000 },
    );
  });

  it('a path fits a pattern made from it by putting wildcards in place of what it has', () => {
    const path = fc.array(part(['c', '-', ' ']), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(path, fc.nat(), fc.nat(), (parts, from, to) => {
        const [start, end] = [from % parts.length, to % (parts.length + 1)];
        const wider = [...parts.slice(0, start), '**', ...parts.slice(Math.max(start, end))].join('/');
        return matches(wider, parts.join('/')) && matches(parts.map((one) => `*${one.slice(1)}`).join('/'), parts.join('/'));
      }),
    );
  });

  it('takes no time to tell, however it is meant to', () => {
    const started = performance.now();
    expect(matches(`${'*a'.repeat(200)}b`, 'a'.repeat(4_000))).toBe(false);
    expect(matches(`${'**/a/'.repeat(90)}b`, `${'a/'.repeat(2_000)}c`)).toBe(false);
    expect(matches('{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}', 'a')).toBe(false);
    expect(matches('{'.repeat(200), '{'.repeat(200))).toBe(true);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
