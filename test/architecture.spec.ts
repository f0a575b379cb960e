import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkArchitecture } from './architecture/check-architecture.js';
import { medianOf } from './architecture/check-shape.js';
import { readSources } from './architecture/source-file.js';

const ROOT = join(__dirname, '..');

describe('the architecture', () => {
  it('holds: imports, cycles, faces, sizes, names', () => {
    expect(checkArchitecture(ROOT)).toEqual([]);
  });

  it('was looked at: the sources are where the rules look for them', () => {
    const sources = readSources(ROOT, ['apps', 'libs']);
    expect(sources.length).toBeGreaterThan(100);
    expect(medianOf(sources.map(({ lines }) => lines))).toBeGreaterThan(5);
  });
});

describe('the rules have teeth', () => {
  let root = '';
  const plant = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return checkArchitecture(root).map(({ file, rule, detail }) => `${rule} ${file}: ${detail}`);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'jerry-architecture-'));
    const sound = {
      'libs/handoff/src/index.ts': "export { a } from './a.js';\n",
      'libs/handoff/src/a.ts': "import { z } from 'zod';\nexport const a = z.string();\n",
      'libs/handoff/src/store/index.ts': "export { b } from './b.js';\n",
      'libs/handoff/src/store/b.ts': "import fs from 'node:fs';\nimport { a } from '../a.js';\nexport const b = [fs, a];\n",
      'libs/platform/src/index.ts': "export { c } from './c.js';\n",
      'libs/platform/src/c.ts': "import { a } from '@app/handoff';\nexport const c = [a, process.env];\n",
      'apps/api/src/main.ts': "import { b } from '@app/handoff/store';\nimport { c } from '@app/platform';\nconsole.log(b, c);\n",
    };
    expect(plant(sound)).toEqual([]);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it.each([
    [
      'a framework in the domain',
      'libs/handoff/src/x.ts',
      "import { Module } from '@nestjs/common';",
      'may not import the package @nestjs/common',
    ],
    ['Node in the domain', 'libs/handoff/src/x.ts', "import { join } from 'node:path';", 'may not use node:path'],
    [
      'the lock outside the store',
      'libs/handoff/src/x.ts',
      "import l from 'proper-lockfile';",
      'may not import the package proper-lockfile',
    ],
    ['the store in the domain', 'libs/handoff/src/x.ts', "import { b } from './store/b.js';", 'may not know libs/handoff/src/store'],
    ['an arrow that points up', 'libs/handoff/src/x.ts', "import { c } from '@app/platform';", 'may not import @app/platform'],
    ['the store in a worker', 'apps/worker/src/x.ts', "import { b } from '@app/handoff/store';", 'may not import @app/handoff/store'],
    ['an app in an app', 'apps/worker/src/x.ts', "import '../../api/src/main.js';", 'reaches into another house'],
    ['a way past the face', 'apps/api/src/x.ts', "import { a } from '@app/handoff/a';", "@app/handoff/a is nobody's face"],
    ['a path past the face', 'apps/api/src/x.ts', "import { a } from '../../../libs/handoff/src/a.js';", 'reaches into another house'],
    ['the own face', 'libs/platform/src/x.ts', "import { c } from '@app/platform';", 'imports its own house'],
    ['Node without its prefix', 'libs/platform/src/x.ts', "import fs from 'fs';", 'imports fs without node:'],
    ['a dynamic import', 'libs/handoff/src/x.ts', "export const x = () => import('lodash');", 'may not import the package lodash'],
    ['a type in passing', 'libs/handoff/src/x.ts', "export type X = import('lodash').Y;", 'may not import the package lodash'],
    ['an export from', 'libs/handoff/src/x.ts', "export * from 'lodash';", 'may not import the package lodash'],
    ['a package in a script', 'scripts/x.mjs', "import swc from '@swc/core';", 'may not import the package @swc/core'],
    ['a room nobody knows', 'libs/other/src/x.ts', 'export const x = 1;', 'stands in a room the table does not know'],
  ])('import: %s', (_what, file, line, detail) => {
    expect(plant({ [file]: `${line}\n` })).toEqual([expect.stringMatching(new RegExp(`^import ${file}: ${detail}`))]);
  });

  it('takes no import for one that stands in a comment or a text', () => {
    expect(plant({ 'libs/handoff/src/x.ts': "// import x from 'lodash'\nexport const x = `import y from 'lodash'`;\n" })).toEqual([]);
  });

  it('cycle: within a lib, of types, and across faces', () => {
    const own = plant({
      'libs/platform/src/c.ts': "import type { D } from './d.js';\nexport const c = 1 as D;\n",
      'libs/platform/src/d.ts': "import './c.js';\nexport type D = 1;\n",
    });
    expect(own).toEqual(['cycle libs/platform/src/c.ts: libs/platform/src/c.ts → libs/platform/src/d.ts → libs/platform/src/c.ts']);
    const across = plant({
      'libs/platform/src/d.ts': '',
      'libs/platform/src/c.ts': "import '@app/agents';\n",
      'libs/agents/src/index.ts': "export { c } from '@app/platform';\n",
    });
    expect(across).toContainEqual(expect.stringMatching(/^cycle .* → libs\/platform\/src\/c.ts → libs\/agents\/src\/index.ts → /));
  });

  it('face: logic, and names let out unseen', () => {
    expect(plant({ 'libs/handoff/src/index.ts': "export * from './a.js';\nexport const more = 1;\n" })).toHaveLength(2);
  });

  it('size: a file over 250 lines, and a median over 60', () => {
    const lines = (count: number) => 'export {};\n'.repeat(count);
    expect(plant({ 'libs/handoff/src/x.ts': lines(250) })).toEqual([]);
    expect(plant({ 'libs/handoff/src/x.ts': lines(251) })).toEqual(['size libs/handoff/src/x.ts: 251 lines, over 250']);
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`libs/handoff/src/x${i}.ts`, lines(61)]));
    expect(plant({ 'libs/handoff/src/x.ts': '', ...many })).toEqual(['size .: the median file has 61 lines, over 60']);
  });

  it.each([
    'libs/handoff/src/utils/x.ts',
    'libs/handoff/src/shared/x.ts',
    'libs/handoff/src/types.ts',
    'libs/handoff/src/fooBar.ts',
    'libs/handoff/src/Foo.ts',
  ])('name: %s', (file) => expect(plant({ [file]: '' })).toEqual([expect.stringMatching(`^name ${file}: `)]));

  it('environment: read anywhere but at the edge', () => {
    expect(plant({ 'libs/handoff/src/x.ts': "export const x = () => process.env['HOME'];\n" })).toEqual([
      'environment libs/handoff/src/x.ts: reads process.env',
    ]);
  });
});
