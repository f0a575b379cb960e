import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenLinks } from './docs/broken-links.js';
import { inlineCode, pagesIn } from './docs/pages.js';

const ROOT = join(__dirname, '..');
const pages = pagesIn(ROOT);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe('the pages', () => {
  it('are where we look for them', () => {
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/architecture.md', '.jerry/README.md']),
    );
  });

  it('link to files and headings that are there', () => {
    expect(pages.flatMap((page) => brokenLinks(ROOT, page))).toEqual([]);
  });

  it('name files that are there', () => {
    const named = pages.flatMap(({ path, text }) => inlineCode(text).map((code) => ({ path, code })));
    const files = named.filter(({ code }) => /^(apps|libs|test|docs|scripts|bench|\.ci)\/[\w./-]*$/.test(code));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter(({ code }) => !existsSync(join(ROOT, code)))).toEqual([]);
  });

  it('name commands that are there', () => {
    const named = pages.flatMap(({ text }) =>
      [...text.matchAll(/\bnpm (?:--\S+ \S+ )?(?:run )?(start|test|(?<=run )[\w:-]+)/g)].map(([, name]) => name ?? ''),
    );
    expect(named).toEqual(expect.arrayContaining(['start', 'test', 'verify', 'dev', 'bench']));
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('name every variable of the environment, and none that is not read', () => {
    const sources = ['libs/platform/src/config/environment.ts', 'libs/agents/src/executors/command/program-environment.ts'];
    const known = new Set(sources.flatMap((path) => read(path).match(/JERRY_[A-Z_]+/g) ?? []));
    const named = new Set(pages.flatMap(({ text }) => text.match(/JERRY_[A-Z]+(?:_[A-Z]+)*/g) ?? []));
    expect([...named].sort()).toEqual([...known].sort());
  });

  it('list every decision', () => {
    const listed = read('docs/decisions/README.md').match(/\d{4}-[\w-]+\.md/g);
    const written = pages.map(({ path }) => path).filter((path) => /^docs\/decisions\/\d/.test(path));
    expect(listed?.map((name) => `docs/decisions/${name}`).sort()).toEqual(written);
  });
});
