import { HandoffError, type TaskStore } from '@app/handoff';
import { type FileStore, nodeFiles, StoreStartError } from '@app/handoff/store';
import { openStore, plan, type Scenario } from './scenario.js';
import { type Call, type Fault, TracedFiles } from './traced-files.js';

export interface Attempt {
  readonly acknowledged: boolean;
  /** What the caller was told instead, if anything. */
  readonly code: string | null;
  /** The call at which the fault happened. */
  readonly reached: Call | null;
  /** The store, if it still serves. */
  readonly store: FileStore | null;
}

const codeOf = (error: unknown): string => {
  if (error instanceof HandoffError) return error.code;
  if (error instanceof StoreStartError) return error.reason;
  throw error;
};

/** Carries out the scenario; never waits longer than the store lives. */
const carryOut = async (store: TaskStore, scenario: Exclude<Scenario, 'open'>, dead: Promise<void>, ready: () => void) => {
  let acknowledged = false;
  const { run } = await plan(store, scenario, () => {
    acknowledged = true;
  });
  ready();
  const running = run();
  const code = await Promise.race([running, dead.then(() => (acknowledged ? undefined : running))]).then(() => null, codeOf);
  return { acknowledged, code };
};

/** One scenario with one fault at one call. */
export const attempt = async (directory: string, scenario: Scenario, at: number, fault: Fault): Promise<Attempt> => {
  let reached: Call | null = null;
  const traced = new TracedFiles(nodeFiles, directory, (index, call) => {
    if (index !== at) return null;
    reached = call;
    return fault;
  });
  let die: () => void = () => undefined;
  let alive = true;
  const dead = new Promise<void>((resolve) => {
    die = resolve;
  });
  const onFatal = () => {
    alive = false;
    die();
  };
  if (scenario === 'open') traced.start();
  let store: FileStore;
  try {
    store = await openStore(directory, traced.files, { onFatal });
  } catch (error) {
    return { acknowledged: false, code: codeOf(error), reached, store: null };
  }
  await store.caughtUp();
  const done = scenario === 'open' ? { acknowledged: false, code: null } : await carryOut(store, scenario, dead, () => traced.start());
  traced.stop();
  if (!alive) await store.close();
  return { ...done, reached, store: alive ? store : null };
};
