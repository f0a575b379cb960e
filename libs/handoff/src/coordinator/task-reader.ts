import { boundedPage } from '../bounded/bounded-page.js';
import { HandoffError } from '../errors/handoff.error.js';
import type { EventPlace } from '../history/event-place.js';
import { pastEvents } from '../history/past-events.js';
import { operationsOf } from '../history/replay.js';
import { lookUp } from '../lookup/look-up.js';
import type { LookupAnswer } from '../lookup/page.js';
import type { Next } from '../next/next.js';
import type { Page } from '../ports/page.js';
import type { TaskEvent } from '../ports/task-event.js';
import type { CommandOf } from '../schema/command.js';
import type { Operation } from '../schema/operation.js';
import type { Principal } from '../schema/principal.js';
import type { TaskState } from '../schema/task-state.js';
import { requireTokenBudget } from '../schema/token-budget.js';
import { type Summary, summarize } from '../summary/summarize.js';
import type { Answerer } from './answerer.js';
import type { GateView, HandoffPreview } from './answers.js';
import type { HandoffPreviewer } from './handoff-previewer.js';
import type { KnownHistory } from './known-history.js';
import type { Ports, Settings } from './ports.js';
import { stateFile } from './state-file.js';

const FULL_NEXT_TOKENS = 1_000;
const DIFF_CHARS = 64 * 1024;

export interface DiffPage {
  readonly from: number;
  readonly to: number;
  readonly patch: readonly Operation[];
  readonly next_cursor: string | null;
}

/** Everything that can be asked of a task without changing it. */
export class TaskReader {
  constructor(
    private readonly ports: Ports,
    private readonly settings: Settings,
    private readonly answerer: Answerer,
    private readonly history: KnownHistory,
    private readonly previewer: HandoffPreviewer,
  ) {}

  async state(taskId: string): Promise<TaskState> {
    const head = await this.ports.store.head(taskId);
    if (head === null) throw new HandoffError('task_not_found', `There is no task ${taskId}.`);
    return head.state;
  }

  async at(taskId: string, version: number): Promise<TaskState> {
    const head = await this.state(taskId);
    if (version > head.version) throw new HandoffError('version_not_found', `${taskId} has versions 1 to ${head.version}.`);
    return version === head.version ? head : ((await this.ports.store.at(taskId, version)) ?? head);
  }

  async summary(taskId: string, maxTokens = this.settings.summaryTokens, version?: number): Promise<Summary & { version: number }> {
    const state = version === undefined ? await this.state(taskId) : await this.at(taskId, version);
    return { ...summarize(state, { maxTokens, tokenizer: this.ports.tokenizer, stateFile: stateFile(taskId) }), version: state.version };
  }

  /** A state as people and agents get it: with its summary, which is rendered and no part of what was recorded. */
  shown(state: TaskState): TaskState & { readonly context_summary: string } {
    return { ...state, context_summary: this.answerer.summary(state).context_summary };
  }

  async lookUp(
    taskId: string,
    handle: string,
    page: { maxTokens?: number | undefined; cursor?: string | undefined } = {},
  ): Promise<LookupAnswer> {
    const state = await this.state(taskId);
    const readRecord = async (version: number) => (await this.ports.store.records(taskId, version, version))[0];
    return lookUp(await this.history.upTo(state), state, handle, { readRecord, tokenizer: this.ports.tokenizer, ...page });
  }

  async next(taskId: string, principal: Principal, maxTokens = FULL_NEXT_TOKENS): Promise<Next> {
    requireTokenBudget(maxTokens);
    return this.answerer.next(await this.state(taskId), principal, maxTokens);
  }

  /** What happened to the task after this place until now, oldest first; from then on the store tells it. */
  async *events(taskId: string, place: EventPlace): AsyncGenerator<readonly TaskEvent[], number, undefined> {
    const { version } = await this.state(taskId);
    yield* pastEvents(this.ports.store, taskId, place, version);
    return version;
  }

  /** A page of any list, cut to this many tokens where somebody wants it so. */
  page<T>(read: (limit: number) => Promise<Page<T>>, limit: number, maxTokens: number | undefined): Promise<Page<T>> {
    return boundedPage(read, limit, maxTokens, this.ports.tokenizer);
  }

  async gate(gateId: string): Promise<GateView> {
    const head = await this.ports.store.head(gateId.slice(0, gateId.lastIndexOf('.')));
    if (head === null) throw new HandoffError('gate_not_found', `There is no gate ${gateId}.`);
    return this.answerer.gate(head.state, gateId);
  }

  /** The operations that lead from one version to a later one; a page is one or more whole versions. */
  async diff(taskId: string, from: number, to: number, cursor?: string): Promise<DiffPage> {
    await this.at(taskId, to);
    if (from < 1 || from > to) throw new HandoffError('invalid_request', '`from` must be a version, and not later than `to`.');
    const patch: Operation[] = [];
    let chars = 0;
    for (let version = pageStart(cursor, from, to); version <= to; version++) {
      const operations = (await this.ports.store.records(taskId, version, version)).flatMap((record) => operationsOf(record, version));
      chars += JSON.stringify(operations).length;
      if (patch.length > 0 && chars > DIFF_CHARS) return { from, to, patch, next_cursor: String(version) };
      patch.push(...operations);
    }
    return { from, to, patch, next_cursor: null };
  }

  /** What a handoff would deliver, open or fail on; nothing is written. */
  prepareHandoff(command: CommandOf<'handoff'>, principal: Principal): Promise<HandoffPreview> {
    return this.previewer.preview(command, principal);
  }
}

const pageStart = (cursor: string | undefined, from: number, to: number): number => {
  const start = cursor === undefined ? from + 1 : Number(cursor);
  if (!Number.isInteger(start) || start <= from || start > to + 1)
    throw new HandoffError('invalid_request', 'The cursor is not one of this diff.');
  return start;
};
