import { HANDLE_KINDS, type HandleKind } from '../schema/ids.js';
import type { ItemLedger } from './item-ledger.js';

/** What somebody asks for: one item, one path, or everything of a kind up to a version. */
export type Handle =
  | { readonly of: 'item'; readonly id: string }
  | { readonly of: 'path'; readonly path: string }
  | { readonly of: 'kind'; readonly kind: HandleKind; readonly version: number };

const KIND_HANDLE = /^([a-z_]+)@([1-9]\d{0,8})$/;
const GATE_HANDLE = /^(?:([A-Za-z][A-Za-z0-9_-]{0,63})\.)?(G[1-9]\d{0,8})$/;

const isKind = (text: string): text is HandleKind => (HANDLE_KINDS as readonly string[]).includes(text);

/** A gate is known by its whole id, by the short one, and in a fork also under the fork's own name. */
const gateNamed = (text: string, taskId: string, ledger: ItemLedger): string | undefined => {
  const [, task, short] = GATE_HANDLE.exec(text) ?? [];
  if (short === undefined || (task !== undefined && task !== taskId)) return undefined;
  return ledger.entries('gates', ledger.version).find(({ id }) => id.endsWith(`.${short}`))?.id;
};

/** Null when it points to nothing this task has. */
export const readHandle = (
  text: string,
  task: { readonly task_id: string; readonly version: number },
  ledger: ItemLedger,
): Handle | null => {
  const [, kind = '', version = ''] = KIND_HANDLE.exec(text) ?? [];
  if (isKind(kind)) return Number(version) <= task.version ? { of: 'kind', kind, version: Number(version) } : null;
  const id = ledger.entry(text) === undefined ? gateNamed(text, task.task_id, ledger) : text;
  if (id !== undefined) return { of: 'item', id };
  return ledger.artifact(text) === undefined ? null : { of: 'path', path: text };
};
