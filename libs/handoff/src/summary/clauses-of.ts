const SHORT_CHARS = 90;
const OPENERS: ReadonlySet<string> = new Set([
  'because',
  'so',
  'but',
  'which',
  'since',
  'while',
  'when',
  'and',
  'or',
  'until',
  'unless',
  'if',
  'instead',
]);
const CLOSERS: ReadonlySet<string> = new Set([',', ';', ':', ')']);
const LEAST_WORDS = { closed: 6, opened: 8, any: 14, rest: 4 } as const;

/** Where a long sentence may be cut: after a comma or the like, before a word that opens a clause, or when it has run on for too long. */
const endsHere = (words: readonly string[], next: string): boolean =>
  words.length >= LEAST_WORDS.any ||
  (words.length >= LEAST_WORDS.closed && CLOSERS.has(words.at(-1)?.at(-1) ?? '')) ||
  (words.length >= LEAST_WORDS.opened && (OPENERS.has(next) || next.startsWith('(')));

/** A sentence, in parts of a few words to a dozen when it is long. */
export const clausesOf = (sentence: string): readonly string[] => {
  if (sentence.length <= SHORT_CHARS) return [sentence];
  const clauses: string[] = [];
  let words: string[] = [];
  for (const word of sentence.split(' ')) {
    if (endsHere(words, word)) {
      clauses.push(words.join(' '));
      words = [];
    }
    words.push(word);
  }
  const rest = words.join(' ');
  if (words.length < LEAST_WORDS.rest && clauses.length > 0) clauses.push(`${clauses.pop()} ${rest}`);
  else clauses.push(rest);
  return clauses;
};
