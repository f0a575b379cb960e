import { BODIES, TaskId } from '@app/handoff';
import { z } from 'zod';
import type { CommandDoor } from '../../desk/command-door.js';
import { putWritten } from '../put-written.js';
import { bounds, type Tool, toolFrom } from '../tool.js';

export const release = (door: CommandDoor): Tool =>
  toolFrom({
    name: 'release',
    about:
      'Give the task back unfinished. failed, if something went wrong: limit (quota), transient (passing trouble), ' +
      'code (you could not do it; counts as an attempt).',
    takes: z.strictObject({ task_id: TaskId, ...BODIES.release.shape, ...bounds }),
    use: async ({ task_id, max_tokens: _, ...body }, { principal }, room) => {
      putWritten(room, await door.handle({ kind: 'release', task_id, body }, principal, { minimal: false }));
    },
  });
