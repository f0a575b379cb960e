import { isFailing } from '../decide/checks.js';
import type { KnownItems } from '../decide/context.js';
import { needsEvidence } from '../decide/exit-rules.js';
import { LIMITS } from '../schema/limits.js';
import type { WorkPhase } from '../schema/phase.js';
import type { Rules } from '../schema/rules.js';
import type { TaskState } from '../schema/task-state.js';

interface Context {
  readonly rules: Rules;
  readonly items: KnownItems;
  readonly checks?: readonly string[];
}

export interface ChecksToRun {
  readonly names: readonly string[];
  /** Whether the phase can't be left without them. */
  readonly areDue: boolean;
}

/** What the service should be asked to run: what the phase still needs, else whatever there is. */
export const checksToRun = (state: TaskState, { rules, items, checks = [] }: Context): ChecksToRun => {
  const required = rules.phase_exit[state.phase as WorkPhase]?.required_checks ?? [];
  const due = required.filter((name) => checks.includes(name) && (isFailing(state, name) || needsEvidence(state, items, name)));
  return { names: (due.length > 0 ? due : checks).slice(0, LIMITS.listItems), areDue: due.length > 0 };
};
