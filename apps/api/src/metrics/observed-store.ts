import type { RecordDraft, TaskStore } from '@app/handoff';
import { type Metrics, spanned } from '@app/platform';

/** The store, with every version it makes durable counted, timed and traced. */
export const observedStore = (store: TaskStore, metrics: Pick<Metrics, 'accepted'>): TaskStore => {
  const timed = async <T>(taskId: string, kind: RecordDraft['kind'], write: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const written = await spanned('store append', { 'jerry.task_id': taskId, 'jerry.kind': kind }, write);
    metrics.accepted(kind, (performance.now() - started) / 1_000);
    return written;
  };
  return {
    head: (taskId) => store.head(taskId),
    at: (taskId, version) => store.at(taskId, version),
    append: (taskId, expected, draft, next) => timed(taskId, draft.kind, () => store.append(taskId, expected, draft, next)),
    fork: (source, taskId, draft, next) => timed(taskId, draft.kind, () => store.fork(source, taskId, draft, next)),
    records: (taskId, from, to) => store.records(taskId, from, to),
    history: (taskId, page) => store.history(taskId, page),
    findKey: (taskId, principal, key) => store.findKey(taskId, principal, key),
    findFingerprint: (taskId, principal, fingerprint) => store.findFingerprint(taskId, principal, fingerprint),
    query: (filter, page) => store.query(filter, page),
    gates: (filter, page) => store.gates(filter, page),
    due: (agent) => store.due(agent),
    events: (after, limit) => store.events(after, limit),
    subscribe: (listener) => store.subscribe(listener),
    verify: (taskId) => store.verify(taskId),
    close: () => store.close(),
  };
};
