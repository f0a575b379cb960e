import type { ChainPoint } from './chain-point.js';
import type { StoreFiles } from './files.js';
import { scratchOf } from './read-whole.js';
import { claimedHash, isIntact } from './record-line.js';

const WINDOWS_BYTES = [16 * 1024, 1024 * 1024];
const NEWLINE = 0x0a;

const searchBackwards = (window: Buffer, offset: number, hash: string): { line: Buffer; end: number } | null => {
  let end = window.length;
  while (end > 0) {
    const start = window.lastIndexOf(NEWLINE, end - 1) + 1;
    const line = window.subarray(start, end);
    // Without a newline before it the line may begin before the window.
    if (claimedHash(line) === hash && (start > 0 || offset === 0)) return { line, end };
    end = start - 1;
  }
  return null;
};

const GENERATION = /^\{"version":(\d+),"prev_hash":"[0-9a-f]{64}","generation":(\d+),/;

/** Finds the intact line of this version and hash among the last ones before byte `upTo`. It is where a state file says it should be, or the file is of no use. */
export const findLineBefore = (
  files: StoreFiles,
  fd: number,
  upTo: number,
  sought: { version: number; hash: string },
): ChainPoint | null => {
  for (const windowBytes of WINDOWS_BYTES) {
    const offset = Math.max(0, upTo - windowBytes);
    const window = scratchOf(upTo - offset);
    if (files.readSync(fd, window, offset) !== window.length) return null;
    const found = searchBackwards(window, offset, sought.hash);
    if (found !== null) {
      const [, version, generation] = GENERATION.exec(found.line.toString('latin1', 0, 200)) ?? [];
      if (Number(version) !== sought.version || !isIntact(found.line, sought.hash)) return null;
      const end = offset + found.end;
      return { version: sought.version, hash: sought.hash, generation: Number(generation), bytes: Math.min(end + 1, upTo) };
    }
    if (offset === 0) return null;
  }
  return null;
};
