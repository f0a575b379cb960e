export const DISPATCHES = ['queued', 'awaiting_claim', 'awaiting_gate', 'none'] as const;
export type Dispatch = (typeof DISPATCHES)[number];

/** Rings whoever works next. A ring is a pointer and may be lost: what is due is derived from the state and rung again. */
export interface Dispatcher {
  /** True when the service runs this agent itself, so that it can be rung; others fetch their work. */
  rings(agent: string): boolean;
  ring(task: { task_id: string; version: number; target_agent: string }): Promise<void>;
}
