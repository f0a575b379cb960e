import {
  AgentName,
  BODIES,
  CALLERS,
  type Page,
  Phase,
  type Principal,
  ROLES,
  Status,
  type TaskReader,
  type TaskRow,
  type TaskStore,
} from '@app/handoff';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { listed } from '../answers/listed.js';
import { TaskRow as Row } from '../answers/read.js';
import { Written } from '../answers/written.js';
import { CommandDoor } from '../desk/command-door.js';
import { READER, STORE } from '../desk/desk-tokens.js';
import type { Answer } from '../edge/answer.js';
import { Caller } from '../edge/caller.js';
import { boundedPage, NoParams, TaskParams, WriteQuery } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { Wish, type Wishes } from '../edge/wishes.js';
import { createCommand } from './create-task.js';

const CREATE = route({
  method: 'POST',
  path: '/v1/tasks',
  roles: CALLERS.create,
  params: NoParams,
  query: WriteQuery,
  body: BODIES.create,
  status: 201,
  answer: Written,
  about: 'Creates a task, assigned to the agent of its phase unless another is named.',
});
const LIST = route({
  method: 'GET',
  path: '/v1/tasks',
  roles: ROLES,
  params: NoParams,
  query: z.strictObject({
    phase: Phase.optional(),
    status: Status.optional(),
    target_agent: AgentName.optional(),
    label: z.string().max(64).optional(),
    q: z.string().max(200).optional(),
    ...boundedPage,
  }),
  status: 200,
  answer: listed(Row),
  about: 'Tasks, newest first.',
});
const EDIT = route({
  method: 'PATCH',
  path: '/v1/tasks/:task_id',
  roles: CALLERS.edit,
  params: TaskParams,
  query: WriteQuery,
  body: BODIES.edit,
  status: 200,
  answer: Written,
  about: 'Changes what a task is about: title, goal, acceptance criteria, labels.',
});

@Controller()
export class TasksController {
  constructor(
    @Inject(CommandDoor) private readonly door: CommandDoor,
    @Inject(READER) private readonly reader: TaskReader,
    @Inject(STORE) private readonly store: TaskStore,
  ) {}

  @Route(CREATE)
  async create(@Sent() { query, body }: InputOf<typeof CREATE>, @Caller() caller: Principal, @Wish() wishes: Wishes): Promise<Answer> {
    const command = createCommand(body, caller, wishes);
    const answer = await this.door.handle(command, caller, wishes, query);
    return answer.with({ location: `/v1/tasks/${command.task_id}` });
  }

  @Route(LIST)
  list(@Sent() { query: { limit, cursor, max_tokens, ...filter } }: InputOf<typeof LIST>): Promise<Page<TaskRow>> {
    return this.reader.page((most) => this.store.query(filter, { limit: most, cursor }), limit, max_tokens);
  }

  @Route(EDIT)
  edit(@Sent() { params, query, body }: InputOf<typeof EDIT>, @Caller() caller: Principal, @Wish() wishes: Wishes): Promise<Answer> {
    return this.door.handle({ kind: 'edit', task_id: params.task_id, body }, caller, wishes, query);
  }
}
