import type { Handed } from './handed.js';
import { jsonText } from './json-text.js';

const FENCED = /^```(?:json)?[ \t]*\n(.*?)^```[ \t]*$/gms;

/** The outcome in what a model said last: the whole of it, or the last block of code where it could not keep from talking. */
export function lastMessage(text: string): Handed {
  const whole = jsonText(text.trim());
  if (!('fault' in whole)) return whole;
  const block = [...text.matchAll(FENCED)].at(-1)?.[1];
  return block === undefined ? whole : jsonText(block);
}
