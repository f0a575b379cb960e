import type { Answer as Answered, Command, Desk, Principal, TaskState } from '@app/handoff';
import { type Metrics, spanned } from '@app/platform';
import { Answer } from '../edge/answer.js';
import type { Wishes } from '../edge/wishes.js';

/** How much of an answer somebody wants, as they say it in the query. */
export interface Extent {
  readonly include?: 'state' | undefined;
  /** Of a claim: the most tokens it may have as JSON. */
  readonly max_tokens?: number | undefined;
}

/** How callers over HTTP come through the domain's one door: with what they wished for, to an answer that says when it is a replay. */
export class CommandDoor {
  constructor(
    private readonly desk: Desk,
    private readonly metrics: Pick<Metrics, 'replayed' | 'summarised'>,
  ) {}

  async handle(command: Command, caller: Principal, wishes: Wishes, extent: Extent = {}): Promise<Answer> {
    const { answer, state, replayed } = await spanned(
      'coordinator handle',
      { 'jerry.task_id': command.task_id, 'jerry.kind': command.kind },
      () => this.desk.coordinator.handle(command, caller, wishes),
    );
    if (replayed) this.metrics.replayed(command.kind);
    if ('summary_tokens' in answer && answer.summary_tokens !== undefined) this.metrics.summarised(answer.summary_tokens);
    return new Answer(this.#extended(answer, state, extent), {
      headers: { etag: `"${state.version}"`, ...(replayed ? { 'idempotent-replayed': 'true' } : {}) },
    });
  }

  #extended(answer: Answered, state: TaskState, { include, max_tokens }: Extent): object {
    if (include === 'state') return { ...answer, state: this.desk.reader.shown(state) };
    return max_tokens !== undefined && 'claim' in answer ? this.desk.reader.claimed(answer, state, max_tokens) : answer;
  }
}
