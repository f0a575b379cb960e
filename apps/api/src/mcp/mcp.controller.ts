import { BODIES, type Principal } from '@app/handoff';
import { Controller, Inject, Req } from '@nestjs/common';
import { z } from 'zod';
import { Answer } from '../edge/answer.js';
import { Caller } from '../edge/caller.js';
import type { EdgeRequest } from '../edge/edge-request.js';
import { NoParams } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { type Line, OpenLine } from '../waiting/line.js';
import { exchange } from './exchange.js';
import { mcpServer } from './mcp-server.js';
import { Toolbox } from './toolbox.js';
import { webRequestOf } from './web-request.js';

/** One name for all calls under a token: whoever comes back after a crash gets their task back without having to know a name. */
const USUAL_INSTANCE = 'mcp';

const Message = z.looseObject({ jsonrpc: z.literal('2.0') });

const MCP = route({
  method: 'POST',
  path: '/mcp',
  roles: ['agent'],
  params: NoParams,
  query: z.strictObject({ instance: BODIES.claim.shape.instance }),
  body: Message,
  wraps: true,
  status: 200,
  answer: Message,
  about: 'The Model Context Protocol over streamable HTTP, one message per call: seven tools for an agent that works on tasks.',
});

/** The same service for agents that speak MCP. */
@Controller()
export class McpController {
  constructor(@Inject(Toolbox) private readonly toolbox: Toolbox) {}

  @Route(MCP)
  async message(
    @Sent() { query, body }: InputOf<typeof MCP>,
    @Caller() principal: Principal,
    @OpenLine() line: Line,
    @Req() request: EdgeRequest,
  ): Promise<Answer> {
    const visitor = { principal, instance: query.instance ?? USUAL_INSTANCE, line };
    const response = await exchange(mcpServer(this.toolbox, visitor), webRequestOf(request), body);
    return new Answer(await response.text(), { status: response.status, headers: Object.fromEntries(response.headers) });
  }
}
