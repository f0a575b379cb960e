import { BODIES, type ClaimAnswer, nameOf, TaskId, type TaskReader } from '@app/handoff';
import { z } from 'zod';
import type { NextClaim } from '../../claiming/next-claim.js';
import type { CommandDoor } from '../../desk/command-door.js';
import type { Vigils } from '../../waiting/vigils.js';
import { putClaim } from '../put-claim.js';
import { bounds, type Tool, toolFrom } from '../tool.js';
import { waitS } from '../wait-s.js';

interface Parts {
  readonly door: CommandDoor;
  readonly nextClaim: NextClaim;
  readonly reader: Pick<TaskReader, 'summary'>;
  readonly vigils: Vigils;
}

const WISHES = { minimal: false };

export const nextWork = ({ door, nextClaim, reader, vigils }: Parts): Tool =>
  toolFrom({
    name: 'next_work',
    about:
      'Claim your next task, or get back the one you hold; waits for one where there is none. ' +
      'Your claim ends next.lease_s seconds after your last call that names the task.',
    takes: z.strictObject({
      task_id: TaskId.optional().describe('only this one'),
      instance: BODIES.claim.shape.instance.describe('a name of yours, if several of you work at once'),
      wait_s: waitS,
      ...bounds,
    }),
    use: async ({ task_id, instance: own, wait_s }, { principal, instance: usual, line }, room) => {
      const instance = own ?? usual;
      const claimNext = () => {
        if (wait_s > 0) line.lengthen();
        const wanted = { agents: [nameOf(principal)], instance, waitMs: wait_s * 1_000, extent: {} };
        return nextClaim.claim(wanted, principal, WISHES, vigils.begin(line));
      };
      const claimThis = (id: string) => door.handle({ kind: 'claim', task_id: id, body: { instance } }, principal, WISHES);
      const answer = await (task_id === undefined ? claimNext() : claimThis(task_id));
      if (answer !== null) return putClaim(room, answer.body as ClaimAnswer, reader);
      room.put({ task_id: null, detail: `No task waits for ${principal}; call next_work again to wait for one.` });
    },
  });
