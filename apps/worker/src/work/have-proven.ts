import type { ApiError } from '@app/client';
import { z } from 'zod';
import type { Posting } from './posting.js';

/** So long the API keeps a call for a run that is not over. */
const WAIT_S = 30;

/** What a run of the service's own checks can change. One reason of another kind, and nothing is run in vain. */
const Provable = z.object({
  reasons: z.array(
    z.object({ code: z.enum(['evidence_missing', 'evidence_stale', 'evidence_unstable', 'failing_check']), detail: z.string() }),
  ),
});
const Names = z.array(z.string());

/**
 * An agent whose handoff was refused for want of evidence, and of nothing else, cannot ask for it: only its worker has a token. So the
 * worker has the checks run that the service says are due. Whether there were any: then the handoff is worth sending again.
 */
export async function haveProven({ client, claim: taken, signal }: Posting, refusal: ApiError): Promise<boolean> {
  const lacking = Provable.safeParse(refusal.problem);
  if (!lacking.success) return false;
  const { task_id, effect_key, claim } = taken;
  const always = { patienceMs: Number.POSITIVE_INFINITY, signal };
  const { actions } = await client.next(task_id, always);
  const offered = Names.catch([]).parse(actions.find((action) => action.do === 'check')?.body.names);
  const names = dueOf(offered, lacking.data.reasons);
  if (names.length === 0) return false;
  // One key, so that asking again waits for the same run, and begins anew only what a restart of the API forgot.
  const asked = { ...always, idempotencyKey: `${effect_key}-e${claim.claim_epoch}-checks`, minimal: true, query: { wait_s: WAIT_S } };
  const ask = () => client.runChecks(task_id, { names, claim_epoch: claim.claim_epoch }, asked);
  for (let run = await ask(); run.status === 'running'; ) run = await ask();
  return true;
}

/** Where evidence is missing, what is offered is what is due; a failure may also be one that only an agent reported. */
function dueOf(offered: readonly string[], reasons: z.infer<typeof Provable>['reasons']): readonly string[] {
  if (reasons.some(({ code }) => code !== 'failing_check')) return offered;
  return offered.filter((name) => reasons.some(({ detail }) => detail === name));
}
