import fc from 'fast-check';
import { readJson } from './read-json.js';

const parsed = (read: (text: string) => unknown, text: string) => {
  try {
    return { value: read(text) };
  } catch {
    return 'refused';
  }
};

describe('readJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom('', ' ', '\t', '  '), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!text.includes('__proto__'));
        expect(readJson(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses the one name that could change what an object is', () => {
    expect(() => readJson('[{ "__proto__": null }]')).toThrow('"__proto__" is not a name that can be used');
  });

  it('refuses what JSON.parse refuses, and names given twice', () => {
    const scraps = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '"b"',
      '"',
      '1',
      '-',
      '0',
      '.5',
      'e2',
      'true',
      'nul',
      ' ',
      '\n',
      '\\u00',
      "'",
    );
    fc.assert(
      fc.property(fc.array(scraps, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const mine = parsed(readJson, text);
        // The only texts on which the two may differ.
        const twice = /"([ab])"\s*:.*"\1"\s*:/s.test(text);
        if (!twice || mine !== 'refused') expect(mine).toEqual(parsed(JSON.parse, text));
      }),
      { numRuns: 20_000 },
    );
  });
});
