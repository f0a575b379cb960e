import { HandoffError } from '../../errors/handoff.error.js';
import type { CommandOf } from '../../schema/command.js';
import { nameOf, roleOf } from '../../schema/principal.js';
import type { TaskState } from '../../schema/task-state.js';
import { accept } from '../accept.js';
import { admit } from '../admit.js';
import { abandon, countAttempt } from '../attempts.js';
import type { DecideContext } from '../context.js';
import type { Decided } from '../decided.js';
import { Draft } from '../draft.js';
import { asAgent, workingAgent } from '../on-behalf.js';

const take = (draft: Draft, ctx: DecideContext, instance: string | undefined): void => {
  const epoch = draft.state.last_epoch + 1;
  draft.set('claim', {
    principal: ctx.principal,
    agent: roleOf(ctx.principal) === 'agent' ? nameOf(ctx.principal) : workingAgent(draft.state),
    instance: instance ?? ctx.items.instance ?? `i${epoch}`,
    claim_epoch: epoch,
    claimed_at: draft.at,
    version: draft.version,
    ends_epoch: draft.state.claim?.claim_epoch ?? null,
  });
  draft.set('last_epoch', epoch);
  draft.set('status', 'in_progress');
  draft.set('not_before', null);
};

export const claim = (state: TaskState, { body }: CommandOf<'claim'>, ctx: DecideContext): Decided => {
  const alive = ctx.items.claimAlive ?? false;
  admit(state, { call: 'claim', principal: ctx.principal, expectedVersion: body.expected_version, instance: body.instance }, alive);
  const own = state.claim !== null && state.claim.principal === ctx.principal && state.claim.instance === body.instance;
  if (own) return { outcome: 'unchanged' };
  const draft = new Draft(state, ctx.now);
  const by = asAgent(workingAgent(state));
  if (state.claim !== null && countAttempt(draft, ctx.rules)) {
    abandon(draft, ctx.principal);
    const refusal = new HandoffError(
      'gate_open',
      `The claim before yours ran out, as attempt ${draft.state.attempts} of ${ctx.rules.attempts}: a human is asked first.`,
    );
    return accept(draft, ctx, { kind: 'abandon', by, refusal });
  }
  take(draft, ctx, body.instance);
  return accept(draft, ctx, { kind: 'claim', by });
};
