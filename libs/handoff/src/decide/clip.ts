import { jsonBytes } from '../schema/json-bytes.js';
import { CLIP } from '../schema/limits.js';

const fits = (text: string, maxChars: number, maxBytes: number): boolean =>
  text.length <= maxChars && (text.length * 6 <= maxBytes || jsonBytes(text) <= maxBytes);

/** Where the last blank of a text is, if that is behind `from`. */
const lastBlank = (text: string, from: number): number => {
  let at = text.length - 1;
  while (at > from && !/\s/.test(text.charAt(at))) at--;
  return at;
};

/** The longest beginning that fits with its ellipsis, ended between words where one ends nearby and never inside a character. */
const shortened = (text: string, maxChars: number, maxBytes: number): string => {
  let chars = Math.min(text.length, maxChars - 1);
  while (chars > 0 && jsonBytes(text.slice(0, chars)) + 3 > maxBytes) chars = Math.floor(chars * 0.9);
  const cut = text.slice(0, chars);
  const near = Math.floor(chars * 0.8);
  const blank = lastBlank(cut, near);
  const end = blank > near ? blank : chars;
  const whole = /[\uD800-\uDBFF]$/.test(cut.slice(0, end)) ? end - 1 : end;
  return `${cut.slice(0, whole)}…`;
};

/** A text as the state keeps it: bounded in characters, and in bytes, whatever script it is written in. */
export const clip = (text: string, maxChars: number = CLIP.textChars, maxBytes: number = CLIP.textBytes): string =>
  fits(text, maxChars, maxBytes) ? text : shortened(text, maxChars, maxBytes);

/** Whether a text kept by the state may be only a beginning. */
export const isClipped = (text: string): boolean => text.endsWith('…');
