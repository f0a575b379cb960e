import { BODIES, CALLERS, type Coordinator, type Principal, type TaskReader } from '@app/handoff';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { Claimed, HandedOff, Previewed, Written } from '../answers/written.js';
import { CommandDoor } from '../desk/command-door.js';
import { COORDINATOR, READER } from '../desk/desk-tokens.js';
import { Answer } from '../edge/answer.js';
import { Caller } from '../edge/caller.js';
import { ClaimQuery, flag, include, NoQuery, TaskParams, WriteQuery } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { Wish, type Wishes } from '../edge/wishes.js';

const HAND_OFF = route({
  method: 'POST',
  path: '/v1/tasks/:task_id/handoffs',
  roles: CALLERS.handoff,
  params: TaskParams,
  query: z.strictObject({ dry_run: flag.default(false), include }),
  body: BODIES.handoff,
  status: 201,
  answer: HandedOff,
  otherAnswers: { 200: Previewed },
  about: 'Hands the task to the next agent, with what was done, decided and found. With dry_run nothing is written.',
});
const UPDATE = route({
  method: 'POST',
  path: '/v1/tasks/:task_id/updates',
  roles: CALLERS.update,
  params: TaskParams,
  query: WriteQuery,
  body: BODIES.update,
  status: 201,
  answer: Written,
  about: 'Records something without handing the task off; nobody is rung.',
});
const CLAIM = route({
  method: 'POST',
  path: '/v1/tasks/:task_id/claim',
  roles: CALLERS.claim,
  params: TaskParams,
  query: ClaimQuery,
  body: BODIES.claim,
  status: 200,
  answer: Claimed,
  about: 'Takes the task to work on it, and gets the handoff, the summary and the state of its files.',
});
const HEARTBEAT = route({
  method: 'POST',
  path: '/v1/tasks/:task_id/heartbeat',
  roles: CALLERS.heartbeat,
  params: TaskParams,
  query: NoQuery,
  body: z.strictObject({ claim_epoch: z.number().int().positive() }),
  status: 200,
  answer: z.object({ version: z.number().int(), lease_s: z.number() }),
  about: 'Keeps a claim alive; writes nothing.',
});
const RELEASE = route({
  method: 'POST',
  path: '/v1/tasks/:task_id/release',
  roles: CALLERS.release,
  params: TaskParams,
  query: WriteQuery,
  body: BODIES.release,
  status: 200,
  answer: Written,
  about: 'Gives a claim back, with what went wrong if something did.',
});

/** What agents do with a task whose turn is theirs. */
@Controller()
export class WorkController {
  constructor(
    @Inject(CommandDoor) private readonly door: CommandDoor,
    @Inject(COORDINATOR) private readonly coordinator: Coordinator,
    @Inject(READER) private readonly reader: TaskReader,
  ) {}

  @Route(HAND_OFF)
  async handOff(
    @Sent() { params, query, body }: InputOf<typeof HAND_OFF>,
    @Caller() caller: Principal,
    @Wish() wishes: Wishes,
  ): Promise<Answer> {
    const command = { kind: 'handoff', task_id: params.task_id, body } as const;
    if (query.dry_run) return new Answer(await this.reader.prepareHandoff(command, caller, wishes.minimal), { status: 200 });
    return this.door.handle(command, caller, wishes, query);
  }

  @Route(UPDATE)
  update(@Sent() { params, query, body }: InputOf<typeof UPDATE>, @Caller() caller: Principal, @Wish() wishes: Wishes): Promise<Answer> {
    return this.door.handle({ kind: 'update', task_id: params.task_id, body }, caller, wishes, query);
  }

  @Route(CLAIM)
  claim(@Sent() { params, query, body }: InputOf<typeof CLAIM>, @Caller() caller: Principal, @Wish() wishes: Wishes): Promise<Answer> {
    return this.door.handle({ kind: 'claim', task_id: params.task_id, body }, caller, wishes, query);
  }

  @Route(HEARTBEAT)
  heartbeat(@Sent() { params, body }: InputOf<typeof HEARTBEAT>, @Caller() caller: Principal): Promise<object> {
    return this.coordinator.heartbeat(params.task_id, body.claim_epoch, caller);
  }

  @Route(RELEASE)
  release(@Sent() { params, query, body }: InputOf<typeof RELEASE>, @Caller() caller: Principal, @Wish() wishes: Wishes): Promise<Answer> {
    return this.door.handle({ kind: 'release', task_id: params.task_id, body }, caller, wishes, query);
  }
}
