import type { Digest } from '../ports/digest.js';
import type { Principal } from '../schema/principal.js';

const MADE_CHARS = 11;

/** A short id for a task nobody named; from the key where there is one, so that a retry names the same task. */
export const madeTaskId = (digest: Digest, makeName: () => string, principal: Principal, idempotencyKey: string | undefined): string => {
  const name = idempotencyKey === undefined ? digest(makeName()) : digest(`${principal}\n${idempotencyKey}`);
  return `t${name.slice(0, MADE_CHARS)}`;
};
