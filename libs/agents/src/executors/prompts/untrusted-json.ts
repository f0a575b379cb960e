/** What would hide or reorder what stands around it. JSON has a way to write each. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cs}\u2028\u2029\u2800]/gu;
const BETWEEN_LINES = '\n';

const escaped = (character: string): string =>
  character === BETWEEN_LINES
    ? character
    : Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** Texts from others as JSON: none can end its line, so none can pass for a heading or a rule, and every character can be seen. */
export const untrustedJson = (value: unknown): string => JSON.stringify(value, null, 1).replace(UNSEEN, escaped);
