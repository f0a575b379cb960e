import type { KnownItems } from '../../libs/handoff/src/decide/context.js';
import { itemsOf } from '../../libs/handoff/src/history/items-of.js';
import type { Artifact } from '../../libs/handoff/src/schema/artifact.js';
import type { Gate } from '../../libs/handoff/src/schema/gate.js';
import type { RecordDraft } from '../../libs/handoff/src/schema/record.js';

/** What a task's records say of decisions, artifacts and gates, for commands that name one the state no longer holds. */
export class MovedOut {
  readonly #decisions = new Map<string, { superseded: boolean }>();
  readonly #artifacts = new Map<string, Artifact>();
  readonly #gates = new Map<string, Gate>();

  items(): Required<Pick<KnownItems, 'decisions' | 'artifacts' | 'gates'>> {
    return { decisions: this.#decisions, artifacts: this.#artifacts, gates: this.#gates };
  }

  fold(record: RecordDraft): void {
    for (const { kind, id, value } of itemsOf(record)) {
      if (kind !== 'decisions') continue;
      for (const old of value.supersedes as string[]) this.#decisions.set(old, { superseded: true });
      this.#decisions.set(id, { superseded: false });
    }
    for (const path of record.removed ?? []) this.#artifacts.delete(path);
    for (const op of record.effect) {
      if (op.op === 'remove') continue;
      if (/^\/artifacts\/\d+$/.test(op.path)) this.#artifacts.set((op.value as Artifact).path, op.value as Artifact);
      if (/^\/gates\/\d+$/.test(op.path)) this.#gates.set((op.value as Gate).id, op.value as Gate);
    }
  }
}
