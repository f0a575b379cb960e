import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaimAnswer, Command, TaskState } from '@app/handoff';
import { type Acknowledged, checkDelivery } from '../delivery.js';
import { markOf, padded, workDelta } from '../deltas.js';
import { creation } from '../life.js';
import { openProduct, type Product } from '../product.js';
import { Prose } from '../prose.js';
import type { Facts, OpenSide, Side, SideOptions, Slice } from '../side.js';
import { type Sizes, sizesFor } from '../sizes.js';
import { stateFacts } from '../state-facts.js';

const AGENT = 'agent:dev-engineer';
/** At most: phase, expected_version, claim_epoch and the braces. */
const ENVELOPE_BYTES = 90;

/** Apparent sizes of all files below a directory. */
const bytesBelow = (directory: string): number =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** One agent claims and hands on, again and again; what all files of the directory grow by, over what was posted. */
class BytesProduct implements Side {
  readonly #prose: Prose;
  readonly #acknowledged: Acknowledged[] = [];
  #state: TaskState | null = null;
  #tasks = 0;
  #posted = 0;

  constructor(
    private readonly product: Product,
    private readonly sizes: Sizes,
    private readonly options: SideOptions,
  ) {
    this.#prose = new Prose(sizes.seed);
  }

  /** `young`: from a task's first version on. `grown`: after the windows of its state have filled. */
  async prepare(_made: readonly string[], mode: string): Promise<void> {
    const command = creation(this.#prose, `B${++this.#tasks}`);
    this.#state = (await this.product.coordinator.handle(command, 'human:mira', { minimal: true })).state;
    while (mode === 'grown' && this.#state.version < this.sizes.bytes.before) await this.#handOn();
    await this.product.store.caughtUp();
  }

  async slice(): Promise<Slice> {
    const before = bytesBelow(this.options.directory);
    for (let n = 0; n < this.sizes.bytes.handoffs; n++) await this.#handOn();
    await this.product.store.caughtUp();
    return { count: bytesBelow(this.options.directory) - before, over: this.sizes.bytes.handoffs * this.sizes.bytes.body_bytes };
  }

  async facts(): Promise<Facts> {
    return { ...stateFacts([this.#state as TaskState]), handoffs_per_slice: this.sizes.bytes.handoffs };
  }

  async finish(): Promise<number> {
    await this.product.store.close();
    return checkDelivery(this.options.directory, this.#acknowledged);
  }

  async #handOn(): Promise<void> {
    const { task_id } = this.#state as TaskState;
    const claim = await this.product.coordinator.handle({ kind: 'claim', task_id, body: {} }, AGENT, { minimal: true });
    const { version, claim: held } = claim.answer as ClaimAnswer;
    const mark = markOf(++this.#posted);
    const delta = workDelta(this.#prose, mark, this.sizes.bytes.body_bytes - ENVELOPE_BYTES);
    const body = { phase: 'implementing', expected_version: version, claim_epoch: held.claim_epoch, state_delta: delta } as const;
    const whole = padded(body, this.sizes.bytes.body_bytes, this.#prose, lengthen);
    const command: Command = { kind: 'handoff', task_id, body: whole };
    this.#state = (await this.product.coordinator.handle(command, AGENT, { minimal: true })).state;
    this.#acknowledged.push({ task: task_id, version: this.#state.version, mark });
  }
}

const lengthen = <T extends { state_delta: ReturnType<typeof workDelta> }>(body: T, text: string): T => {
  const { packet } = body.state_delta;
  return { ...body, state_delta: { ...body.state_delta, packet: { ...packet, attempted: `${packet?.attempted}${text}` } } };
};

export const openBytesProduct: OpenSide = async (options) =>
  new BytesProduct(await openProduct(options.build, options.directory), sizesFor(options.smoke), options);
