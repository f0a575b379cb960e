import { relative } from 'node:path';
import type { Done, StoreFiles } from '@app/handoff/store';

export interface Call {
  readonly name: keyof StoreFiles;
  /** The file or directory it is about, with everything that differs from run to run taken out. */
  readonly target: string;
}

export type Fault =
  | { readonly kind: 'error'; readonly code: string }
  /** Writes so many bytes and no more; negative: all but so many. */
  | { readonly kind: 'short'; readonly bytes: number }
  /** The process dies before the call. */
  | { readonly kind: 'die' }
  /** The process dies when so many bytes of the call's are written. */
  | { readonly kind: 'torn'; readonly bytes: number }
  /** The process stands still before the call until somebody lets it go on. */
  | { readonly kind: 'pause' };

type Args = unknown[];

const failure = (code: string, name: string): NodeJS.ErrnoException => Object.assign(new Error(`${code}: injected, ${name}`), { code });

const isDone = (value: unknown): value is Done<unknown> => typeof value === 'function';

/** Records every call a store makes and lets something go wrong at one of them. Calls are counted from the moment `start` is called. */
export class TracedFiles {
  readonly calls: Call[] = [];
  readonly files: StoreFiles;
  private readonly targets = new Map<number, string>();
  private counting = false;

  constructor(
    private readonly inner: StoreFiles,
    private readonly root: string,
    private readonly faultAt: (index: number, call: Call) => Fault | null = () => null,
    private readonly onPause: () => void = () => undefined,
  ) {
    this.files = new Proxy(inner, {
      get:
        (_, name) =>
        (...args: Args) =>
          this.call(name as keyof StoreFiles, args),
    });
  }

  start(): void {
    this.calls.length = 0;
    this.counting = true;
  }

  stop(): void {
    this.counting = false;
  }

  private call(name: keyof StoreFiles, args: Args): unknown {
    const target = this.targetOf(args);
    const call = { name, target };
    const fault = this.counting ? this.faultAt(this.calls.push(call) - 1, call) : null;
    if (fault === null) return this.run(name, args, target);
    if (fault.kind === 'die') process.kill(process.pid, 'SIGKILL');
    if (fault.kind === 'error') return this.fail(failure(fault.code, name), args);
    if (fault.kind === 'short' || fault.kind === 'torn') return this.writePart(name, args, fault);
    this.onPause();
    process.kill(process.pid, 'SIGSTOP');
    return this.run(name, args, target);
  }

  private run(name: keyof StoreFiles, args: Args, target: string): unknown {
    const inner = this.inner[name] as (...all: Args) => unknown;
    if (name === 'openSync') {
      const fd = inner(...args) as number;
      this.targets.set(fd, target);
      return fd;
    }
    const done = args.at(-1);
    if (name !== 'open' || !isDone(done)) return inner(...args);
    return inner(...args.slice(0, -1), (error: NodeJS.ErrnoException | null, fd: number) => {
      if (error === null) this.targets.set(fd, target);
      done(error, fd);
    });
  }

  private fail(error: NodeJS.ErrnoException, args: Args): void {
    const done = args.at(-1);
    if (!isDone(done)) throw error;
    setImmediate(() => done(error, undefined));
  }

  private writePart(name: keyof StoreFiles, args: Args, fault: Fault & { bytes: number }): unknown {
    const [fd, bytes] = args as [number, Buffer];
    const part = bytes.subarray(0, fault.bytes < 0 ? bytes.length + fault.bytes : fault.bytes);
    const written = part.length === 0 ? 0 : this.inner.writeSync(fd, part);
    if (fault.kind === 'torn') process.kill(process.pid, 'SIGKILL');
    const done = args.at(-1);
    if (name === 'writeSync' || !isDone(done)) return written;
    setImmediate(() => done(null, written));
    return undefined;
  }

  private targetOf([first]: Args): string {
    const path = typeof first === 'number' ? (this.targets.get(first) ?? `fd`) : relative(this.root, String(first));
    return path.replace(/\.tmp-[\w-]+/, '.tmp').replace(/^\.\..*/, 'above') || '.';
  }
}
