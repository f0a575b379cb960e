import type { TaskState } from '@app/handoff';
import { callUntil } from '../callers.js';
import { type Acknowledged, checkDelivery, lineSizes } from '../delivery.js';
import { creation, type Luggage, nextStep, pack } from '../life.js';
import { openProduct, type Product } from '../product.js';
import { Prose } from '../prose.js';
import type { Facts, OpenSide, Side, SideOptions, Slice } from '../side.js';
import { type Sizes, sizesFor } from '../sizes.js';
import { stateFacts } from '../state-facts.js';

const LINES_SHOWN = 512;
/** How many bodies are ready: as many as were ever used in a slice and some more; at first a guess. */
const HEADROOM = 1.4;
const BODIES = 4_000;
const SMOKE_BODIES = 200;

/** Handoffs through coordinator, decide and store, each caller on a task that nobody else works on. */
class AppendProduct implements Side {
  readonly #prose: Prose;
  readonly #idle: TaskState[] = [];
  readonly #acknowledged: Acknowledged[] = [];
  #luggage: Luggage[] = [];
  #packed = 0;
  #most: number;

  constructor(
    private readonly product: Product,
    private readonly sizes: Sizes,
    private readonly options: SideOptions,
  ) {
    this.#prose = new Prose(sizes.seed);
    this.#most = options.smoke ? SMOKE_BODIES : BODIES;
  }

  async prepare(): Promise<void> {
    if (this.#idle.length === 0) await this.#settle();
    this.#pack(Math.ceil(this.#most * HEADROOM));
  }

  /** Ends when every state file shows its task's head: what was put off during the slice belongs to it. */
  async slice(ms: number): Promise<Slice> {
    const begun = performance.now();
    const { count } = await callUntil(ms, this.options.inFlight, () => this.#step());
    await this.product.store.caughtUp();
    this.#most = Math.max(this.#most, count);
    return { count, over: performance.now() - begun };
  }

  async facts(): Promise<Facts> {
    return { ...stateFacts(this.#idle), tasks: this.sizes.tasks, line_bytes: lineSizes(this.options.directory, LINES_SHOWN) };
  }

  async finish(): Promise<number> {
    await this.product.store.close();
    return checkDelivery(this.options.directory, this.#acknowledged);
  }

  async #step(): Promise<boolean> {
    const luggage = this.#luggage.pop();
    const before = this.#idle.shift();
    if (luggage === undefined || before === undefined) return false;
    const { command, principal } = nextStep(before, luggage);
    const { state } = await this.product.coordinator.handle(command, principal, { minimal: this.options.minimal });
    this.#acknowledged.push({ task: state.task_id, version: state.version, mark: luggage.mark });
    this.#idle.push(state);
    return true;
  }

  async #settle(): Promise<void> {
    for (let n = 1; n <= this.sizes.tasks; n++) {
      const { state } = await this.product.coordinator.handle(creation(this.#prose, `T${n}`), 'human:mira', { minimal: true });
      this.#idle.push(state);
    }
    this.#pack(this.sizes.settling_steps * this.sizes.tasks);
    while (await this.#step());
    await this.product.store.caughtUp();
  }

  #pack(many: number): void {
    this.#luggage = Array.from({ length: many }, () => pack(this.#prose, this.sizes, ++this.#packed));
  }
}

export const openAppendProduct: OpenSide = async (options) =>
  new AppendProduct(await openProduct(options.build, options.directory), sizesFor(options.smoke), options);
