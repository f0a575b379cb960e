import type { Refusal } from '../decide/admit.js';

const NAMES_SHOWN = 20;

/** Why these checks can't be run, if there is one among them that the service does not know. */
export const unknownCheck = (names: readonly string[], known: readonly string[]): Refusal | null => {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return null;
  const there = known.slice(0, NAMES_SHOWN).join(', ');
  return {
    code: 'unknown_check',
    detail: `The service does not know how to run ${unknown.join(', ')}; ${known.length === 0 ? 'no checks are configured' : `it runs ${there}`}.`,
  };
};
