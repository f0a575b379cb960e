import { ItemLedger } from '../lookup/item-ledger.js';
import { wholeItem } from '../lookup/whole-item.js';
import type { TaskStore } from '../ports/task-store.js';
import type { TaskState } from '../schema/task-state.js';

const MOST_TASKS = 64;
const RECORDS_AT_ONCE = 500;

/** The ledgers of the tasks that were asked about lately: everything a task ever recorded, brought up to date record by record. */
export class KnownHistory {
  readonly #ledgers = new Map<string, ItemLedger>();

  constructor(private readonly store: TaskStore) {}

  async upTo(state: TaskState): Promise<ItemLedger> {
    const ledger = this.#ledgers.get(state.task_id) ?? new ItemLedger();
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
    this.#remember(state.task_id, ledger);
    return ledger;
  }

  /** An item of this task with all its text, as it stands now. */
  async item(state: TaskState, id: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    return wholeItem(await this.upTo(state), id, async (version) => (await this.store.records(state.task_id, version, version))[0]);
  }

  #remember(taskId: string, ledger: ItemLedger): void {
    this.#ledgers.delete(taskId);
    this.#ledgers.set(taskId, ledger);
    const oldest = this.#ledgers.keys().next().value;
    if (this.#ledgers.size > MOST_TASKS && oldest !== undefined) this.#ledgers.delete(oldest);
  }
}
