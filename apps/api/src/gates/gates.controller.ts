import {
  BODIES,
  CALLERS,
  GateStatus,
  type GateView,
  type Page,
  type Principal,
  ROLES,
  TaskId,
  type TaskReader,
  type TaskStore,
} from '@app/handoff';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { Gate, VotedGate } from '../answers/gate.js';
import { listed } from '../answers/listed.js';
import { CommandDoor } from '../desk/command-door.js';
import { READER, STORE } from '../desk/desk-tokens.js';
import type { Answer } from '../edge/answer.js';
import { Caller } from '../edge/caller.js';
import { boundedPage, GateParams, maxTokens, NoParams, WriteQuery } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { Wish, type Wishes } from '../edge/wishes.js';

const LIST = route({
  method: 'GET',
  path: '/v1/gates',
  roles: ROLES,
  params: NoParams,
  query: z.strictObject({ status: GateStatus.optional(), task_id: TaskId.optional(), ...boundedPage }),
  status: 200,
  answer: listed(Gate),
  about: 'Questions to people, newest first.',
});
const GATE = route({
  method: 'GET',
  path: '/v1/gates/:gate_id',
  roles: ROLES,
  params: GateParams,
  query: z.strictObject({ max_tokens: maxTokens }),
  status: 200,
  answer: Gate,
  about: 'A question with exactly what is decided on, and its digest.',
});
const VOTE = route({
  method: 'POST',
  path: '/v1/gates/:gate_id/votes',
  roles: CALLERS.vote,
  params: GateParams,
  query: WriteQuery,
  body: BODIES.vote,
  status: 201,
  answer: VotedGate,
  about: 'Approves or rejects what the digest stands for.',
});

@Controller()
export class GatesController {
  constructor(
    @Inject(CommandDoor) private readonly door: CommandDoor,
    @Inject(READER) private readonly reader: TaskReader,
    @Inject(STORE) private readonly store: TaskStore,
  ) {}

  @Route(LIST)
  list(@Sent() { query: { limit, cursor, max_tokens, ...filter } }: InputOf<typeof LIST>): Promise<Page<GateView>> {
    const read = async (most: number): Promise<Page<GateView>> => {
      const { items, next_cursor } = await this.store.gates(filter, { limit: most, cursor });
      return { items: await Promise.all(items.map(({ id }) => this.reader.gate(id))), next_cursor };
    };
    return this.reader.page(read, limit, max_tokens);
  }

  @Route(GATE)
  gate(@Sent() { params, query }: InputOf<typeof GATE>): Promise<GateView> {
    return this.reader.gate(params.gate_id, query.max_tokens);
  }

  @Route(VOTE)
  vote(@Sent() { params, query, body }: InputOf<typeof VOTE>, @Caller() caller: Principal, @Wish() wishes: Wishes): Promise<Answer> {
    const { gate_id } = params;
    const task_id = gate_id.slice(0, gate_id.lastIndexOf('.'));
    return this.door.handle({ kind: 'vote', task_id, gate_id, body }, caller, wishes, query);
  }
}
