import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const root = new URL('../', import.meta.url);
const faces = new Map([
  ['@app/handoff', 'libs/handoff/src/index.ts'],
  ['@app/handoff/store', 'libs/handoff/src/store/index.ts'],
  ['@app/agents', 'libs/agents/src/index.ts'],
  ['@app/agents/executors', 'libs/agents/src/executors/index.ts'],
  ['@app/workspace', 'libs/workspace/src/index.ts'],
  ['@app/client', 'libs/client/src/index.ts'],
  ['@app/platform', 'libs/platform/src/index.ts'],
]);

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, next) {
  const face = faces.get(specifier);
  if (face !== undefined) return { url: new URL(face, root).href, shortCircuit: true };
  const relative = specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts');
  if (!relative) return next(specifier, context);
  const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
  return existsSync(source) ? { url: source.href, shortCircuit: true } : next(specifier, context);
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
  }).catch((error) => {
    // Below this line swc shows its own insides.
    throw new SyntaxError(String(error).split('\n\nCaused by:')[0]);
  });
  return { format: 'module', source: code, shortCircuit: true };
}
