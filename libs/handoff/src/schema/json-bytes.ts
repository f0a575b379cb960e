const BACKSLASH = 0x5c;
const QUOTE = 0x22;
/** Below a blank everything is escaped: these with a letter, the others with four digits. */
const LETTERED = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** A pair takes four bytes, two for each half; a half by itself is escaped. */
const surrogateBytes = (text: string, at: number): number => {
  const isPaired = isHigh(text.charCodeAt(at)) ? isLow(text.charCodeAt(at + 1)) : at > 0 && isHigh(text.charCodeAt(at - 1));
  return isPaired ? 2 : 6;
};

const escapedBytes = (unit: number): number => (unit >= 0x20 || LETTERED.has(unit) ? 2 : 6);

const unitBytes = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  if (unit < 0x20 || unit === QUOTE || unit === BACKSLASH) return escapedBytes(unit);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? surrogateBytes(text, at) : 3;
};

/** Anything that does not take one byte as it stands. */
const UNUSUAL = /[^ !#-[\]-~]/;

/** How many bytes a text takes in a JSON file, between its quotes. Counted, not made: it is asked of every text that enters a state. */
export const jsonBytes = (text: string): number => {
  if (!UNUSUAL.test(text)) return text.length;
  let bytes = 0;
  for (let at = 0; at < text.length; at++) bytes += unitBytes(text, at);
  return bytes;
};
