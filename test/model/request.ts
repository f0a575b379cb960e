export const PHASES = ['planning', 'implementing', 'testing', 'reviewing', 'completed'] as const;
export type Phase = (typeof PHASES)[number];

/** What is posted with a handoff or update, as far as the model knows about it. */
export interface Delta {
  readonly feedback: boolean;
  readonly nextStep: boolean;
  readonly repeatReason: boolean;
  readonly files: readonly { readonly path: string; readonly content: string | null }[];
  readonly removed: readonly string[];
  readonly raised: readonly { readonly severity: string; readonly asks: boolean }[];
  readonly resolved: readonly string[];
  readonly checks: readonly { readonly name: string; readonly passed: boolean }[];
}

/** One request, with everything that decides about it. */
export interface Request {
  readonly kind: 'handoff' | 'update' | 'claim' | 'release' | 'vote' | 'evidence' | 'reopen' | 'reassign' | 'cancel' | 'edit' | 'fork';
  readonly by: string;
  readonly expected: number | undefined;
  readonly epoch: number | undefined;
  readonly instance: string | undefined;
  readonly phase: Phase | undefined;
  readonly target: string | undefined;
  readonly delta: Delta;
  readonly failure: 'limit' | 'transient' | 'code' | undefined;
  readonly approve: boolean;
  readonly gate: string;
  readonly digestShown: boolean;
  readonly resolutions: readonly string[];
  readonly results: readonly { readonly name: string; readonly passed: boolean }[];
  readonly leaseOver: boolean;
}

export interface ModelRules {
  readonly attempts: number;
  readonly allowOwnWork: boolean;
  readonly exits: Readonly<
    Record<
      string,
      { minArtifacts?: number; noOpen?: readonly string[]; noFailing?: boolean; required?: readonly string[]; approval?: boolean }
    >
  >;
}
