import { LIMITS } from '@app/handoff';
import type { Failure, Outcome } from '../../outcome.js';
import { readOutcome } from '../../read-outcome.js';
import type { Handed } from './handed.js';
import type { Ran } from './ran.js';
import type { Recipe } from './recipe.js';

/** By the convention of sysexits: what failed now may go well in a moment. */
const TRY_AGAIN = 75;

/**
 * What came of a run. A program that is not there is a matter for whoever installs it, and nothing the work is to blame for: it waits and
 * does not count. What took too long, crashed or cannot be read counts.
 */
export function outcomeOfRun(ran: Ran, recipe: Recipe): Outcome {
  const { end } = ran;
  const program = recipe.argv[0] ?? '';
  if (end.why === 'not_started')
    return failed({ class: 'limit', reason: `${program} could not be started; is it installed? ${lastLine(end.output)}` });
  if (end.why === 'timeout')
    return failed({ class: 'code', reason: `${program} was not done after ${seconds(end.durationMs)} and was ended.` });
  return outcomeOf(recipe.handedIn(ran), end.exitCode, program);
}

function outcomeOf(handed: Handed, exitCode: number | null, program: string): Outcome {
  const ended = exitCode === null ? 'was ended by a signal' : `ended with exit code ${exitCode}`;
  if ('trouble' in handed) return failed({ ...handed.trouble, reason: `${program} ${ended}: ${handed.trouble.reason}` });
  const outcome = 'outcome' in handed ? readOutcome(handed.outcome) : undefined;
  // Somebody who ended badly and says why is believed; one who ended badly and claims to be done is not.
  if (outcome !== undefined && (exitCode === 0 || 'failed' in outcome)) return outcome;
  if (exitCode === TRY_AGAIN) return failed({ class: 'transient', reason: `${program} asks to be tried again (exit code ${exitCode}).` });
  if (outcome !== undefined) return failed({ class: 'code', reason: `${program} ${ended}; the handoff it left was not taken.` });
  return failed({ class: 'code', reason: `${program} ${ended}, and ${'fault' in handed ? handed.fault : 'left no outcome'}.` });
}

const failed = (failure: Failure): Outcome => ({
  failed: { ...failure, reason: failure.reason.slice(0, LIMITS.textChars).toWellFormed() },
});

const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';

const seconds = (durationMs: number): string => `${Math.round(durationMs / 100) / 10} s`;
