import { ROLES } from '@app/handoff';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { Answer } from '../edge/answer.js';
import { NoParams, NoQuery, TaskParams } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { type Line, OpenLine } from '../waiting/line.js';
import { Vigils } from '../waiting/vigils.js';
import { EventStreams } from './event-streams.js';
import { LastEventId } from './last-event-id.js';

const stream = {
  method: 'GET',
  roles: ROLES,
  query: NoQuery,
  status: 200,
  answer: z.string(),
  answerType: 'text/event-stream',
  load: 'stream',
  headers: ['Last-Event-ID'],
} as const;

const OF_ALL = route({
  ...stream,
  path: '/v1/events',
  params: NoParams,
  about: 'What happens to all tasks, as server-sent events. Resumes after Last-Event-ID, or says by one `reset` that it cannot.',
});
const OF_TASK = route({
  ...stream,
  path: '/v1/tasks/:task_id/events',
  params: TaskParams,
  about: 'What happens to one task, as server-sent events. Resumes after Last-Event-ID from any version on; without it, from now on.',
});

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies that collect answers before they pass them on would keep events from arriving.
  'x-accel-buffering': 'no',
};

@Controller()
export class StreamsController {
  constructor(
    @Inject(EventStreams) private readonly streams: EventStreams,
    @Inject(Vigils) private readonly vigils: Vigils,
  ) {}

  @Route(OF_ALL)
  ofAll(@LastEventId() lastId: string | undefined, @OpenLine() line: Line): Answer {
    return new Answer(this.streams.ofAll(lastId, this.vigils.begin(line)), { headers: HEADERS });
  }

  @Route(OF_TASK)
  async ofTask(
    @Sent() { params }: InputOf<typeof OF_TASK>,
    @LastEventId() lastId: string | undefined,
    @OpenLine() line: Line,
  ): Promise<Answer> {
    return new Answer(await this.streams.ofTask(params.task_id, lastId, this.vigils.begin(line)), { headers: HEADERS });
  }
}
