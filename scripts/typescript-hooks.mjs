import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** @type {import('@swc/core').Options} */
const options = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};
const cache = fileURLToPath(new URL('node_modules/.cache/typescript/', root));
const compiler = JSON.parse(readFileSync(new URL('node_modules/@swc/core/package.json', root), 'utf8')).version;
const settings = JSON.stringify([compiler, options]);

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
  const code = await readFile(filename, 'utf8');
  return { format: 'module', source: await compiled(code, filename), shortCircuit: true };
}

/** Tests start hundreds of processes from the same sources: what was compiled once is kept, under the hash of all it depends on. @param {string} code @param {string} filename */
async function compiled(code, filename) {
  const kept = join(cache, createHash('sha256').update(`${settings}\0${filename}\0${code}`).digest('hex'));
  return readFile(kept, 'utf8').catch(async () => {
    const made = await compile(code, filename);
    await keep(kept, made);
    return made;
  });
}

/** @param {string} code @param {string} filename */
async function compile(code, filename) {
  const { transform } = await import('@swc/core');
  const { code: made } = await transform(code, { ...options, filename }).catch((error) => {
    // Below this line swc shows its own insides.
    throw new SyntaxError(String(error).split('\n\nCaused by:')[0]);
  });
  return made;
}

/** Whole or not at all: others read it at the same time. A cache that cannot be written costs time, nothing else. @param {string} path @param {string} text */
async function keep(path, text) {
  const temp = `${path}.${process.pid}.${randomUUID()}`;
  await mkdir(cache, { recursive: true })
    .then(() => writeFile(temp, text))
    .then(() => rename(temp, path))
    .catch(() => undefined);
}
