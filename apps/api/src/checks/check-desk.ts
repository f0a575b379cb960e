import type { ErrorCode, Principal } from '@app/handoff';

/** One run of some of a project's checks, asked for by somebody who works on a task. */
export interface CheckRun {
  readonly run_id: string;
  /** `failed`: nothing was recorded, and `failure` says why. A check that does not pass is a result. */
  readonly status: 'running' | 'finished' | 'failed';
  /** In the order they were named; those that have run so far. */
  readonly results: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly exit_code: number | null;
    readonly duration_ms: number;
    readonly stable: boolean;
    /** The end of what it wrote. */
    readonly detail: string;
  }[];
  /** The version that recorded it; null while it runs. */
  readonly version: number | null;
  readonly failure?: { readonly code: ErrorCode; readonly detail: string } | undefined;
  /** True when this very request had begun it before. */
  readonly replayed?: boolean;
}

export interface CheckAsk {
  readonly taskId: string;
  readonly names: readonly string[];
  readonly claimEpoch?: number | undefined;
  /** The version the asker knows: what they would see run may not be what they think, if the task is further. */
  readonly expectedVersion?: number | undefined;
  /** Asking again under it is the same wish: the run it began is answered, also when it is over. */
  readonly idempotencyKey?: string | undefined;
}

/** Has the service run checks itself, and records what it saw. */
export interface CheckDesk {
  /** Resolves when the run is over, or after this long with the run as it stands. Asking for what already runs joins that run. */
  run(ask: CheckAsk, caller: Principal, waitMs: number): Promise<CheckRun>;
  /** Throws `check_run_not_found`. */
  view(taskId: string, runId: string): CheckRun;
}
