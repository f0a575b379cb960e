import { hash } from 'node:crypto';
import type { Command, TaskState, Tokenizer } from '@app/handoff';
import { markOf, workDelta } from '../deltas.js';
import { creation } from '../life.js';
import { loadDomain } from '../product.js';
import { Prose } from '../prose.js';
import type { Facts, OpenSide, Side, Slice } from '../side.js';
import { type Sizes, sizesFor } from '../sizes.js';
import { stateFacts } from '../state-facts.js';

type Domain = Awaited<ReturnType<typeof loadDomain>>;

const AGENT = 'agent:dev-engineer';
const MAX_TOKENS = 499;
const ISSUES_AT_ONCE = 4;
const MOST_OPEN_ISSUES = 44;
const STEP_BYTES = 1_800;

/** Summaries of large states, each of text that was never seen before. */
class SummaryProduct implements Side {
  readonly #prose: Prose;
  #states: TaskState[] = [];
  #shown: TaskState[] = [];
  #made = 0;

  constructor(
    private readonly domain: Domain,
    private readonly tokenizer: Tokenizer,
    private readonly sizes: Sizes,
  ) {
    this.#prose = new Prose(sizes.seed);
  }

  async prepare(): Promise<void> {
    this.#states = Array.from({ length: this.sizes.summary.per_slice }, () => this.#large());
    this.#shown = this.#states.slice();
  }

  async slice(ms: number): Promise<Slice> {
    const made: string[] = [];
    const begun = performance.now();
    for (let state = this.#states.pop(); state !== undefined; state = this.#states.pop()) {
      const stateFile = this.domain.stateFile(state.task_id);
      made.push(this.domain.summarize(state, { maxTokens: MAX_TOKENS, tokenizer: this.tokenizer, stateFile }).text);
      if (performance.now() - begun >= ms) break;
    }
    return { count: made.length, over: performance.now() - begun, made };
  }

  async facts(): Promise<Facts> {
    return { ...stateFacts(this.#shown), max_tokens: MAX_TOKENS, encoding: this.tokenizer.encoding };
  }

  async finish(): Promise<number> {
    return 0;
  }

  /** Made by real commands, until it has the size: handoffs, and as many open issues as the rest needs. */
  #large(): TaskState {
    const n = ++this.#made;
    let state = this.#decide(null, creation(this.#prose, `S${n}`), 'human:mira');
    while (Buffer.byteLength(JSON.stringify(state)) < this.sizes.summary.state_bytes) {
      const state_delta = { ...workDelta(this.#prose, markOf(n), STEP_BYTES), ...this.#issues(state) };
      const { task_id, version } = state;
      state = this.#decide(
        state,
        { kind: 'handoff', task_id, body: { phase: 'implementing', expected_version: version, state_delta } },
        AGENT,
      );
    }
    return state;
  }

  #issues({ blocking_issues }: TaskState): object {
    if (blocking_issues.length >= MOST_OPEN_ISSUES) return {};
    const issue = () => ({
      issue: this.#prose.text(this.#prose.between(80, 390)),
      severity: this.#prose.pick(['blocker', 'high', 'medium', 'low'] as const),
      suggested_action: this.#prose.text(this.#prose.between(40, 390)),
    });
    return { issues_raised: Array.from({ length: ISSUES_AT_ONCE }, issue) };
  }

  #decide(state: TaskState | null, command: Command, principal: string): TaskState {
    const context = {
      now: new Date(Date.UTC(2026, 10, 18) + (state?.version ?? 0) * 60_000).toISOString(),
      principal,
      rules: this.domain.DEFAULT_RULES,
      digest: (text: string) => hash('sha256', text, 'hex'),
      items: {},
    };
    const decided = this.domain.decide(state, command, context);
    if (decided.outcome !== 'accepted') throw new Error(`${command.kind} changed nothing`);
    return decided.next;
  }
}

export const openSummaryProduct: OpenSide = async ({ build, smoke }) => {
  const domain = await loadDomain(build);
  return new SummaryProduct(domain, await domain.o200kTokenizer(), sizesFor(smoke));
};
