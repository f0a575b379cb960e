import type { Command, TaskState } from '@app/handoff';
import { type Acknowledged, checkDelivery } from '../delivery.js';
import { markOf, workDelta } from '../deltas.js';
import { fillingSteps, largeTask } from '../large-task.js';
import { openProduct, type Product } from '../product.js';
import { Prose } from '../prose.js';
import type { Facts, OpenSide, Side, SideOptions, Slice } from '../side.js';
import { type Sizes, sizesFor } from '../sizes.js';
import { stateFacts } from '../state-facts.js';

const AGENT = 'agent:dev-engineer';

/** One handoff at a time, on tasks that differ in nothing but how many versions lie behind them. */
class GrowthProduct implements Side {
  readonly #prose: Prose;
  readonly #acknowledged: Acknowledged[] = [];
  #young: TaskState[] = [];
  #old: TaskState | null = null;
  #made = 0;
  #posted = 0;

  constructor(
    private readonly product: Product,
    private readonly sizes: Sizes,
    private readonly options: SideOptions,
  ) {
    this.#prose = new Prose(sizes.seed);
  }

  /** Both are handed on once more before the clock runs: what is kept in memory of a task that is worked on is there. */
  async prepare(_made: readonly string[], mode: string): Promise<void> {
    const { young, old, per_slice } = this.sizes.growth;
    this.#old ??= await this.#grown(old);
    if (mode === 'young') this.#young = await this.#many(per_slice, young);
    else this.#old = await this.#post(this.#handoff(this.#old));
    await this.product.store.caughtUp();
  }

  /** Only from the call to its answer counts; before each the derived files are up to date, so that none of them is in the way. */
  async slice(ms: number, mode: string): Promise<Slice> {
    const begun = performance.now();
    let over = 0;
    let count = 0;
    while (performance.now() - begun < ms && count < this.sizes.growth.per_slice) {
      const state = mode === 'young' ? this.#young.pop() : this.#old;
      if (state === undefined || state === null) break;
      const command = this.#handoff(state);
      const called = performance.now();
      const after = await this.#post(command);
      over += performance.now() - called;
      count++;
      if (mode === 'old') this.#old = after;
      await this.product.store.caughtUp();
    }
    return { count, over };
  }

  async facts(): Promise<Facts> {
    const old = this.#old as TaskState;
    const young = await this.#grown(this.sizes.growth.young);
    const sizes = [old, young].map((state) => stateFacts([state]).state_bytes.mean);
    if (Math.min(...sizes) < this.sizes.growth.state_bytes) throw new Error(`the states have only ${sizes.join(' and ')} bytes`);
    return { state_bytes: { old: sizes[0], young: sizes[1] }, versions: { old: old.version, young: young.version } };
  }

  async finish(): Promise<number> {
    await this.product.store.close();
    return checkDelivery(this.options.directory, this.#acknowledged);
  }

  async #many(count: number, version: number): Promise<TaskState[]> {
    const states: TaskState[] = [];
    for (let n = 0; n < count; n++) states.push(await this.#grown(version));
    return states;
  }

  /** A task with this many versions: one large step that fills the state, then handoffs like the ones that are measured. */
  async #grown(version: number): Promise<TaskState> {
    const task_id = `G${++this.#made}`;
    const { coordinator } = this.product;
    let { state } = await coordinator.handle(largeTask(this.#prose, task_id), 'human:mira', { minimal: true });
    for (const command of fillingSteps(this.#prose, task_id)) ({ state } = await coordinator.handle(command, AGENT, { minimal: true }));
    while (state.version < version) state = await this.#post(this.#handoff(state));
    return state;
  }

  #handoff({ task_id, version }: TaskState): Command {
    const { least, most } = this.sizes.body_bytes;
    const state_delta = workDelta(this.#prose, markOf(++this.#posted), this.#prose.between(least + 200, most - 64));
    return { kind: 'handoff', task_id, body: { phase: 'implementing', expected_version: version, state_delta } };
  }

  async #post(command: Command): Promise<TaskState> {
    const { state } = await this.product.coordinator.handle(command, AGENT, { minimal: true });
    this.#acknowledged.push({ task: state.task_id, version: state.version, mark: markOf(this.#posted) });
    return state;
  }
}

export const openGrowthProduct: OpenSide = async (options) =>
  new GrowthProduct(await openProduct(options.build, options.directory), sizesFor(options.smoke), options);
