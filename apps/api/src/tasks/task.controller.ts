import { ROLES, type TaskReader } from '@app/handoff';
import { Metrics } from '@app/platform';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { Summary } from '../answers/read.js';
import { ShownState } from '../answers/written.js';
import { READER } from '../desk/desk-tokens.js';
import { AcceptsText } from '../edge/accepts-text.js';
import { Answer } from '../edge/answer.js';
import { maxTokens, TaskParams, version, waitS } from '../edge/fields.js';
import { KnownTags } from '../edge/known-tags.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { EventHub } from '../streams/event-hub.js';
import { type Line, OpenLine } from '../waiting/line.js';
import { Vigils } from '../waiting/vigils.js';
import { whenChanged } from './when-changed.js';

const STATE = route({
  method: 'GET',
  path: '/v1/tasks/:task_id',
  roles: ROLES,
  params: TaskParams,
  query: z.strictObject({ wait_s: waitS, max_tokens: maxTokens }),
  headers: ['If-None-Match'],
  status: 200,
  answer: ShownState,
  about: 'The state. With If-None-Match and wait_s it waits for a change.',
});
const SUMMARY = route({
  method: 'GET',
  path: '/v1/tasks/:task_id/summary',
  roles: ROLES,
  params: TaskParams,
  query: z.strictObject({ max_tokens: maxTokens, version: version.optional() }),
  status: 200,
  answer: Summary,
  about: 'What the next agent reads instead of the history. Accept: text/plain gives the text alone.',
});

/** A task as it stands. */
@Controller()
export class TaskController {
  constructor(
    @Inject(READER) private readonly reader: TaskReader,
    @Inject(EventHub) private readonly hub: EventHub,
    @Inject(Vigils) private readonly vigils: Vigils,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {}

  @Route(STATE)
  async state(
    @Sent() { params, query }: InputOf<typeof STATE>,
    @KnownTags() known: readonly string[],
    @OpenLine() line: Line,
  ): Promise<Answer> {
    const { wait_s = 0 } = query;
    const state = await (wait_s === 0
      ? this.reader.state(params.task_id)
      : whenChanged({ reader: this.reader, hub: this.hub }, params.task_id, known, wait_s * 1_000, this.vigils.begin(line).signal));
    const headers = { etag: `"${state.version}"` };
    return known.includes(headers.etag)
      ? new Answer(undefined, { status: 304, headers })
      : new Answer(this.reader.shown(state, query.max_tokens), { headers });
  }

  @Route(SUMMARY)
  async summary(@Sent() { params, query }: InputOf<typeof SUMMARY>, @AcceptsText() asText: boolean): Promise<Answer> {
    const { text, tokens, encoding, omitted, version } = await this.reader.summary(params.task_id, query.max_tokens, query.version);
    this.metrics.summarised(tokens);
    if (asText) return new Answer(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    return new Answer({ task_id: params.task_id, version, context_summary: text, summary_tokens: tokens, encoding, omitted });
  }
}
