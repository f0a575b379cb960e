import { BODIES, TaskId } from '@app/handoff';
import { z } from 'zod';
import type { CommandDoor } from '../../desk/command-door.js';
import { putWritten } from '../put-written.js';
import { bounds, type Tool, toolFrom } from '../tool.js';

export const update = (door: CommandDoor): Tool =>
  toolFrom({
    name: 'update',
    about: 'Record something now and go on working.',
    alwaysNames: ['expected_version', 'claim_epoch'],
    takes: z.strictObject({ task_id: TaskId, ...BODIES.update.shape, ...bounds }),
    use: async ({ task_id, max_tokens: _, ...body }, { principal }, room) => {
      const answer = await door.handle({ kind: 'update', task_id, body }, principal, { minimal: false });
      putWritten(room, answer, body.claim_epoch);
    },
  });
