import { INJECTIONS } from './injections.js';
import { Random } from './random.js';

const WORDS =
  'the retry token of a session is lost when two requests race for lock and reader takes second path because cache holds stale row until flush so we must write order first then verify every index with test data from staging before release'.split(
    ' ',
  );
const NAMES = [
  'refreshToken()',
  'src/auth/session.ts',
  'HTTP 429',
  '`withLock`',
  'p99',
  'users_by_email',
  'v2.3.1',
  '0x1F',
  'I3',
  'D4.2',
  'CI',
];

const prose = (random: Random, chars: number): string => {
  let text = '';
  let sentence = 0;
  while (text.length < chars) {
    const word = random.chance(0.12) ? random.pick(NAMES) : random.pick(WORDS);
    text += sentence === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : ` ${word}`;
    sentence = sentence > 6 && random.chance(0.2) ? 0 : sentence + 1;
    if (sentence === 0) text += '. ';
  }
  return text.slice(0, chars);
};

const from = (low: number, high: number) => (random: Random, chars: number) =>
  Array.from({ length: chars }, () => String.fromCodePoint(low + random.below(high - low))).join('');

const emoji = (random: Random, chars: number): string =>
  Array.from({ length: Math.max(1, Math.floor(chars / 5)) }, () => random.pick(['👩‍💻', '🚀', '🏳️‍🌈', '✅', '🇩🇪', '👍🏽'])).join('');

const minified = (random: Random, chars: number): string =>
  Array.from(
    { length: Math.ceil(chars / 24) },
    () => `!function(${random.pick(['e', 't', 'n'])}){r[${random.below(99)}]=e=>t(e,0x${random.below(4096).toString(16)})}();`,
  ).join('');

const base64 = (random: Random, chars: number): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return Array.from({ length: chars }, () => alphabet[random.below(64)]).join('');
};

const surrogates = (random: Random, chars: number): string =>
  Array.from({ length: chars }, () =>
    random.chance(0.3) ? String.fromCharCode(0xd800 + random.below(0x800)) : random.pick(['a', ' ', 'ß']),
  ).join('');

const marked = (random: Random, chars: number): string =>
  Array.from({ length: chars }, () =>
    String.fromCodePoint(random.chance(0.3) ? 0x200b + random.below(0x24) : 0x5d0 + random.below(27)),
  ).join('');

const injected = (random: Random, chars: number): string => {
  let text = '';
  while (text.length < chars) text += `${random.pick(INJECTIONS)}${random.pick(['\n', ' ', ''])}`;
  return text;
};

const SCRIPTS = [
  from(0x4e00, 0x9fff),
  from(0xac00, 0xd7a3),
  emoji,
  minified,
  base64,
  surrogates,
  marked,
  injected,
  from(0x20, 0x24f),
  from(0x10000, 0x10fff),
];

const RIBBON_CHARS = 24_000;

/** A long stretch of each script, from which texts are cut: making every character anew would take longer than all that is tested. */
const ribbons = (seed: number): { prose: string; others: readonly string[] } => {
  const random = new Random(seed);
  return { prose: prose(random, RIBBON_CHARS), others: SCRIPTS.map((make) => make(random, RIBBON_CHARS)) };
};

const RIBBONS = ribbons(1);

/** A text somebody might post: mostly prose, often something worse. Never empty, never longer than allowed. */
export const randomText = (random: Random, maxChars: number): string => {
  const chars = Math.max(1, Math.min(maxChars, random.logUniform(8, maxChars)));
  const ribbon = random.chance(0.5) ? RIBBONS.prose : random.pick(RIBBONS.others);
  const start = random.below(Math.max(1, ribbon.length - chars));
  const text = ribbon.slice(start, start + chars).toWellFormed();
  return text.trim() === '' ? 'x' : text;
};
