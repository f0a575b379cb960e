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

const hashesOf = (text: string): ReadonlySet<number> => {
  const into = new Int32Array(text.length + 1);
  return new Set(into.subarray(0, hashWords(text, text.length, into, 0)));
};

/** Words that say nothing about what a text is about. */
export const STOP_HASHES = hashesOf(STOP_TEXT);

const GENERIC_TEXT = `test tests testing tested file files change changed changes time times user users value values data error errors call calls request requests code case cases work works worked working add added adds read reads write writes written keep keeps kept hold holds give gives given take takes taken show shows shown come comes came know knows known find found finds stay stays move moved look looked try tried start starts started stop stops end ends state number numbers name names line lines list lists type types check checks fail fails failed failing pass passed passes wrong right way ways part parts thing things day days week weeks month year hour hours minute minutes second seconds half full long short large small high low big best better worse much many few lot yet already always never once twice only own per two three four five six ten hundred nobody nothing everybody anybody somebody people person version versions build builds step steps order side point place fix fixed need ask asked answer answers issue issues problem problems bug open opened close closed closes set same different possible enough instead rather against behind through both whole because therefore however later earlier next last left back down away together apart missing lost lose loses break breaks broke broken cost costs limit limits rate size sizes count counts default result results reason reasons idea question wait waits waited waiting leave leaves send sends sent return returns every without inside outside server client service system database table row rows key keys field fields cache message messages page pages path paths link queue worker job jobs thread process memory config option options flag function class module library api docs document log logs logging report reports note notes real true false empty none null zero max min maximum minimum average total slow slower fast faster run running ran took today yesterday tomorrow again means meant mean single double pair separate apply applied applies allow allowed allows support supported depend depends accept accepted decide decided decision reject rejected replace replaced remove removed delete deleted drop dropped drops create created creates update updated updates make made turn turned put puts got getting going went gone done exist exists happen happens match matches require required handle handled measure measured compare compared copy copied pick old older new newer late early free local global current present former team customer customers production staging release released releases tool tools source sources target targets`;

/** Words that any work on software is described with. */
export const GENERIC_HASHES = hashesOf(GENERIC_TEXT);
