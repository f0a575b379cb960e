import type { Gate, GateStatus } from '../schema/gate.js';

export interface GateFilter {
  readonly status?: GateStatus | undefined;
  readonly task_id?: string | undefined;
}

/** A gate with the task it belongs to. Gates that moved out of a task's state are found through the task's history. */
export interface GateRow extends Gate {
  readonly task_id: string;
}
