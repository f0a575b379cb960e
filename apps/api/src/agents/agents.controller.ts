import { type Page, ROLES, type TaskReader } from '@app/handoff';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { listed } from '../answers/listed.js';
import { READER } from '../desk/desk-tokens.js';
import { boundedPage, NoParams } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { type AgentRow, AgentRows } from './agent-rows.js';

const count = z.number().int();

const LIST = route({
  method: 'GET',
  path: '/v1/agents',
  roles: ROLES,
  params: NoParams,
  query: z.strictObject(boundedPage),
  status: 200,
  answer: listed(
    z.object({
      name: z.string(),
      executor: z.string(),
      works_on: z.array(z.object({ task_id: z.string(), version: count, claimed_by: z.string(), instance: z.string() })),
      claimed: count,
      waiting: count,
      last_seen: z.string().nullable(),
    }),
  ),
  about: 'The agents there are: who runs them, what they work on, how many tasks wait for them, when they were last heard of.',
});

@Controller()
export class AgentsController {
  constructor(
    @Inject(AgentRows) private readonly rows: AgentRows,
    @Inject(READER) private readonly reader: TaskReader,
  ) {}

  @Route(LIST)
  list(@Sent() { query: { limit, cursor, max_tokens } }: InputOf<typeof LIST>): Promise<Page<AgentRow>> {
    return this.reader.page((most) => this.rows.page({ limit: most, cursor }), limit, max_tokens);
  }
}
