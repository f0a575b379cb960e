import { ItemLedger } from '../lookup/item-ledger.js';
import type { TaskStore } from '../ports/task-store.js';
import type { TaskState } from '../schema/task-state.js';

const MOST_TASKS = 64;
const RECORDS_AT_ONCE = 500;

/** The ledgers of the tasks that were asked about lately: everything a task ever recorded, brought up to date record by record. */
export class KnownHistory {
  readonly #ledgers = new Map<string, ItemLedger>();

  constructor(private readonly store: TaskStore) {}

  async upTo(state: TaskState): Promise<ItemLedger> {
    const ledger = await this.#fold(this.#ledgers.get(state.task_id) ?? new ItemLedger(), state);
    this.#remember(state.task_id, ledger);
    return ledger;
  }

  /** The same and nothing later: of a past state also what had become of each item by then. */
  async asOf(state: TaskState): Promise<ItemLedger> {
    const ledger = await this.upTo(state);
    return ledger.version === state.version ? ledger : this.#fold(new ItemLedger(), state);
  }

  async #fold(ledger: ItemLedger, state: TaskState): Promise<ItemLedger> {
    while (ledger.version < state.version) {
      const records = await this.store.records(
        state.task_id,
        ledger.version + 1,
        Math.min(state.version, ledger.version + RECORDS_AT_ONCE),
      );
      if (records.length === 0) break;
      // Another caller may have folded some of them while these were read.
      for (const record of records) if (record.version === ledger.version + 1) ledger.fold(record);
    }
    return ledger;
  }

  #remember(taskId: string, ledger: ItemLedger): void {
    this.#ledgers.delete(taskId);
    this.#ledgers.set(taskId, ledger);
    const oldest = this.#ledgers.keys().next().value;
    if (this.#ledgers.size > MOST_TASKS && oldest !== undefined) this.#ledgers.delete(oldest);
  }
}
