import type { Operation } from '../schema/operation.js';
import { Patching } from './patching.js';

/**
 * Applies RFC 6902 operations without changing what it was given: untouched parts are shared, keys keep their order.
 * The one way a state comes about, when it is decided and when it is replayed.
 */
export const apply = (document: unknown, operations: readonly Operation[]): unknown => {
  const patching = new Patching(document);
  for (const operation of operations) patching.change(operation);
  return patching.document;
};
