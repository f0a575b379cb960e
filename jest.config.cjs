const { availableParallelism } = require('node:os');

// The product runs as ES modules; its tests run as CommonJS. Jest can require() an ES module only from Node 24.9 on,
// so swc turns our TypeScript, and those packages that ship nothing but ES modules, into CommonJS.
const jsc = {
  target: 'es2022',
  keepClassNames: true,
  transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
};
const commonjs = { type: 'commonjs' };
const typescript = {
  swcrc: false,
  sourceMaps: 'inline',
  jsc: { ...jsc, parser: { syntax: 'typescript', decorators: true } },
  module: commonjs,
};
const javascript = { swcrc: false, jsc: { ...jsc, parser: { syntax: 'ecmascript' } }, module: commonjs };

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // Only for what hangs: a machine that is busy with something else is no fault of a test.
  testTimeout: 600_000,
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json'],
  transform: { '^.+\\.ts$': ['@swc/jest', typescript], '^.+\\.m?js$': ['@swc/jest', javascript] },
  transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
  moduleNameMapper: {
    '^@app/handoff/store$': '<rootDir>/libs/handoff/src/store/index.ts',
    '^@app/agents/executors$': '<rootDir>/libs/agents/src/executors/index.ts',
    '^@app/(handoff|agents|workspace|client|platform)$': '<rootDir>/libs/$1/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  testSequencer: '<rootDir>/scripts/slowest-first.cjs',
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // Every other suite waits for processes of its own: one more than there are cores keeps these busy meanwhile.
  maxWorkers: availableParallelism() + 1,
};
