const STEM_CHARS = 6;
const LEAST_CHARS = 3;
const NONE = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const OTHER = 4;

const classOf = (code: number): number => {
  if (code >= 0x61 && code <= 0x7a) return LOWER;
  if (code >= 0x41 && code <= 0x5a) return UPPER;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  return code < 0xc0 ? NONE : OTHER;
};

/**
 * Calls back with a number for each word of the text: the same for a word and most of its inflections, whatever its case.
 * Identifiers and paths count as the words they are made of; scripts without spaces character by character.
 */
export const eachWordHash = (text: string, chars: number, visit: (hash: number) => void): void => {
  const end = Math.min(text.length, chars);
  let hash = 0;
  let length = 0;
  let before = NONE;
  for (let index = 0; index <= end; index += 1) {
    const code = index < end ? text.charCodeAt(index) : 0x20;
    const kind = classOf(code);
    const starts = kind === UPPER && before === LOWER;
    if ((kind === NONE || starts || kind === OTHER) && length > 0) {
      if (length >= LEAST_CHARS || before === DIGIT) visit(hash);
      hash = 0;
      length = 0;
    }
    if (kind === OTHER && code >= 0x2e80) visit(code);
    else if (kind !== NONE) {
      if (length < STEM_CHARS) hash = (Math.imul(hash, 31) + (kind === UPPER ? code + 0x20 : code)) | 0;
      length += 1;
    }
    before = kind;
  }
};

const STOP_TEXT = `the and for with that this from into not but are was were has have had its it's can cannot could should would will must may might then than when
where which who whom whose what why how all any each every some more most less least only also still just even again after before while during until since because
does did done doing being been you your they them their our out off over under between within without about above below one two three first second new old now here
there same other another such both too very use used uses using make makes made get gets got set sets run runs ran see seen need needs needed`;

/** Words that say nothing about what a text is about. */
export const STOP_HASHES: ReadonlySet<number> = (() => {
  const hashes = new Set<number>();
  eachWordHash(STOP_TEXT, STOP_TEXT.length, (hash) => hashes.add(hash));
  return hashes;
})();
