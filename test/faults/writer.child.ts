// Writes to some tasks and reads others, without end, and says what the store acknowledged and showed. It may stand still or die at a call.
import { setTimeout as delay } from 'node:timers/promises';
import { nodeFiles } from '@app/handoff/store';
import { plainCreation, plainStep } from './support/plain-history.js';
import { sayLine } from './support/say-line.js';
import { openStore } from './support/scenario.js';
import { type Call, TracedFiles } from './support/traced-files.js';

export interface WriterTask {
  readonly directory: string;
  readonly name: string;
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  /** Counted from when writing begins: among all calls, those on logs, or those that write to a log. */
  readonly fault: { readonly at: number; readonly among: Among; readonly kind: 'pause' | 'die' } | null;
}

export type Among = 'all' | 'logs' | 'writes';

/** What the store said about a task, and when it was asked and had answered, by a clock that all processes share. */
export interface Fact {
  readonly say: 'acknowledged' | 'shown';
  readonly task: string;
  readonly version: number;
  readonly hash: string;
  readonly askedMs: number;
  readonly toldMs: number;
}

/** What a writer says, one line each. */
export type Said =
  | Fact
  | { readonly say: 'writing'; readonly generation: number }
  | { readonly say: 'pausing' }
  | { readonly say: 'ended'; readonly why: string };

const READ_EVERY_MS = 1;

const { directory, name, writes, reads, fault } = JSON.parse(process.argv[2] ?? '') as WriterTask;
const say = (said: Said) => sayLine(JSON.stringify(said));
const sharedNowMs = () => Number(process.hrtime.bigint()) / 1e6;

const counts: Record<Among, (call: Call) => boolean> = {
  all: () => true,
  logs: ({ target }) => target.startsWith('history/T'),
  writes: ({ name, target }) => name === 'append' && target.startsWith('history/T'),
};
let seen = 0;
const traced = new TracedFiles(
  nodeFiles,
  directory,
  (_, call) => (fault !== null && counts[fault.among](call) && seen++ === fault.at ? { kind: fault.kind } : null),
  () => say({ say: 'pausing' }),
);
const store = await openStore(directory, traced.files, { patienceMs: 5_000 });
let stopping = false;
process.on('SIGTERM', () => {
  stopping = true;
});
say({ say: 'writing', generation: Number((await store.events(null, 1)).cursor.split('.')[0]) });
traced.start();

/** How the store refused, if in a way that ends the writer. */
const endOf = (error: unknown): string | null => {
  const { code } = error as { code?: string };
  if (code === 'version_conflict' || code === 'task_exists') return null;
  return code ?? String(error);
};

const read = async (task: string) => {
  const askedMs = sharedNowMs();
  const head = await store.head(task);
  if (head !== null) say({ say: 'shown', task, version: head.state.version, hash: head.hash, askedMs, toldMs: sharedNowMs() });
  return head;
};

const write = async (task: string): Promise<void> => {
  const head = await read(task);
  const { draft, next } = head === null ? plainCreation(task) : plainStep(head.state, `${name} writes ${task}`);
  const askedMs = sharedNowMs();
  const { hash } = await store.append(task, next.version - 1, draft, next);
  say({ say: 'acknowledged', task, version: next.version, hash, askedMs, toldMs: sharedNowMs() });
};

const goOn = async (act: () => Promise<unknown>): Promise<string> => {
  while (!stopping) {
    try {
      await act();
    } catch (error) {
      const end = endOf(error);
      if (end !== null) return end;
    }
  }
  return 'stopped';
};

const ends = await Promise.all([
  ...writes.map((task) => goOn(() => write(task))),
  ...reads.map((task) => goOn(() => read(task).then(() => delay(READ_EVERY_MS)))),
]);
traced.stop();
await store.close();
say({ say: 'ended', why: ends[0] ?? '' });
