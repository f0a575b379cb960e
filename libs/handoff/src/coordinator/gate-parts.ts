import { wholeItem } from '../lookup/whole-item.js';
import type { Gate } from '../schema/gate.js';
import type { TaskState } from '../schema/task-state.js';
import type { SubjectParts } from './gate-subject.js';
import type { KnownHistory } from './known-history.js';
import type { Ports } from './ports.js';

/** The parts of a gate's subject that this state does not hold: texts in full, and the files as they are now. */
export const gateParts = async (
  { store, artifacts: files }: Ports,
  history: KnownHistory,
  state: TaskState,
  gate: Gate,
): Promise<SubjectParts> => {
  const ledger = await history.asOf(state);
  const current = ledger.currentArtifacts();
  const readRecord = async (version: number) => (await store.records(state.task_id, version, version))[0];
  const issues = (await Promise.all(gate.issue_ids.map((id) => wholeItem(ledger, id, readRecord)))).filter((issue) => issue !== undefined);
  const artifacts = await Promise.all(
    current.map(async ({ path, content_hash }) => ({ path, content_hash, on_disk: (await files.look(path)).content_hash })),
  );
  return { issues, artifacts };
};
