import type { Refusal } from '../decide/admit.js';
import type { HandoffError } from '../errors/handoff.error.js';
import type { TaskStore } from '../ports/task-store.js';
import type { Principal } from '../schema/principal.js';
import type { TaskState } from '../schema/task-state.js';
import type { Answerer } from './answerer.js';
import { explained } from './explained.js';
import type { ItemGatherer } from './gather-items.js';
import { WrittenSince } from './written-since.js';

export interface Refused {
  readonly principal: Principal;
  /** The version the command named. */
  readonly base?: number | undefined;
  readonly minimal?: boolean;
}

/** Tells whoever was refused how the task stands and what may be done instead: the same for a real call and for a try. */
export class Explainer {
  readonly #writtenSince: WrittenSince;

  constructor(
    private readonly store: TaskStore,
    private readonly gatherer: ItemGatherer,
    private readonly answerer: Answerer,
  ) {
    this.#writtenSince = new WrittenSince(store);
  }

  explain(state: TaskState, refusal: Refusal, { principal, base, minimal = false }: Refused): Promise<HandoffError> {
    return explained(this.#writtenSince, state, refusal, this.#explanation(state, principal, base, minimal));
  }

  /** `state` is null where the command was to make the task. */
  async explainThrown(state: TaskState | null, thrown: HandoffError, { principal, base, minimal = false }: Refused): Promise<HandoffError> {
    const { code, message, details } = thrown;
    const about = (await this.#taken(thrown)) ?? state;
    if (about === null) return thrown;
    return explained(
      this.#writtenSince,
      about,
      { code, detail: message, details },
      this.#explanation(about, principal, base, minimal),
      thrown,
    );
  }

  /** Whoever wants a name that is taken is told about the task that has it, in whatever case. */
  async #taken({ code, details }: HandoffError): Promise<TaskState | null> {
    if (code !== 'task_exists' || typeof details.task_id !== 'string') return null;
    return (await this.store.head(details.task_id))?.state ?? null;
  }

  #explanation(state: TaskState, principal: Principal, base: number | undefined, minimal: boolean) {
    const next = minimal ? undefined : () => this.answerer.next(state, principal);
    return { claimAlive: this.gatherer.claimAlive(state), next, base };
  }
}
