const STEM_CHARS = 6;
const LEAST_CHARS = 3;
const NONE = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const OTHER = 4;
const TO_LOWER = 0x20;
const FIRST_LETTER_BEYOND_ASCII = 0xc0;
const FIRST_WITHOUT_SPACES = 0x2e80;

const CLASSES = Uint8Array.from({ length: FIRST_LETTER_BEYOND_ASCII }, (_, code) => {
  if (code >= 0x61 && code <= 0x7a) return LOWER;
  if (code >= 0x41 && code <= 0x5a) return UPPER;
  return code >= 0x30 && code <= 0x39 ? DIGIT : NONE;
});

/**
 * Writes a number for each word of the text, from `start` on, and returns where they end: the same number for a word and most of its inflections, whatever its case.
 * Identifiers and paths count as the words they are made of; scripts without spaces character by character.
 */
export const hashWords = (text: string, chars: number, into: Int32Array, start: number): number => {
  const end = Math.min(text.length, chars, into.length - start - 1);
  let words = start;
  let hash = 0;
  let length = 0;
  let before = NONE;
  for (let index = 0; index < end; index += 1) {
    const code = text.charCodeAt(index);
    const kind = code < FIRST_LETTER_BEYOND_ASCII ? (CLASSES[code] as number) : OTHER;
    if (kind !== LOWER && length > 0 && (kind === NONE || code >= FIRST_WITHOUT_SPACES || (kind === UPPER && before === LOWER))) {
      if (length >= LEAST_CHARS || before === DIGIT) into[words++] = hash;
      hash = 0;
      length = 0;
    }
    before = kind;
    if (kind === NONE) continue;
    if (code >= FIRST_WITHOUT_SPACES) into[words++] = code;
    else {
      if (length < STEM_CHARS) hash = (Math.imul(hash, 31) + (kind === UPPER ? code + TO_LOWER : code)) | 0;
      length += 1;
    }
  }
  if (length >= LEAST_CHARS || (length > 0 && before === DIGIT)) into[words++] = hash;
  return words;
};

const STOP_TEXT = `the and for with that this from into not but are was were has have had its it's can cannot could should would will must may might then than when
where which who whom whose what why how all any each every some more most less least only also still just even again after before while during until since because
does did done doing being been you your they them their our out off over under between within without about above below one two three first second new old now here
there same other another such both too very use used uses using make makes made get gets got set sets run runs ran see seen need needs needed`;

/** Words that say nothing about what a text is about. */
export const STOP_HASHES: ReadonlySet<number> = (() => {
  const into = new Int32Array(STOP_TEXT.length + 1);
  return new Set(into.subarray(0, hashWords(STOP_TEXT, STOP_TEXT.length, into, 0)));
})();
