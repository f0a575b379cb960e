import type { Gate } from '../schema/gate.js';
import type { TaskState } from '../schema/task-state.js';
import type { SubjectParts } from './gate-subject.js';
import type { KnownHistory } from './known-history.js';
import type { Ports } from './ports.js';

/** The parts of a gate's subject that the state does not hold: texts in full, and the files as they are now. */
export const gateParts = async (ports: Ports, history: KnownHistory, state: TaskState, gate: Gate): Promise<SubjectParts> => {
  const ledger = await history.upTo(state);
  const issues = (await Promise.all(gate.issue_ids.map((id) => history.item(state, id)))).filter((issue) => issue !== undefined);
  const artifacts = await Promise.all(
    ledger
      .currentArtifacts()
      .map(async ({ path, content_hash }) => ({ path, content_hash, on_disk: (await ports.artifacts.look(path)).content_hash })),
  );
  return { issues, artifacts };
};
