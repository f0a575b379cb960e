import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, ERROR_KINDS } from '../libs/handoff/src/errors/error-codes.js';

const page = readFileSync(join(__dirname, '../docs/errors.md'), 'utf8');

interface Entry {
  readonly code: string;
  readonly kind: string;
  readonly text: string;
}

/** The page read back: one entry per code, under the heading of its kind. */
const entriesOf = (text: string): Entry[] =>
  text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const kind = /\((\w+), \d{3}\)$/m.exec(section)?.[1] ?? '';
      return section
        .split(/^### /m)
        .slice(1)
        .map((entry) => ({ code: entry.slice(0, entry.indexOf('\n')), kind, text: entry.slice(entry.indexOf('\n')) }));
    });

const entries = entriesOf(page);

describe('docs/errors.md', () => {
  it('has every code once, and none that is not there', () => {
    expect(entries.map(({ code }) => code).sort()).toEqual(Object.keys(ERROR_CODES).sort());
  });

  it('has every kind once', () => {
    expect([...page.matchAll(/^## .*\((\w+), \d{3}\)$/gm)].map(([, kind]) => kind).sort()).toEqual([...ERROR_KINDS].sort());
  });

  it.each(entries.map((entry) => [entry.code, entry] as const))('says of %s what it is, when it happens and what to do', (code, entry) => {
    const { kind, retryable, title } = ERROR_CODES[code as keyof typeof ERROR_CODES];
    expect(entry.kind).toBe(kind);
    expect(entry.text).toContain(`\n${title}. ${retryable ? 'Retryable' : 'Not retryable'}.\n`);
    expect(entry.text).toMatch(/^- When: \S.{12,}$/m);
    expect(entry.text).toMatch(/^- Do: \S.{8,}$/m);
  });
});
