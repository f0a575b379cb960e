import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = 'docs/errors.md';

/** `docs/errors.md` for a browser: where the `type` of a problem leads. */
export const errorsPage = async (): Promise<string> => asHtml(await readUpwards(dirname(fileURLToPath(import.meta.url))));

/** The page lies in the clone, above the sources and above what is built from them. */
const readUpwards = async (directory: string): Promise<string> => {
  const text = await readFile(join(directory, PAGE), 'utf8').catch(() => null);
  if (text !== null) return text;
  if (directory === dirname(directory)) return '# Errors\n\nThe page is not part of this installation.\n';
  return readUpwards(dirname(directory));
};

/** As much of Markdown as that page uses: headings, paragraphs, lists, code. */
const asHtml = (markdown: string): string => {
  const blocks = markdown.split(/\n{2,}/).map((block) => {
    const heading = /^(#{1,3}) (.+)$/.exec(block);
    if (heading)
      return `<h${heading[1]?.length} id="${escaped(heading[2] ?? '').toLowerCase()}">${inline(heading[2] ?? '')}</h${heading[1]?.length}>`;
    if (block.startsWith('- '))
      return `<ul>${block
        .split(/^- /m)
        .slice(1)
        .map((item) => `<li>${inline(item)}</li>`)
        .join('')}</ul>`;
    return `<p>${inline(block)}</p>`;
  });
  const style = 'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}:target{background:#fff3bf}';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Jerry Handoff: errors</title><style>${style}</style></head><body>${blocks.join('\n')}</body></html>`;
};

const inline = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
