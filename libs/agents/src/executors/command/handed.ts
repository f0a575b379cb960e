import type { Failure } from '../../outcome.js';

/** Why a program has nothing to hand in, by what it said itself. */
export type Trouble = Pick<Failure, 'class' | 'reason' | 'retry_after_s'>;

/** What a program handed in, unchecked; or that it said it is in trouble; or why there is nothing to be found. */
export type Handed = { readonly outcome: unknown } | { readonly trouble: Trouble } | { readonly fault: string };
