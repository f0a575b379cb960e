import {
  type HistoryRow,
  type LookupAnswer,
  type Next,
  type Page,
  type Principal,
  ROLES,
  type TaskReader,
  type TaskStore,
  type Verification,
} from '@app/handoff';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { listed } from '../answers/listed.js';
import { Next as NextAnswer } from '../answers/next.js';
import { Diff, LookedUp, HistoryRow as Row, Verified } from '../answers/read.js';
import { ShownState } from '../answers/written.js';
import { READER, STORE } from '../desk/desk-tokens.js';
import { Caller } from '../edge/caller.js';
import { boundedPage, handle, maxTokens, NoQuery, page, TaskParams, version } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';

const LOOKUP = route({
  method: 'GET',
  path: '/v1/tasks/:task_id/lookup',
  roles: ROLES,
  params: TaskParams,
  query: z.strictObject({ handle, max_tokens: maxTokens, cursor: page.cursor }),
  status: 200,
  answer: LookedUp,
  about: 'What stands behind a handle of the summary: an item whole, or everything of a kind, page by page.',
});
const HISTORY = route({
  method: 'GET',
  path: '/v1/tasks/:task_id/history',
  roles: ROLES,
  params: TaskParams,
  query: z.strictObject(boundedPage),
  status: 200,
  answer: listed(Row),
  about: 'The versions of a task, newest first.',
});
const VERSION = route({
  method: 'GET',
  path: '/v1/tasks/:task_id/versions/:version',
  roles: ROLES,
  load: 'heavy',
  params: TaskParams.extend({ version }),
  query: z.strictObject({ max_tokens: maxTokens }),
  status: 200,
  answer: ShownState,
  about: 'The state as it was at a version.',
});
const DIFF = route({
  method: 'GET',
  path: '/v1/tasks/:task_id/diff',
  roles: ROLES,
  load: 'heavy',
  params: TaskParams,
  query: z.strictObject({ from: version, to: version, max_tokens: maxTokens, cursor: page.cursor }),
  status: 200,
  answer: Diff,
  about: 'The operations (RFC 6902) that lead from one version to a later one.',
});
const VERIFY = route({
  method: 'GET',
  path: '/v1/tasks/:task_id/verify',
  roles: ROLES,
  load: 'heavy',
  params: TaskParams,
  query: NoQuery,
  status: 200,
  answer: Verified,
  about: 'Checks the hash chain of the whole history.',
});
const NEXT = route({
  method: 'GET',
  path: '/v1/tasks/:task_id/next',
  roles: ROLES,
  params: TaskParams,
  query: NoQuery,
  status: 200,
  answer: NextAnswer,
  about: 'What the caller may do with this task now, in full.',
});

/** Everything that can be asked of a task's past and what follows from it. */
@Controller()
export class ReadingController {
  constructor(
    @Inject(READER) private readonly reader: TaskReader,
    @Inject(STORE) private readonly store: TaskStore,
  ) {}

  @Route(LOOKUP)
  lookUp(@Sent() { params, query }: InputOf<typeof LOOKUP>): Promise<LookupAnswer> {
    return this.reader.lookUp(params.task_id, query.handle, { maxTokens: query.max_tokens, cursor: query.cursor });
  }

  @Route(HISTORY)
  history(@Sent() { params, query }: InputOf<typeof HISTORY>): Promise<Page<HistoryRow>> {
    const { limit, cursor, max_tokens } = query;
    return this.reader.page((most) => this.store.history(params.task_id, { limit: most, cursor }), limit, max_tokens);
  }

  @Route(VERSION)
  async version(@Sent() { params, query }: InputOf<typeof VERSION>): Promise<object> {
    return this.reader.shown(await this.reader.at(params.task_id, params.version), query.max_tokens);
  }

  @Route(DIFF)
  diff(@Sent() { params, query }: InputOf<typeof DIFF>): Promise<object> {
    const { from, to, max_tokens: maxTokens, cursor } = query;
    return this.reader.diff(params.task_id, { from, to }, { maxTokens, cursor });
  }

  @Route(VERIFY)
  verify(@Sent() { params }: InputOf<typeof VERIFY>): Promise<Verification> {
    return this.store.verify(params.task_id);
  }

  @Route(NEXT)
  next(@Sent() { params }: InputOf<typeof NEXT>, @Caller() caller: Principal): Promise<Next> {
    return this.reader.next(params.task_id, caller);
  }
}
