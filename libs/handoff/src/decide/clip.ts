import { CLIP } from '../schema/limits.js';
import { utf8Bytes } from '../schema/utf8-bytes.js';

/** How many bytes a text takes in a JSON file. */
const jsonBytes = (text: string): number => utf8Bytes(JSON.stringify(text)) - 2;

const fits = (text: string, maxChars: number, maxBytes: number): boolean =>
  text.length <= maxChars && (text.length * 6 <= maxBytes || jsonBytes(text) <= maxBytes);

/** The longest beginning that fits with its ellipsis, ended between words where one ends nearby and never inside a character. */
const shortened = (text: string, maxChars: number, maxBytes: number): string => {
  let chars = Math.min(text.length, maxChars - 1);
  while (chars > 0 && jsonBytes(text.slice(0, chars)) + 3 > maxBytes) chars = Math.floor(chars * 0.9);
  const cut = text.slice(0, chars);
  const lastSpace = cut.search(/\s\S*$/);
  const end = lastSpace > chars * 0.8 ? lastSpace : chars;
  const whole = /[\uD800-\uDBFF]$/.test(cut.slice(0, end)) ? end - 1 : end;
  return `${cut.slice(0, whole)}…`;
};

/** A text as the state keeps it: bounded in characters, and in bytes, whatever script it is written in. */
export const clip = (text: string, maxChars: number = CLIP.textChars, maxBytes: number = CLIP.textBytes): string =>
  fits(text, maxChars, maxBytes) ? text : shortened(text, maxChars, maxBytes);

/** Whether a text kept by the state may be only a beginning. */
export const isClipped = (text: string): boolean => text.endsWith('…');
