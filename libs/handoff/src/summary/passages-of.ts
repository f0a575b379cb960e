import { clausesOf } from './clauses-of.js';
import { sentencesOf } from './sentences-of.js';

/** A run of words of a value that is shown whole or not at all. */
export interface Passage {
  readonly text: string;
  readonly sentence: number;
  /** Continues the passage before it without a space. */
  readonly glued: boolean;
  /** How much of what the value says is said here; all passages of a value make 1. */
  readonly share: number;
}

const LONG_WORD_CHARS = 48;
const GLUED = /.{1,24}/gu;

type Part = Pick<Passage, 'text' | 'glued'>;

const hasLongWord = (text: string): boolean => {
  for (let start = 0; start >= 0 && text.length - start > LONG_WORD_CHARS; ) {
    const end = text.indexOf(' ', start);
    if ((end < 0 ? text.length : end) - start > LONG_WORD_CHARS) return true;
    start = end < 0 ? -1 : end + 1;
  }
  return false;
};

/** Words without an end (encoded data, scripts without spaces) are cut by characters: they would take a line whole, or not at all. */
const withoutLongWords = (text: string): Part[] => {
  if (!hasLongWord(text)) return [{ text, glued: false }];
  const parts: Part[] = [];
  let run: string[] = [];
  const flush = (): void => {
    if (run.length > 0) parts.push({ text: run.join(' '), glued: false });
    run = [];
  };
  for (const word of text.split(' ')) {
    if (word.length <= LONG_WORD_CHARS) run.push(word);
    else {
      flush();
      for (const [index, part] of (word.match(GLUED) ?? [word]).entries()) parts.push({ text: part, glued: index > 0 });
    }
  }
  flush();
  return parts;
};

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a;
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const MARKS: ReadonlySet<number> = new Set([...'_`/'].map((mark) => mark.charCodeAt(0)));
const MOST_TELLING = 6;

/** Identifiers, numbers and paths say more than the words between them. */
const telling = (text: string): number => {
  let count = 0;
  let before = 0;
  for (let index = 0; index < text.length && count < MOST_TELLING; index += 1) {
    const code = text.charCodeAt(index);
    if (isDigit(code) || MARKS.has(code) || (isUpper(code) && isLower(before))) count += 1;
    before = code;
  }
  return count;
};

const PREAMBLE_WEIGHT = 0.35;
const FADE = 0.5;
/** What follows from something, or comes on top of it, is seldom the point. */
const CONSEQUENCE = /^(?:so|and|or)\b/;
const CONSEQUENCE_WEIGHT = 0.7;

/** A value cut into what can be shown of it, with what each part is worth: the point usually comes first, unless a preamble does. */
export const passagesOf = (value: string): readonly Passage[] => {
  const sentences = sentencesOf(value);
  const first = Math.max(
    0,
    sentences.findIndex(({ isPreamble }) => !isPreamble),
  );
  const passages: { text: string; glued: boolean; sentence: number; share: number }[] = [];
  let total = 0;
  for (const [sentence, { text: whole, isPreamble }] of sentences.entries()) {
    const position = isPreamble ? PREAMBLE_WEIGHT : 1 / (1 + FADE * Math.max(0, sentence - first));
    for (const { text, glued } of clausesOf(whole).flatMap(withoutLongWords)) {
      const share = (text.length + 6 * telling(text)) * position * (CONSEQUENCE.test(text) ? CONSEQUENCE_WEIGHT : 1);
      total += share;
      passages.push({ text, glued, sentence, share });
    }
  }
  for (const passage of passages) passage.share /= total;
  return passages;
};
