import { createHash } from 'node:crypto';
import { BODIES, CheckName, HandoffError, LIMITS, type Principal, TaskId, type TaskReader } from '@app/handoff';
import { z } from 'zod';
import type { CheckDesk } from '../../checks/check-desk.js';
import { putCheckRun } from '../put-check-run.js';
import { bounds, type Tool, toolFrom } from '../tool.js';
import { putNext } from '../tool-next.js';
import { waitS } from '../wait-s.js';

const NEXT_TOKENS = 300;

interface Parts {
  readonly checks: Pick<CheckDesk, 'run'>;
  readonly reader: Pick<TaskReader, 'next'>;
}

const { expected_version, claim_epoch } = BODIES.evidence.shape;

export const check = ({ checks, reader }: Parts): Tool =>
  toolFrom({
    name: 'check',
    about:
      'Have the service run checks of the project and record what it saw; required checks count only so. ' +
      'While status is running, make the same call again.',
    takes: z.strictObject({
      ...{ task_id: TaskId, expected_version, claim_epoch },
      names: z.array(CheckName).min(1).max(LIMITS.listItems).optional().describe('default: those the phase needs, else all'),
      wait_s: waitS,
      ...bounds,
    }),
    use: async ({ task_id, names, wait_s, expected_version: expectedVersion, claim_epoch: claimEpoch }, { principal, line }, room) => {
      const named = names ?? (await offered(reader, task_id, principal));
      // The same call is the same wish, wherever the run stands; another version is another one.
      const idempotencyKey = createHash('sha256')
        .update(JSON.stringify([named, expectedVersion, claimEpoch]))
        .digest('hex');
      if (wait_s > 0) line.lengthen();
      const run = await checks.run(
        { taskId: task_id, names: named, claimEpoch, expectedVersion, idempotencyKey },
        principal,
        wait_s * 1_000,
      );
      room.put({ task_id, expected_version: run.version ?? expectedVersion, claim_epoch: claimEpoch });
      if (run.status !== 'running') putNext(room, await reader.next(task_id, principal, NEXT_TOKENS), task_id);
      putCheckRun(room, run);
    },
  });

const offered = async (reader: Parts['reader'], taskId: string, principal: Principal): Promise<string[]> => {
  const { actions } = await reader.next(taskId, principal);
  const names = z.array(CheckName).safeParse(actions.find((action) => action.do === 'check')?.body.names);
  if (names.success) return names.data;
  throw new HandoffError('unknown_check', 'There is no check that could be run for you now; name one to see why.');
};
