import type { TaskRecord } from '../schema/record.js';
import type { ChainReader } from './chain-reader.js';
import type { StoreFiles } from './files.js';
import { promised } from './promised.js';

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** Sees each record that counts, with the byte its line ends at. False ends the scan. */
export type Visit = (record: TaskRecord, end: number) => boolean | undefined;

/**
 * Feeds a log's lines to its reader, from where the reader stands up to byte `to`. A last line without newline is a line too:
 * a write may have lacked just that byte, and then its record is whole.
 */
export const scanLog = async (
  files: StoreFiles,
  fd: number,
  reader: ChainReader,
  to: number,
  visit: Visit = () => undefined,
): Promise<void> => {
  let position = reader.point.bytes;
  let carry: Buffer = Buffer.alloc(0);
  const goesOn = (line: Buffer, end: number): boolean => {
    const record = reader.take(line, end);
    return !reader.stopped && (record === null || visit(record, end) !== false);
  };
  while (position < to) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, to - position));
    const count = await promised<number>((done) => files.read(fd, chunk, position, done));
    if (count === 0) break;
    const data = carry.length === 0 ? chunk.subarray(0, count) : Buffer.concat([carry, chunk.subarray(0, count)]);
    const base = position + count - data.length;
    position += count;
    let start = 0;
    for (let end = data.indexOf(NEWLINE); end !== -1; end = data.indexOf(NEWLINE, start)) {
      if (!goesOn(data.subarray(start, end), base + end + 1)) return;
      start = end + 1;
    }
    carry = data.subarray(start);
  }
  if (carry.length > 0) goesOn(carry, position);
};
