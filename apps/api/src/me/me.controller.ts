import { AgentName, BODIES, nameOf, type Principal, ROLES } from '@app/handoff';
import type { ProjectConfig } from '@app/platform';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { Next } from '../answers/next.js';
import { Claimed } from '../answers/written.js';
import { NextClaim } from '../claiming/next-claim.js';
import { PROJECT } from '../desk/desk-tokens.js';
import { Answer } from '../edge/answer.js';
import { CalledAt } from '../edge/called-at.js';
import { Caller } from '../edge/caller.js';
import { NextClaimQuery, NoParams, NoQuery } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { Wish, type Wishes } from '../edge/wishes.js';
import { type Line, OpenLine } from '../waiting/line.js';
import { Vigils } from '../waiting/vigils.js';
import { guideFor } from './guide.js';
import { type Me, MeReader } from './me-reader.js';
import { ownAgents } from './own-agents.js';

/** Until a caller that waited, or did not want to, should ask again. */
const RETRY_AFTER_S = { waited: 1, asked: 5 } as const;
const MOST_AGENTS = 200;

const count = z.number().int();

const NothingToClaim = z.object({ task_id: z.null(), retry_after_s: z.number().int() });

const CLAIM = route({
  method: 'POST',
  path: '/v1/me/claim',
  roles: ['agent', 'worker'],
  params: NoParams,
  query: NextClaimQuery,
  body: z.strictObject({ instance: BODIES.claim.shape.instance, agents: z.array(AgentName).min(1).max(MOST_AGENTS).optional() }),
  status: 200,
  answer: z.union([Claimed, NothingToClaim]),
  about: 'Takes the task that waits longest for the caller, or the one this instance has already; waits for one where none is there.',
});

const ME = route({
  method: 'GET',
  path: '/v1/me',
  roles: ROLES,
  params: NoParams,
  query: NoQuery,
  status: 200,
  answer: z.object({
    principal: z.string(),
    role: z.enum(ROLES),
    claims: z.array(z.object({ task_id: z.string(), version: count, target_agent: z.string(), claim_epoch: count, instance: z.string() })),
    claimed: count,
    waiting: count,
    next: Next,
    queue_prefix: z.string().optional().describe('for a worker: what the keys of the queues that ring it begin with'),
  }),
  about: 'Who the caller is, what they have claimed, how many tasks or questions wait for them, and what they may do next.',
});
const GUIDE = route({
  method: 'GET',
  path: '/v1/me/guide',
  roles: ['agent'],
  params: NoParams,
  query: NoQuery,
  status: 200,
  answer: z.string(),
  answerType: 'text/plain',
  about: 'How to work with this service, for the calling agent, ready for a prompt.',
});

/** What somebody asks without naming a task. */
@Controller()
export class MeController {
  constructor(
    @Inject(MeReader) private readonly reader: MeReader,
    @Inject(NextClaim) private readonly next: NextClaim,
    @Inject(Vigils) private readonly vigils: Vigils,
    @Inject(PROJECT) private readonly project: ProjectConfig,
  ) {}

  @Route(ME)
  me(@Caller() caller: Principal): Promise<Me> {
    return this.reader.about(caller);
  }

  @Route(GUIDE)
  guide(@Caller() caller: Principal, @CalledAt() address: string): Answer {
    return new Answer(guideFor({ agent: nameOf(caller), address, checks: Object.keys(this.project.checks) }), {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  }

  @Route(CLAIM)
  async claim(
    @Sent() { query, body }: InputOf<typeof CLAIM>,
    @Caller() caller: Principal,
    @Wish() wishes: Wishes,
    @OpenLine() line: Line,
  ): Promise<Answer> {
    const agents = ownAgents(caller, body.agents, this.project.roles);
    const vigil = this.vigils.begin(line);
    const { wait_s = 0, ...extent } = query;
    const wanted = { agents, instance: body.instance, waitMs: wait_s * 1_000, extent };
    const answer = await this.next.claim(wanted, caller, wishes, vigil);
    return answer ?? new Answer({ task_id: null, retry_after_s: wait_s > 0 ? RETRY_AFTER_S.waited : RETRY_AFTER_S.asked });
  }
}
