import { type Failure, failurePacket, type Outcome } from '@app/agents';
import type { ApiError } from '@app/client';
import { LIMITS } from '@app/handoff';

type Handoff = Extract<Outcome, { handoff: unknown }>['handoff'];

/** The failure that a refused handoff is. Why it was refused comes first; what its agent found out on the way is not lost with it. */
export function refusedHandoff({ phase, state_delta }: Handoff, { code, detail, problem }: ApiError): Failure {
  const { attempted = `A handoff to ${phase}.`, observed = [], ...own } = state_delta?.packet ?? {};
  const seen = [{ finding: `${code}: ${detail}`, source: 'the API' }, ...reasonsIn(problem.reasons), ...observed];
  const reason = `Its handoff was refused: ${code}: ${detail}`.slice(0, LIMITS.textChars);
  return { class: 'code', reason, packet: { ...own, ...failurePacket(attempted, seen) } };
}

/** Of a phase that may not be left: each rule that does not hold. */
const reasonsIn = (reasons: unknown): { finding: string; source: string }[] =>
  (Array.isArray(reasons) ? reasons : []).map((reason) => ({ finding: JSON.stringify(reason), source: 'the API' }));
