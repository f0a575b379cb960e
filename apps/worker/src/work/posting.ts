import type { Client } from '@app/client';
import type { ClaimAnswer } from '@app/handoff';

/** The claim under which something is brought home, and to whom. */
export interface Posting {
  readonly client: Client;
  readonly claim: ClaimAnswer;
  readonly signal: AbortSignal;
}
