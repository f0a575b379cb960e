import { BODIES, TaskId } from '@app/handoff';
import { z } from 'zod';
import type { CommandDoor } from '../../desk/command-door.js';
import { commandBody } from '../command-body.js';
import { putWritten } from '../put-written.js';
import { bounds, type Tool, toolFrom } from '../tool.js';

export const handOff = (door: CommandDoor): Tool =>
  toolFrom({
    name: 'hand_off',
    about:
      'End your part. phase: the next one when it is done; implementing or planning, with state_delta.feedback, when it must be done again; ' +
      'the present one, with packet.next_agent_should_first, when it needs more work.',
    spellsDelta: true,
    alwaysNames: ['expected_version', 'claim_epoch'],
    takes: z.strictObject({ task_id: TaskId, ...BODIES.handoff.shape, ...bounds }),
    use: async ({ task_id, max_tokens: _, ...given }, { principal }, room) => {
      const body = commandBody('handoff', given);
      putWritten(room, await door.handle({ kind: 'handoff', task_id, body }, principal, { minimal: false }));
    },
  });
