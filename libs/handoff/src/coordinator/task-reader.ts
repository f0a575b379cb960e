import { boundedClaim } from '../bounded/bounded-claim.js';
import { boundedPage } from '../bounded/bounded-page.js';
import { LISTS_OF_GATE } from '../bounded/lists-of-gate.js';
import { LISTS_OF_STATE } from '../bounded/lists-of-state.js';
import { roomier, type Shortened, shortened } from '../bounded/shortened.js';
import { HandoffError } from '../errors/handoff.error.js';
import { type DiffBounds, type DiffPage, type DiffRange, diffPage, diffStart } from '../history/diff-page.js';
import type { EventPlace } from '../history/event-place.js';
import { pastEvents } from '../history/past-events.js';
import { lookUp } from '../lookup/look-up.js';
import type { LookupAnswer } from '../lookup/page.js';
import type { Next } from '../next/next.js';
import type { Page } from '../ports/page.js';
import type { TaskEvent } from '../ports/task-event.js';
import type { CommandOf } from '../schema/command.js';
import type { Principal } from '../schema/principal.js';
import type { TaskState } from '../schema/task-state.js';
import { requireTokenBudget } from '../schema/token-budget.js';
import { type Summary, summarize } from '../summary/summarize.js';
import type { Answerer } from './answerer.js';
import type { ClaimAnswer, GateView, HandoffPreview } from './answers.js';
import type { HandoffPreviewer } from './handoff-previewer.js';
import type { KnownHistory } from './known-history.js';
import type { Ports, Settings } from './ports.js';
import { stateFile } from './state-file.js';

const FULL_NEXT_TOKENS = 1_000;
/** Every state can be summarised in so many. */
const LEAST_SUMMARY_TOKENS = 220;
type ShownState = TaskState & { readonly context_summary: string };

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
  shown(state: TaskState, maxTokens?: number): Shortened<ShownState> {
    const { tokenizer } = this.ports;
    const withSummary = (most?: number) => ({ ...state, context_summary: this.answerer.summary(state, most).context_summary });
    if (maxTokens === undefined) return withSummary();
    const cuttable = { lists: LISTS_OF_STATE, version: state.version };
    const form = roomier(withSummary(), () => withSummary(LEAST_SUMMARY_TOKENS), cuttable, maxTokens, tokenizer);
    return shortened(form, cuttable, maxTokens, tokenizer);
  }

  /** The answer to the claim that made this state, cut to this many tokens. */
  claimed(answer: ClaimAnswer, state: TaskState, maxTokens: number): Shortened<ClaimAnswer> {
    const brief = () =>
      answer.context_summary === undefined ? answer : { ...answer, ...this.answerer.summary(state, LEAST_SUMMARY_TOKENS) };
    return boundedClaim(answer, brief, maxTokens, this.ports.tokenizer);
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

  async gate(gateId: string, maxTokens?: number): Promise<Shortened<GateView>> {
    const head = await this.ports.store.head(gateId.slice(0, gateId.lastIndexOf('.')));
    if (head === null) throw new HandoffError('gate_not_found', `There is no gate ${gateId}.`);
    const view = await this.answerer.gate(head.state, gateId);
    if (maxTokens === undefined) return view;
    return shortened(view, { lists: LISTS_OF_GATE, version: head.state.version }, maxTokens, this.ports.tokenizer);
  }

  /** The operations that lead from one version to a later one, page by page. */
  async diff(taskId: string, range: DiffRange, page: DiffBounds = {}): Promise<DiffPage> {
    const start = diffStart(range, page.cursor);
    await this.at(taskId, range.to);
    const read = (version: number) => this.ports.store.records(taskId, version, version);
    return diffPage(read, range, start, { maxTokens: page.maxTokens, tokenizer: this.ports.tokenizer });
  }

  /** What a handoff would deliver, open or fail on; nothing is written. */
  prepareHandoff(command: CommandOf<'handoff'>, principal: Principal, minimal = false): Promise<HandoffPreview> {
    return this.previewer.preview(command, principal, minimal);
  }
}
