import type { Command, Desk, Principal } from '@app/handoff';
import { type Metrics, spanned } from '@app/platform';
import { Answer } from '../edge/answer.js';
import type { Wishes } from '../edge/wishes.js';

/** How callers over HTTP come through the domain's one door: with what they wished for, to an answer that says when it is a replay. */
export class CommandDoor {
  constructor(
    private readonly desk: Desk,
    private readonly metrics: Pick<Metrics, 'replayed' | 'summarised'>,
  ) {}

  async handle(command: Command, caller: Principal, wishes: Wishes, include?: 'state'): Promise<Answer> {
    const { answer, state, replayed } = await spanned(
      'coordinator handle',
      { 'jerry.task_id': command.task_id, 'jerry.kind': command.kind },
      () => this.desk.coordinator.handle(command, caller, wishes),
    );
    if (replayed) this.metrics.replayed(command.kind);
    if ('summary_tokens' in answer && answer.summary_tokens !== undefined) this.metrics.summarised(answer.summary_tokens);
    const body = include === 'state' ? { ...answer, state: this.desk.reader.shown(state) } : answer;
    return new Answer(body, { headers: { etag: `"${state.version}"`, ...(replayed ? { 'idempotent-replayed': 'true' } : {}) } });
  }
}
