import { createHash } from 'node:crypto';
import {
  BODIES,
  type Command,
  type CommandKind,
  DEFAULT_RULES,
  decide,
  HandoffError,
  type RecordDraft,
  type TaskRecord,
  type TaskState,
} from '@app/handoff';
import type { FidelityTask, Step } from './fidelity-task.js';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
/** Agents that some lives have besides the three everybody has. */
export const MORE_AGENTS = ['security-review', 'docs-writer'];
const RULES = { ...DEFAULT_RULES, agents: [...DEFAULT_RULES.agents, ...MORE_AGENTS] };

/** A step as it was sent, with all that a caller fills in. */
interface Sent {
  readonly by: string;
  readonly kind: CommandKind;
  readonly gate_id?: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Played {
  readonly state: TaskState;
  readonly records: readonly TaskRecord[];
  readonly sent: readonly Sent[];
}

/** Plays the steps of a task through the real rules, filling in what a caller would know: versions, epochs, digests, ids behind labels. */
class Player {
  state: TaskState | null = null;
  readonly records: TaskRecord[] = [];
  readonly sent: Sent[] = [];
  readonly #labels = new Map<string, string>();
  #minutes = 0;

  constructor(private readonly slug: string) {}

  play(step: Step): void {
    const kind = step.do as CommandKind;
    const labelled = this.#resolve(step.body ?? {}) as Record<string, unknown>;
    const sent = { ...this.#filledIn(kind), ...(this.#withoutLabels(labelled) as object) };
    const body = BODIES[kind].parse(sent);
    const gate = kind === 'vote' ? { gate_id: this.state?.gates[0]?.id ?? '' } : {};
    this.sent.push({ by: step.by, kind, ...gate, body: sent });
    const now = new Date(Date.UTC(2026, 2, 2, 9, this.#minutes++)).toISOString();
    const command = { kind, task_id: 'T1', body, ...gate } as Command;
    const decided = decide(this.state, command, {
      now,
      principal: step.by,
      rules: RULES,
      digest,
      items: { claimAlive: true, instance: 'one', gateDigest: digest('') },
    });
    if (decided.outcome === 'unchanged') return;
    const { by, next, outcome: _, refusal, ...content } = decided;
    const draft: RecordDraft = {
      schema_version: 1,
      at: now,
      principal: by,
      fingerprint: digest(JSON.stringify(command)).slice(0, 32),
      config_hash: '',
      ...content,
    };
    this.records.push({ version: next.version, prev_hash: digest(''), generation: 1, ...draft, hash: digest('') });
    this.state = next;
    if (refusal !== undefined) throw refusal;
    this.#learnLabels(labelled, next.version);
  }

  #filledIn(kind: CommandKind): object {
    if (kind === 'create') return {};
    if (kind === 'vote') return { digest: digest('') };
    const epoch =
      this.state?.claim === null || !['handoff', 'update', 'release'].includes(kind) ? {} : { claim_epoch: this.state?.claim?.claim_epoch };
    return { ...(['handoff', 'update'].includes(kind) ? { expected_version: this.state?.version } : {}), ...epoch };
  }

  #resolve(value: unknown): unknown {
    if (typeof value === 'string' && value.startsWith('@')) return this.#labels.get(value.slice(1)) ?? value;
    if (Array.isArray(value)) return value.map((one) => this.#resolve(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#resolve(one)]));
  }

  #withoutLabels(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#withoutLabels(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (key === 'as' ? [] : [[key, this.#withoutLabels(one)]])));
  }

  #learnLabels(body: Record<string, unknown>, version: number): void {
    const delta = (body.state_delta ?? {}) as Record<string, { as?: string }[]>;
    for (const [list, letter] of [
      ['issues_raised', 'I'],
      ['decisions', 'D'],
    ] as const)
      (delta[list] ?? []).forEach((item, k) => {
        if (item.as !== undefined) this.#labels.set(item.as, `${letter}${version}${k === 0 ? '' : `.${k + 1}`}`);
      });
  }

  get played(): Played {
    if (this.state === null) throw new Error(`${this.slug} has no steps`);
    return { state: this.state, records: this.records, sent: this.sent };
  }
}

export const playTask = (task: FidelityTask, steps: readonly Step[] = task.steps): Played => {
  const player = new Player(task.slug);
  steps.forEach((step, index) => {
    try {
      player.play(step);
    } catch (error) {
      const detail = error instanceof HandoffError ? `${error.code}: ${error.message}` : String(error);
      throw new Error(`${task.slug}, step ${index + 1} (${step.do} by ${step.by}): ${detail}`, { cause: error });
    }
  });
  return player.played;
};
