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
    store: TaskStore,
    private readonly gatherer: ItemGatherer,
    private readonly answerer: Answerer,
  ) {
    this.#writtenSince = new WrittenSince(store);
  }

  explain(state: TaskState, refusal: Refusal, { principal, base, minimal = false }: Refused): Promise<HandoffError> {
    return explained(this.#writtenSince, state, refusal, this.#explanation(state, principal, base, minimal));
  }

  explainThrown(state: TaskState, thrown: HandoffError, { principal, base, minimal = false }: Refused): Promise<HandoffError> {
    const { code, message, details } = thrown;
    return explained(
      this.#writtenSince,
      state,
      { code, detail: message, details },
      this.#explanation(state, principal, base, minimal),
      thrown,
    );
  }

  #explanation(state: TaskState, principal: Principal, base: number | undefined, minimal: boolean) {
    const next = minimal ? undefined : () => this.answerer.next(state, principal);
    return { claimAlive: this.gatherer.claimAlive(state), next, base };
  }
}
