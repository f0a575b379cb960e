import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Page {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
}

/** Every page people read, in a fixed order. */
export function pagesIn(root: string): readonly Page[] {
  const own = readdirSync(root).filter((name) => name.endsWith('.md'));
  const docs = readdirSync(join(root, 'docs'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  return [...own, ...docs, '.jerry/README.md'].sort().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** The blocks of one language. */
export function codeBlocks(text: string, language: string): readonly string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block ?? '');
}

/** What stands in single back-ticks, blocks aside. */
export function inlineCode(text: string): readonly string[] {
  const prose = text.replace(/^```.*?^```/gms, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '');
}
