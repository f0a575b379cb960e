import { BODIES, TaskId, type TaskReader } from '@app/handoff';
import { z } from 'zod';
import type { CommandDoor } from '../../desk/command-door.js';
import { commandBody } from '../command-body.js';
import { knownState } from '../known-state.js';
import { putWritten } from '../put-written.js';
import { bounds, type Tool, toolFrom } from '../tool.js';

interface Parts {
  readonly door: CommandDoor;
  readonly reader: Pick<TaskReader, 'state' | 'at'>;
}

const { expected_version, claim_epoch, state_delta } = BODIES.handoff.shape;
const { issue: question, severity, suggested_action } = state_delta.unwrap().shape.issues_raised.unwrap().element.shape;

const GO_ON = 'Read what was decided about the question, and go on from there.';

/** A continuation whose issue a person has to look at: the rules for both are the handoff's. */
export const askHuman = ({ door, reader }: Parts): Tool =>
  toolFrom({
    name: 'ask_human',
    about: 'Ask a person what only they can decide. Ends your claim; the task comes back through next_work once they have answered.',
    alwaysNames: ['expected_version', 'claim_epoch'],
    takes: z.strictObject({
      ...{ task_id: TaskId, expected_version, claim_epoch, question, suggested_action },
      severity: severity.default('high'),
      state_delta,
      ...bounds,
    }),
    use: async (asked, { principal }, room) => {
      const { task_id, expected_version: base, claim_epoch: epoch, state_delta: delta = {} } = asked;
      const issue = { issue: asked.question, severity: asked.severity, suggested_action: asked.suggested_action, requires_human: true };
      const body = commandBody('handoff', {
        phase: (await knownState(reader, task_id, base)).phase,
        expected_version: base,
        claim_epoch: epoch,
        state_delta: {
          ...delta,
          issues_raised: [...(delta.issues_raised ?? []), issue],
          packet: { next_agent_should_first: GO_ON, ...delta.packet },
        },
      });
      putWritten(room, await door.handle({ kind: 'handoff', task_id, body }, principal, { minimal: false }));
    },
  });
