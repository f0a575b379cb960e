import { encodeValue, HANDLE } from './encode-value.js';

/** What would be folded, dropped or read as something else. JSON has a way to write each. */
const TO_ESCAPE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\u2800—]|(?! )\s/gu;

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** In a list of paths `, ` ends each, and nobody may take one for a handle. */
const isPlain = (path: string): boolean => !path.includes(', ') && !path.startsWith('"') && encodeValue(path) === path;

/** A path as it is, or else in quotes, as JSON writes it: whoever reads it can have the very same path. */
export const encodePath = (path: string): string =>
  isPlain(path) ? path : JSON.stringify(path).replace(TO_ESCAPE, escaped).replace(HANDLE, '$1\\u0040');
