import { HandoffError } from '../../../libs/handoff/src/errors/handoff.error.js';
import type { TaskState } from '../../../libs/handoff/src/schema/task-state.js';
import type { Random } from './random.js';
import { randomText } from './random-text.js';
import { TaskHistory } from './task-history.js';

type Make<T> = () => T;

/** How much one command brings: small ones for short histories, fat ones where megabytes are wanted. */
interface Appetite {
  readonly items: number;
  readonly chars: number;
}

const times = <T>(count: number, make: Make<T>): T[] => Array.from({ length: count }, make);

const hash = (random: Random): string => times(64, () => random.below(16).toString(16)).join('');

export class RandomHistory {
  readonly history: TaskHistory;
  readonly #random: Random;
  readonly #appetite: Appetite;
  #bytes = 0;

  constructor(random: Random, bytes: number) {
    this.#random = random;
    this.#appetite = bytes > 200_000 ? { items: 14, chars: 2_000 } : { items: 1 + random.below(6), chars: random.logUniform(40, 2_000) };
    this.history = new TaskHistory(random.chance(0.3) ? this.#longName() : `T${random.below(1_000)}`);
    this.#try('human:owner', 'create', {
      task_title: this.#text(200),
      ...(random.chance(0.8) ? { goal: this.#text(4_000) } : {}),
      acceptance_criteria: times(random.below(6), () => this.#text(500)),
      labels: times(random.below(4), () => this.#text(64)),
    });
  }

  /** Size of everything recorded so far. */
  get bytes(): number {
    return this.#bytes;
  }

  get state(): TaskState {
    return this.history.state;
  }

  /** One more command; refused ones leave things as they are. */
  step(): void {
    const { status, target_agent } = this.state;
    const agent = `agent:${target_agent ?? 'dev-qa'}`;
    if (status === 'awaiting_human' || status === 'abandoned')
      this.#try('human:mira', 'vote', { decision: this.#random.chance(0.7) ? 'approve' : 'reject', reason: this.#text(2_000) });
    else if (status === 'completed' || status === 'cancelled')
      this.#try('human:mira', 'reopen', { reason: this.#text(2_000), phase: 'implementing' });
    else this.#work(agent);
  }

  #work(agent: string): void {
    const roll = this.#random.below(20);
    if (roll === 0) this.#try('human:owner', 'edit', { goal: this.#text(4_000), task_title: this.#text(200) });
    else if (roll === 1) this.#try(agent, 'claim', {});
    else if (roll === 2 && this.state.claim !== null)
      this.#try(agent, 'release', { reason: this.#text(2_000), failed: { class: 'transient', packet: this.#packet() } });
    else if (roll === 3)
      this.#try('human:owner', 'reassign', { target_agent: this.#random.pick(['dev-qa', 'dev-engineer']), reason: this.#text(2_000) });
    else if (roll < 9) this.#try(agent, 'update', { state_delta: this.#delta() });
    else this.#try(agent, 'handoff', { phase: this.#phase(), state_delta: { ...this.#delta(), feedback: this.#text(2_000) } });
  }

  #try(principal: string, kind: string, body: object): void {
    const before = this.history.records.length;
    try {
      this.history.do(principal, kind, body);
    } catch (error) {
      if (!(error instanceof HandoffError)) throw error;
    }
    for (const record of this.history.records.slice(before)) this.#bytes += JSON.stringify(record).length;
  }

  #longName(): string {
    const rest = times(8 + this.#random.below(56), () => this.#random.pick([...'abcXYZ0189_-'])).join('');
    return `Q${rest}`;
  }

  #text(maxChars: number): string {
    return randomText(this.#random, Math.min(maxChars, this.#appetite.chars));
  }

  #some<T>(make: Make<T>): T[] {
    return times(this.#random.below(this.#appetite.items + 1), make);
  }

  #phase(): string {
    return this.#random.pick(['planning', 'implementing', 'implementing', 'testing', 'testing', 'reviewing', this.state.phase]);
  }

  #packet(): object {
    const optional = (name: string): object => (this.#random.chance(0.7) ? { [name]: this.#text(2_000) } : {});
    return {
      ...optional('attempted'),
      observed: this.#some(() => ({ finding: this.#text(2_000), ...optional('source') })),
      changed: this.#some(() => ({ artifact: this.#path(), ref: this.#text(200) })),
      not_done: this.#some(() => ({ item: this.#text(2_000), ...optional('reason') })),
      failed_approaches: this.#some(() => ({ approach: this.#text(2_000), ...optional('why') })),
      ...optional('highest_impact_uncertainty'),
      next_agent_should_first: this.#text(2_000),
      ...(this.#random.chance(0.1) ? { payload: { note: this.#text(900), n: this.#random.below(9) } } : {}),
    };
  }

  #path(): string {
    const part = (): string => this.#random.pick(['src', 'lib', 'a, b', 'über', '漢字', 'x y', 'Next: z', 'test.spec.ts', 'deep-er']);
    return `${part()}/${part()}/${this.#random.below(400)}.ts`;
  }

  #paths(): string[] {
    return [...new Set(this.#some(() => this.#path()))];
  }

  #delta(): object {
    const { blocking_issues: open, decisions_made: decisions, artifacts } = this.state;
    const inForce = decisions.filter((decision) => decision.superseded_by === null);
    const added = this.#paths();
    const gone = artifacts.map(({ path }) => path).filter((path) => !added.includes(path) && this.#random.chance(0.1));
    return {
      artifacts: added.map((path) => ({ path, content_hash: hash(this.#random) })),
      artifacts_removed: gone,
      decisions: this.#some(() => ({
        decision: this.#text(1_000),
        ...(this.#random.chance(0.7) ? { rationale: this.#text(4_000) } : {}),
        alternatives: this.#some(() => this.#text(300)),
      })).map((decision, index) => ({
        ...decision,
        supersedes: index === 0 && this.#random.chance(0.3) ? inForce.slice(0, 1).map(({ id }) => id) : [],
      })),
      issues_raised: this.#some(() => ({
        issue: this.#text(2_000),
        severity: this.#random.pick(['blocker', 'high', 'medium', 'low']),
        requires_human: this.#random.chance(0.05),
        ...(this.#random.chance(0.6) ? { suggested_action: this.#text(1_000) } : {}),
      })).slice(0, 50 - open.length),
      issues_resolved: open.filter(() => this.#random.chance(0.4)).map(({ id }) => ({ issue_id: id, resolution: this.#text(2_000) })),
      warnings: this.#some(() => this.#text(2_000)),
      checks: this.#some(() => ({ name: `check ${this.#random.below(30)}`, passed: this.#random.chance(0.7), detail: this.#text(2_000) })),
      ...(this.#random.chance(0.9) ? { packet: this.#packet() } : {}),
    };
  }
}
