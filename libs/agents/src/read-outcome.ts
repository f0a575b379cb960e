import { LIMITS } from '@app/handoff';
import type { z } from 'zod';
import { Outcome } from './outcome.js';

const FAULTS_NAMED = 5;

/** What an executor handed in, whatever that is: something that cannot be read is a failure of the agent, and says why. */
export function readOutcome(given: unknown): Outcome {
  const read = Outcome.safeParse(given);
  if (read.success) return read.data;
  const reason = `What it handed in cannot be read: ${faultsOf(read.error.issues, given).slice(0, FAULTS_NAMED).join('; ')}.`;
  return { failed: { class: 'code', reason: reason.slice(0, LIMITS.textChars) } };
}

/** Of the two shapes an outcome can have, the one that was meant is the one whose key is there. */
function faultsOf(issues: readonly z.core.$ZodIssue[], given: unknown): string[] {
  const [union] = issues;
  if (union?.code !== 'invalid_union') return issues.map(described);
  const [handoff = [], failed = []] = union.errors;
  const isObject = typeof given === 'object' && given !== null;
  if (isObject && 'handoff' in given) return handoff.map(described);
  return isObject && 'failed' in given ? failed.map(described) : ['it needs `handoff` or `failed`'];
}

function described({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
