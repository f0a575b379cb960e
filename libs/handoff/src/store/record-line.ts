import type { TaskRecord } from '../schema/record.js';
import { sha256 } from './sha256.js';

// What every whole line ends in: ,"hash":"<64 hex digits>"}
const HASH_KEY = ',"hash":"';
const HASH_END = '"}';
const TAIL_BYTES = HASH_KEY.length + 64 + HASH_END.length;

export interface SealedLine {
  readonly hash: string;
  /** The bytes one append writes. The newline in front ends whatever a torn write may have left behind. */
  readonly framed: Buffer;
}

const NEWLINE = 0x0a;

/**
 * A record as its line. The hash is the SHA-256 of the line's bytes as they are without the hash field:
 * cut the last 75 bytes (`,"hash":"…"}`), put `}` back, digest. It covers the bytes, not a reading of them, so nothing in a line can change unseen.
 */
export const sealRecord = (unsealed: Omit<TaskRecord, 'hash'>): SealedLine => {
  const body = JSON.stringify(unsealed);
  const bytes = Buffer.byteLength(body);
  const framed = Buffer.allocUnsafe(1 + bytes - 1 + TAIL_BYTES + 1);
  framed[0] = NEWLINE;
  framed.write(body, 1, 'utf8');
  const hash = sha256(framed.subarray(1, 1 + bytes));
  // From the body's closing brace on.
  framed.write(`${HASH_KEY}${hash}${HASH_END}\n`, bytes, 'latin1');
  return { hash, framed };
};

const isHexDigit = (byte: number): boolean => (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66);

/** How many of these bytes differ from the end of a whole line that would end here. */
const strangers = (end: Buffer): number => {
  const pattern = `${HASH_KEY}${'#'.repeat(64)}${HASH_END}`.slice(-end.length);
  let count = 0;
  for (let at = 0; at < end.length; at++) {
    const byte = end[at] as number;
    const fits = pattern[at] === '#' ? isHexDigit(byte) : byte === pattern.charCodeAt(at);
    if (!fits) count++;
  }
  return count;
};

/** Whether a bad line was whole once: it ends in its hash, in what one altered byte left of it, or is a piece that was cut off its end. */
const endsInItsHash = (line: Buffer): boolean => {
  if (line.length < TAIL_BYTES) return strangers(line) === 0;
  return strangers(line.subarray(-TAIL_BYTES)) <= 2 || strangers(line.subarray(-TAIL_BYTES - 1, -1)) === 0;
};

const parse = (line: Buffer): TaskRecord | null => {
  try {
    const record = JSON.parse(line.toString('utf8')) as TaskRecord;
    const shaped = Number.isInteger(record.version) && Number.isInteger(record.generation) && Array.isArray(record.effect);
    return shaped ? record : null;
  } catch {
    return null;
  }
};

/** The hash a line claims to have, if it ends as a whole line does. */
export const claimedHash = (line: Buffer): string | null =>
  line.length > TAIL_BYTES && strangers(line.subarray(-TAIL_BYTES)) === 0
    ? line.toString('latin1', line.length - 66, line.length - 2)
    : null;

const CLOSING = Buffer.from('}');

/** Whether the line's bytes are those it was sealed with. */
export const isIntact = (line: Buffer, claimed: string): boolean =>
  sha256(Buffer.concat([line.subarray(0, line.length - TAIL_BYTES), CLOSING])) === claimed;

export type LineReading =
  | { readonly kind: 'good'; readonly record: TaskRecord }
  | { readonly kind: 'fragment' }
  | { readonly kind: 'altered'; readonly reason: string };

/** What one line is by itself; whether it counts is for the chain to say. */
export const readLine = (line: Buffer): LineReading => {
  const claimed = claimedHash(line);
  if (claimed === null) return endsInItsHash(line) ? { kind: 'altered', reason: 'the end of the line was altered' } : { kind: 'fragment' };
  if (!isIntact(line, claimed)) return { kind: 'altered', reason: 'the line does not match its hash' };
  const record = parse(line);
  return record === null ? { kind: 'altered', reason: 'the line is not a record' } : { kind: 'good', record };
};
