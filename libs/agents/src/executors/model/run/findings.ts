import { LIMITS } from '@app/handoff';
import type { Failure } from '../../../outcome.js';
import type { SpendingReport } from './spending.js';

const LOOKED_AT = 30;

/** What a run left behind when nothing came of it. */
export interface Findings {
  readonly phase: string;
  readonly reason: string;
  /** What the model said last. */
  readonly said: string;
  /** What it looked at, as it asked for it. */
  readonly lookedAt: readonly string[];
  readonly spent: SpendingReport;
}

/** For whoever tries next: what was tried, what was seen, and where it stopped. */
export function packetOf({ phase, reason, said, lookedAt, spent }: Findings): Failure['packet'] {
  const looked = lookedAt.slice(-LOOKED_AT).join(', ');
  const source = spent.model;
  return {
    attempted: `${spent.model} worked on ${phase}: ${spent.rounds} answers, ${spent.input_tokens} tokens in, ${spent.output_tokens} out.`,
    observed: [
      { finding: clipped(`It stopped: ${reason}`), source: 'the service' },
      ...(looked === '' ? [] : [{ finding: clipped(`It looked at: ${looked}`), source }]),
      ...(said.trim() === '' ? [] : [{ finding: clipped(`It said last: ${said.trim()}`), source }]),
    ],
    not_done: [{ item: clipped(`The work on ${phase}`), reason: 'The run ended before anything was handed in.' }],
    payload: { ...spent },
  };
}

const clipped = (text: string): string => text.slice(0, LIMITS.findingChars);
