import type { TaskState } from '@app/handoff';
import { callUntil } from '../callers.js';
import { type Acknowledged, checkDelivery, lineSizes } from '../delivery.js';
import { creation, type Luggage, nextStep, pack } from '../life.js';
import { openProduct, type Product } from '../product.js';
import { Prose } from '../prose.js';
import type { Facts, OpenSide, Side, SideOptions, Slice } from '../side.js';
import { type Sizes, sizesFor } from '../sizes.js';
import { stateFacts } from '../state-facts.js';

const TASK = 'HOT';
const LINES_SHOWN = 512;
/** How many bodies are ready: as many as were ever used in a slice and some more; at first a guess. */
const HEADROOM = 1.4;
const BODIES = 4_000;
const SMOKE_BODIES = 200;

/** Many callers on one task. Each builds on the head it last saw; one that comes too late reads the head and tries again with the same work. */
class HotProduct implements Side {
  readonly #prose: Prose;
  readonly #acknowledged: Acknowledged[] = [];
  #luggage: Luggage[] = [];
  #packed = 0;
  #most: number;
  #conflicts = 0;
  #head: TaskState | null = null;

  constructor(
    private readonly product: Product,
    private readonly sizes: Sizes,
    private readonly options: SideOptions,
  ) {
    this.#prose = new Prose(sizes.seed);
    this.#most = options.smoke ? SMOKE_BODIES : BODIES;
  }

  async prepare(): Promise<void> {
    if (this.#head === null) await this.#settle();
    this.#pack(Math.ceil(this.#most * HEADROOM));
  }

  async slice(ms: number): Promise<Slice> {
    const begun = performance.now();
    const callers = Array.from({ length: this.options.inFlight }, () => this.#caller());
    const counts = await Promise.all(callers.map((call) => callUntil(ms, 1, call)));
    await this.product.store.caughtUp();
    const count = counts.reduce((sum, one) => sum + one.count, 0);
    this.#most = Math.max(this.#most, count);
    return { count, over: performance.now() - begun };
  }

  async facts(): Promise<Facts> {
    const head = await this.product.reader.state(TASK);
    const conflicts = Number((this.#conflicts / Math.max(1, this.#acknowledged.length)).toFixed(1));
    return {
      ...stateFacts([head]),
      tasks: 1,
      conflicts_per_commit: conflicts,
      line_bytes: lineSizes(this.options.directory, LINES_SHOWN),
    };
  }

  async finish(): Promise<number> {
    await this.product.store.close();
    return checkDelivery(this.options.directory, this.#acknowledged);
  }

  /** One who commits again and again; what it saw last is its own. */
  #caller(): () => Promise<boolean> {
    let seen: TaskState | null = null;
    return async () => {
      const luggage = this.#luggage.pop();
      if (luggage === undefined) return false;
      seen ??= await this.product.reader.state(TASK);
      for (;;) {
        const committed: TaskState | null = await this.#attempt(seen, luggage);
        if (committed !== null) {
          seen = committed;
          return true;
        }
        this.#conflicts++;
        seen = await this.product.reader.state(TASK);
      }
    };
  }

  /** The state it made; null when somebody else was first. */
  async #attempt(seen: TaskState, luggage: Luggage): Promise<TaskState | null> {
    const { command, principal } = nextStep(seen, luggage);
    try {
      const { state } = await this.product.coordinator.handle(command, principal, { minimal: this.options.minimal });
      this.#acknowledged.push({ task: TASK, version: state.version, mark: luggage.mark });
      return state;
    } catch (error) {
      if ((error as { code?: string }).code === 'version_conflict') return null;
      throw error;
    }
  }

  async #settle(): Promise<void> {
    this.#head = (await this.product.coordinator.handle(creation(this.#prose, TASK), 'human:mira', { minimal: true })).state;
    this.#pack(this.sizes.settling_steps);
    const call = this.#caller();
    while (await call());
    await this.product.store.caughtUp();
  }

  #pack(many: number): void {
    this.#luggage = Array.from({ length: many }, () => pack(this.#prose, this.sizes, ++this.#packed));
  }
}

export const openHotProduct: OpenSide = async (options) =>
  new HotProduct(await openProduct(options.build, options.directory), sizesFor(options.smoke), options);
