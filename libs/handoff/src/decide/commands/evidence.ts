import type { CommandOf } from '../../schema/command.js';
import type { TaskState } from '../../schema/task-state.js';
import { accept } from '../accept.js';
import { admit } from '../admit.js';
import { recordEvidence } from '../checks.js';
import type { DecideContext } from '../context.js';
import type { Accepted } from '../decided.js';
import { Draft } from '../draft.js';

/** What the service saw when it ran checks, in the name of whoever asked for them. */
export const evidence = (state: TaskState, { body }: CommandOf<'evidence'>, ctx: DecideContext): Accepted => {
  const asked = {
    call: 'evidence',
    principal: ctx.principal,
    expectedVersion: body.expected_version,
    claimEpoch: body.claim_epoch,
  } as const;
  admit(state, asked, ctx.items.claimAlive ?? false);
  const draft = new Draft(state, ctx.now);
  recordEvidence(draft, body.results);
  return accept(draft, ctx, { kind: 'evidence' });
};
