import { BODIES, CALLERS, CheckName, LIMITS, type Principal, type TaskReader } from '@app/handoff';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { Checked } from '../answers/checked.js';
import { CHECK_DESK, READER } from '../desk/desk-tokens.js';
import { Answer } from '../edge/answer.js';
import { Caller } from '../edge/caller.js';
import { NoQuery, TaskParams, waitS } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { Wish, type Wishes } from '../edge/wishes.js';
import type { CheckDesk, CheckRun } from './check-desk.js';

const NEXT_TOKENS = 300;

const RUN = route({
  method: 'POST',
  path: '/v1/tasks/:task_id/checks',
  roles: CALLERS.evidence,
  params: TaskParams,
  query: z.strictObject({ wait_s: waitS }),
  body: z.strictObject({
    names: z.array(CheckName).min(1).max(LIMITS.listItems),
    expected_version: BODIES.evidence.shape.expected_version,
    claim_epoch: BODIES.evidence.shape.claim_epoch,
  }),
  status: 200,
  answer: Checked,
  otherAnswers: { 202: Checked },
  about: 'Has the service run checks itself and record what it saw. 202 with Location while they run; joins a run that is underway.',
});
const VIEW = route({
  method: 'GET',
  path: '/v1/tasks/:task_id/checks/:run_id',
  roles: CALLERS.evidence,
  params: TaskParams.extend({ run_id: z.string().regex(/^[0-9a-f]{1,64}$/, 'must be the id of a run') }),
  query: NoQuery,
  status: 200,
  answer: Checked,
  about: 'A run of checks as it stands. Runs are forgotten after a while and at a restart; what was recorded stands in the task.',
});

/** The project's checks, run by the service. */
@Controller()
export class ChecksController {
  constructor(
    @Inject(CHECK_DESK) private readonly desk: CheckDesk,
    @Inject(READER) private readonly reader: TaskReader,
  ) {}

  @Route(RUN)
  async run(@Sent() { params, query, body }: InputOf<typeof RUN>, @Caller() caller: Principal, @Wish() wishes: Wishes): Promise<Answer> {
    const { task_id } = params;
    const { names, claim_epoch: claimEpoch, expected_version: expectedVersion } = body;
    const ask = { taskId: task_id, names, claimEpoch, expectedVersion, idempotencyKey: wishes.idempotencyKey };
    const { replayed, ...run } = await this.desk.run(ask, caller, (query.wait_s ?? 0) * 1_000);
    const headers = { location: `/v1/tasks/${task_id}/checks/${run.run_id}`, ...(replayed ? { 'idempotent-replayed': 'true' } : {}) };
    if (run.status === 'running') return new Answer(run, { status: 202, headers });
    const next = wishes.minimal ? {} : { next: await this.reader.next(task_id, caller, NEXT_TOKENS) };
    return new Answer({ ...run, ...next }, { headers });
  }

  @Route(VIEW)
  view(@Sent() { params }: InputOf<typeof VIEW>): CheckRun {
    return this.desk.view(params.task_id, params.run_id);
  }
}
