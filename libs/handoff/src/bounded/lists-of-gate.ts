import type { Shortenable } from './shortened.js';

/** What a question to people can be shortened by. Its digest stays that of the whole subject. */
export const LISTS_OF_GATE: readonly Shortenable[] = [
  { path: ['subject', 'issues'], kindsOf: () => ['issues'] },
  { path: ['subject', 'artifacts'], kindsOf: () => ['artifacts'] },
  { path: ['subject', 'evidence'], kindsOf: () => ['checks'] },
];
