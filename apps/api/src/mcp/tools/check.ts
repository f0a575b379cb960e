import { createHash } from 'node:crypto';
import { BODIES, CheckName, HandoffError, LIMITS, type Phase, TaskId, type TaskReader } from '@app/handoff';
import type { ProjectConfig } from '@app/platform';
import { z } from 'zod';
import type { CheckDesk } from '../../checks/check-desk.js';
import { knownState } from '../known-state.js';
import { putCheckRun } from '../put-check-run.js';
import { bounds, type Tool, toolFrom } from '../tool.js';
import { putNext } from '../tool-next.js';
import { waitS } from '../wait-s.js';

const NEXT_TOKENS = 300;

interface Parts {
  readonly checks: Pick<CheckDesk, 'run'>;
  readonly reader: Pick<TaskReader, 'next' | 'state' | 'at'>;
  readonly project: Pick<ProjectConfig, 'rules' | 'checks'>;
}

const { expected_version, claim_epoch } = BODIES.evidence.shape;

export const check = ({ checks, reader, project }: Parts): Tool =>
  toolFrom({
    name: 'check',
    about:
      'Have the service run checks of the project and record what it saw; required checks count only so. ' +
      'While status is running, make the same call again.',
    alwaysNames: ['expected_version', 'claim_epoch'],
    takes: z.strictObject({
      ...{ task_id: TaskId, expected_version, claim_epoch },
      names: z.array(CheckName).min(1).max(LIMITS.listItems).optional().describe('default: those the phase requires, else all'),
      wait_s: waitS,
      ...bounds,
    }),
    use: async ({ task_id, wait_s, ...asked }, { principal, line }, room) => {
      const { expected_version: expectedVersion, claim_epoch: claimEpoch } = asked;
      const names = asked.names ?? usualChecks(project, (await knownState(reader, task_id, expectedVersion)).phase);
      const ask = { taskId: task_id, names, claimEpoch, expectedVersion };
      if (wait_s > 0) line.lengthen();
      const run = await checks.run({ ...ask, idempotencyKey: keyOf(ask) }, principal, wait_s * 1_000);
      room.put({ task_id, expected_version: run.version ?? expectedVersion, claim_epoch: claimEpoch });
      if (run.status !== 'running') putNext(room, await reader.next(task_id, principal, NEXT_TOKENS), task_id);
      putCheckRun(room, run);
    },
  });

const usualChecks = ({ rules, checks }: Parts['project'], phase: Phase): string[] => {
  const all = Object.keys(checks);
  const required = phase === 'completed' ? [] : (rules.phase_exit[phase].required_checks ?? []);
  if (all.length === 0) throw new HandoffError('unknown_check', 'This project has no checks that the service could run.');
  return (required.length > 0 ? required : all).slice(0, LIMITS.listItems);
};

/** On top of the same version the same call is the same wish, wherever its run stands. Without a version each is a wish of its own. */
const keyOf = ({
  names,
  claimEpoch,
  expectedVersion,
}: {
  names: readonly string[];
  claimEpoch?: number | undefined;
  expectedVersion?: number | undefined;
}) =>
  expectedVersion === undefined
    ? undefined
    : createHash('sha256')
        .update(JSON.stringify([names, expectedVersion, claimEpoch]))
        .digest('hex');
