/** A run of words of a value that is shown whole or not at all. */
export interface Passage {
  readonly text: string;
  readonly sentence: number;
  /** Continues the passage before it without a space. */
  readonly glued: boolean;
  /** How much of what the value says is said here; all passages of a value make 1. */
  readonly share: number;
}

interface Piece {
  readonly text: string;
  readonly sentence: number;
  readonly glued: boolean;
  readonly preamble: boolean;
}

const SENTENCE_END = /(?<=[.!?;…][)"'’”`]?) (?=[\p{Lu}\p{Lo}\d`"'(/<_[–])/u;
// What people write before they come to the point.
const PREAMBLE =
  /^(?:after|while|during|having|looking|following|when|since|given|based on|as (?:discussed|agreed|mentioned|noted|expected|planned|before)|(?:i|we) (?:looked|spent|went|started|began|discussed|talked|sat|had a look)|for (?:context|the record|reference|completeness)|background|context|fyi|note|just|ok(?:ay)?|thanks|initially|originally|to recap|in (?:short|summary|general)|per|this took)\b/i;
const LONG_WORD_CHARS = 48;
const GLUED_CHARS = 24;
const SHORT_SENTENCE_CHARS = 90;

/** Where a long sentence may be cut: after a comma or the like, before a word that opens a clause, or when it has run on for too long. */
const endsClause = (words: readonly string[], next: string): boolean =>
  (words.length >= 6 && /[,;:)]$/.test(words.at(-1) ?? '')) ||
  (words.length >= 8 && /^(?:because|so|but|which|since|while|when|and|or|until|unless|if|instead|\()/.test(next)) ||
  words.length >= 14;

const clausesOf = (sentence: string): string[] => {
  if (sentence.length <= SHORT_SENTENCE_CHARS) return [sentence];
  const clauses: string[] = [];
  let words: string[] = [];
  for (const word of sentence.split(' ')) {
    if (endsClause(words, word)) {
      clauses.push(words.join(' '));
      words = [];
    }
    words.push(word);
  }
  const rest = words.join(' ');
  if (words.length < 4 && clauses.length > 0) clauses.push(`${clauses.pop()} ${rest}`);
  else clauses.push(rest);
  return clauses;
};

const brokenUp = (word: string): string[] => word.match(new RegExp(`.{1,${GLUED_CHARS}}`, 'gu')) ?? [word];

/** Words without an end (encoded data, scripts without spaces) are cut by characters: they would take a line whole, or not at all. */
const withoutLongWords = (text: string): { text: string; glued: boolean }[] => {
  if (text.length <= LONG_WORD_CHARS) return [{ text, glued: false }];
  const parts: { text: string; glued: boolean }[] = [];
  let run: string[] = [];
  const flush = (): void => {
    if (run.length > 0) parts.push({ text: run.join(' '), glued: false });
    run = [];
  };
  for (const word of text.split(' ')) {
    if (word.length <= LONG_WORD_CHARS) run.push(word);
    else {
      flush();
      for (const [index, part] of brokenUp(word).entries()) parts.push({ text: part, glued: index > 0 });
    }
  }
  flush();
  return parts;
};

const splitPreamble = (sentence: string): { text: string; preamble: boolean }[] => {
  if (!PREAMBLE.test(sentence)) return [{ text: sentence, preamble: false }];
  const comma = sentence.search(/[,:] /);
  if (comma < 0 || comma > sentence.length * 0.7) return [{ text: sentence, preamble: true }];
  return [
    { text: sentence.slice(0, comma + 1), preamble: true },
    { text: sentence.slice(comma + 2), preamble: false },
  ];
};

const piecesOf = (value: string): Piece[] => {
  const pieces: Piece[] = [];
  let sentence = -1;
  for (const whole of value.split(SENTENCE_END)) {
    for (const part of splitPreamble(whole)) {
      sentence += 1;
      for (const clause of clausesOf(part.text)) {
        for (const { text, glued } of withoutLongWords(clause)) pieces.push({ text, sentence, glued, preamble: part.preamble });
      }
    }
  }
  return pieces;
};

// Identifiers, numbers and names say more than the words between them.
const TELLING = /[\d_`/]|\p{Ll}\p{Lu}|\.\p{Ll}/gu;

const weigh = (piece: Piece, position: number): number => {
  const telling = Math.min(6, piece.text.match(TELLING)?.length ?? 0);
  return (piece.text.length + 6 * telling) * (piece.preamble ? 0.35 : 1 / (1 + 0.35 * position));
};

/** A value cut into what can be shown of it, with what each part is worth: the point usually comes first, unless a preamble does. */
export const passagesOf = (value: string): readonly Passage[] => {
  const pieces = piecesOf(value);
  const first = pieces.find((piece) => !piece.preamble)?.sentence ?? 0;
  const weights = pieces.map((piece) => weigh(piece, Math.max(0, piece.sentence - first)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return pieces.map(({ text, sentence, glued }, index) => ({ text, sentence, glued, share: (weights[index] ?? 0) / total }));
};
