import { BODIES, CALLERS, type Principal } from '@app/handoff';
import { Controller, Inject } from '@nestjs/common';
import { Written } from '../answers/written.js';
import { CommandDoor } from '../desk/command-door.js';
import type { Answer } from '../edge/answer.js';
import { Caller } from '../edge/caller.js';
import { TaskParams, WriteQuery } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { Wish, type Wishes } from '../edge/wishes.js';

const FORK = route({
  method: 'POST',
  path: '/v1/tasks/:task_id/fork',
  roles: CALLERS.fork,
  params: TaskParams,
  query: WriteQuery,
  body: BODIES.fork,
  status: 201,
  answer: Written,
  about: 'Makes a new task with the history of this one up to a version.',
});
const REOPEN = route({
  method: 'POST',
  path: '/v1/tasks/:task_id/reopen',
  roles: CALLERS.reopen,
  params: TaskParams,
  query: WriteQuery,
  body: BODIES.reopen,
  status: 200,
  answer: Written,
  about: 'Opens a task that was completed, cancelled or abandoned; the reason is feedback for whoever works on it.',
});
const REASSIGN = route({
  method: 'POST',
  path: '/v1/tasks/:task_id/reassign',
  roles: CALLERS.reassign,
  params: TaskParams,
  query: WriteQuery,
  body: BODIES.reassign,
  status: 200,
  answer: Written,
  about: 'Gives the task to another agent and ends the present claim.',
});
const CANCEL = route({
  method: 'POST',
  path: '/v1/tasks/:task_id/cancel',
  roles: CALLERS.cancel,
  params: TaskParams,
  query: WriteQuery,
  body: BODIES.cancel,
  status: 200,
  answer: Written,
  about: 'Stops a task; its claim ends and its gates are voided.',
});

/** What people do with a task, whoever works on it. */
@Controller()
export class SteeringController {
  constructor(@Inject(CommandDoor) private readonly door: CommandDoor) {}

  @Route(FORK)
  async fork(@Sent() { params, query, body }: InputOf<typeof FORK>, @Caller() caller: Principal, @Wish() wishes: Wishes): Promise<Answer> {
    const answer = await this.door.handle({ kind: 'fork', task_id: params.task_id, body }, caller, wishes, query);
    return answer.with({ location: `/v1/tasks/${(answer.body as { task_id: string }).task_id}` });
  }

  @Route(REOPEN)
  reopen(@Sent() { params, query, body }: InputOf<typeof REOPEN>, @Caller() caller: Principal, @Wish() wishes: Wishes): Promise<Answer> {
    return this.door.handle({ kind: 'reopen', task_id: params.task_id, body }, caller, wishes, query);
  }

  @Route(REASSIGN)
  reassign(
    @Sent() { params, query, body }: InputOf<typeof REASSIGN>,
    @Caller() caller: Principal,
    @Wish() wishes: Wishes,
  ): Promise<Answer> {
    return this.door.handle({ kind: 'reassign', task_id: params.task_id, body }, caller, wishes, query);
  }

  @Route(CANCEL)
  cancel(@Sent() { params, query, body }: InputOf<typeof CANCEL>, @Caller() caller: Principal, @Wish() wishes: Wishes): Promise<Answer> {
    return this.door.handle({ kind: 'cancel', task_id: params.task_id, body }, caller, wishes, query);
  }
}
