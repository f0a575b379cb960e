import type { ClaimAnswer, Next, Operation, TaskState } from '@app/handoff';

/** An answer to a write; the whole state comes with it when `include=state` asked for it. */
export type Written<Answer> = Answer & { readonly redacted?: readonly string[]; readonly state?: TaskAnswer };

/** A task with what the next agent reads of it. */
export type TaskAnswer = TaskState & { readonly context_summary?: string };

export interface SummaryAnswer {
  readonly task_id: string;
  readonly version: number;
  readonly context_summary: string;
  readonly summary_tokens: number;
  readonly encoding: string;
  readonly omitted: readonly { readonly kind: string; readonly count: number; readonly handle: string }[];
}

export interface DiffAnswer {
  readonly from: number;
  readonly to: number;
  readonly patch: readonly Operation[];
  readonly next_cursor: string | null;
}

/** The claim that was taken, or when to ask again because nothing waits. */
export type NextClaimAnswer = Written<ClaimAnswer> | { readonly task_id: null; readonly retry_after_s: number };

export interface HeartbeatAnswer {
  readonly version: number;
  readonly lease_s: number;
}

export interface CheckRunAnswer {
  readonly run_id: string;
  /** `failed`: nothing was recorded, and `failure` says why. A check that does not pass is a result. */
  readonly status: 'running' | 'finished' | 'failed';
  readonly results: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly exit_code: number | null;
    readonly duration_ms: number;
    readonly stable: boolean;
    readonly detail: string;
  }[];
  readonly version: number | null;
  readonly failure?: { readonly code: string; readonly detail: string };
  readonly next?: Next;
}

export interface MeAnswer {
  readonly principal: string;
  readonly next?: Next;
  /** For a worker, unless the service rings nobody. */
  readonly queue_prefix?: string;
  readonly [more: string]: unknown;
}

export interface AgentRow {
  readonly name: string;
  readonly executor: string;
  readonly last_seen: string | null;
  readonly [more: string]: unknown;
}

/** A token as lists show it: never the token itself. */
export interface TokenRow {
  readonly id: string;
  readonly principal: string;
  readonly expires_at: string | null;
}

export interface NewToken extends TokenRow {
  /** Shown this once. */
  readonly token: string;
}
