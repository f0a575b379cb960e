import { HANDLE_KINDS } from '../schema/ids.js';

/** Stands between two values of one line; no value can contain it. */
export const SEPARATOR = ' —';
/** Where something was left out of a value. A word of its own, so that token counts of words still add up. */
export const GAP = ' …';

const ESCAPE = String.fromCharCode(0x1b);
/** What colours a terminal. Other sequences lose their escape character and stay readable. */
const COLOUR = new RegExp(`${ESCAPE}\\[[0-?]*[ -/]*[@-~]`, 'g');
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const BLANK = /[\s\p{Cc}\u2800]+/gu;
const LONE_DASH = /(?<=^| )—(?= |$)/g;
export const HANDLE = new RegExp(`(${HANDLE_KINDS.join('|')})@(?=\\d)`, 'gi');

const PLAIN = /^[!-?A-~]+(?: [!-?A-~]+)*$/;

/**
 * A text from outside as one value of a line: it stays on its line, shows no character that hides or reorders others,
 * and holds neither the separator nor anything that reads as a handle. Words stay as they were written.
 */
export const encodeValue = (text: string): string => {
  if (PLAIN.test(text)) return text;
  const clean = text
    .toWellFormed()
    .replace(COLOUR, '')
    .replace(INVISIBLE, '')
    .replace(BLANK, ' ')
    .trim()
    .replace(LONE_DASH, '–')
    .replace(HANDLE, '$1 @');
  return clean === '' ? '(blank)' : clean;
};
