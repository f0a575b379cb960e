import type { Next } from '../next/next.js';
import type { Dispatch } from '../ports/dispatcher.js';
import type { ArtifactStatus } from '../schema/artifact.js';
import type { Gate } from '../schema/gate.js';
import type { Phase } from '../schema/phase.js';
import type { StateDelta } from '../schema/state-delta.js';
import type { Status } from '../schema/status.js';
import type { TaskState } from '../schema/task-state.js';
import type { GateSubject } from './gate-subject.js';

interface Summarised {
  readonly context_summary?: string;
  readonly summary_tokens?: number;
}

/** The answer to a write that has no shape of its own. */
export interface WriteAnswer {
  readonly task_id: string;
  readonly version: number;
  readonly phase: Phase;
  readonly status: Status;
  readonly target_agent: string | null;
  readonly dispatch: Dispatch;
  readonly next?: Next;
}

/** A handoff as its target gets it. */
export interface DeliveredHandoff {
  readonly task_id: string;
  readonly source_agent: string;
  readonly posted_by?: string;
  readonly target_agent: string | null;
  readonly phase: Phase;
  readonly version: number;
  readonly state_delta: StateDelta;
  readonly state_file: string;
}

export interface HandoffAnswer extends DeliveredHandoff, Summarised {
  readonly dispatch: Dispatch;
  readonly gate_id?: string;
  readonly next?: Next;
}

/** What a handoff would do, without doing it. */
export interface HandoffPreview extends Partial<HandoffAnswer> {
  readonly would_open_gate: Gate['kind'] | null;
  readonly would_fail?: string;
  readonly reasons?: readonly unknown[];
}

export interface ClaimAnswer extends Summarised {
  readonly task_id: string;
  readonly version: number;
  readonly phase: Phase;
  readonly command: DeliveredHandoff | null;
  readonly effect_key: string;
  readonly artifacts: readonly { readonly path: string; readonly status: ArtifactStatus }[];
  readonly claim: { readonly claim_epoch: number; readonly instance: string; readonly lease_s: number };
  readonly next?: Next;
}

/** A gate with what it is about, as a person must see it before deciding. */
export interface GateView extends Gate {
  readonly task_id: string;
  readonly subject: GateSubject;
  readonly digest: string;
}

export interface VoteAnswer extends GateView {
  readonly version: number;
  readonly next?: Next;
}

export type Answer = WriteAnswer | HandoffAnswer | ClaimAnswer | VoteAnswer;

export interface Handled {
  readonly answer: Answer;
  /** The version the answer speaks of; the head unless it is a replay. */
  readonly state: TaskState;
  /** True when the command had been carried out before and is only answered again. */
  readonly replayed: boolean;
}
