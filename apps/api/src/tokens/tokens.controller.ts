import { type Page, Principal, type TaskReader } from '@app/handoff';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { listed } from '../answers/listed.js';
import { READER } from '../desk/desk-tokens.js';
import { Caller } from '../edge/caller.js';
import { boundedPage, NoParams, NoQuery } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { type MadeToken, TokenBook } from './token-book.js';

const A_YEAR_S = 366 * 24 * 3_600;

const CREATE = route({
  method: 'POST',
  path: '/v1/tokens',
  roles: ['admin'],
  params: NoParams,
  query: NoQuery,
  body: z.strictObject({ principal: Principal, expires_in_s: z.number().int().min(1).max(A_YEAR_S).optional() }),
  status: 201,
  answer: z.object({ id: z.string(), token: z.string(), principal: z.string(), expires_at: z.string().nullable() }),
  about: 'Makes a token for a principal; it is shown in this answer and never again.',
});
const LIST = route({
  method: 'GET',
  path: '/v1/tokens',
  roles: ['admin'],
  params: NoParams,
  query: z.strictObject(boundedPage),
  status: 200,
  answer: listed(
    z.object({ id: z.string(), principal: z.string(), created_by: z.string(), created_at: z.string(), expires_at: z.string().nullable() }),
  ),
  about: 'The tokens in force, without their secrets.',
});
const REVOKE = route({
  method: 'DELETE',
  path: '/v1/tokens/:id',
  roles: ['admin'],
  params: z.strictObject({ id: z.string().max(64) }),
  query: NoQuery,
  status: 204,
  about: 'Revokes a token; it holds at once.',
});

@Controller()
export class TokensController {
  constructor(
    @Inject(TokenBook) private readonly tokens: TokenBook,
    @Inject(READER) private readonly reader: TaskReader,
  ) {}

  @Route(CREATE)
  create(@Sent() { body }: InputOf<typeof CREATE>, @Caller() caller: Principal): Promise<MadeToken> {
    return this.tokens.make(body.principal, caller, body.expires_in_s);
  }

  @Route(LIST)
  list(@Sent() { query: { limit, cursor, max_tokens } }: InputOf<typeof LIST>): Promise<Page<object>> {
    return this.reader.page(async (most) => this.tokens.list({ limit: most, cursor }), limit, max_tokens);
  }

  @Route(REVOKE)
  revoke(@Sent() { params }: InputOf<typeof REVOKE>): Promise<void> {
    return this.tokens.revoke(params.id);
  }
}
