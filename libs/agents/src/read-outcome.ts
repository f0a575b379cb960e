import { encodeValue, LIMITS } from '@app/handoff';
import type { z } from 'zod';
import { Outcome } from './outcome.js';
import { plainJson } from './plain-json.js';

const FAULTS_NAMED = 5;
/** What the API takes in a body, and a level for the outcome around it. */
const BOUNDS = { maxBytes: 256 * 1024, maxDepth: LIMITS.bodyDepth + 1 };

/** What an executor handed in, whatever that is: something that cannot be read is a failure of the agent, and says why. */
export function readOutcome(given: unknown): Outcome {
  const plain = plainJson(given ?? null, BOUNDS);
  if ('fault' in plain) return unreadable([plain.fault]);
  const read = Outcome.safeParse(plain.value);
  return read.success ? read.data : unreadable(faultsOf(read.error.issues, plain.value));
}

/** Its names for things stand in the reason, so they are encoded: they may hold anything. */
function unreadable(faults: readonly string[]): Outcome {
  const reason = `What it handed in cannot be read: ${encodeValue(faults.slice(0, FAULTS_NAMED).join('; '))}.`;
  return { failed: { class: 'code', reason: reason.slice(0, LIMITS.textChars).toWellFormed() } };
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
