import { deltaOf } from '../history/delta-of.js';
import type { RecordDraft } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import type { DeliveredHandoff } from './answers.js';
import { stateFile } from './state-file.js';

/** The handoff that this record carries, from the record and the state it made. While a gate holds it up, the move it wants is the one that waits. */
export const delivered = (
  record: Pick<RecordDraft, 'effect' | 'whole' | 'settled' | 'removed' | 'repeat_reason'>,
  state: TaskState,
): DeliveredHandoff => {
  const waiting = state.pending_handoff?.version === state.version ? state.pending_handoff : null;
  const postedBy = waiting === null ? state.posted_by : waiting.posted_by;
  return {
    task_id: state.task_id,
    source_agent: waiting?.source_agent ?? state.source_agent ?? '',
    ...(postedBy === null ? {} : { posted_by: postedBy }),
    target_agent: waiting === null ? state.target_agent : waiting.target_agent,
    phase: waiting?.phase ?? state.phase,
    version: state.version,
    state_delta: deltaOf(record),
    state_file: stateFile(state.task_id),
  };
};
