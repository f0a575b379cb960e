import type { Readable } from 'node:stream';

/** A fraction of a millisecond's work. */
const AT_ONCE_BYTES = 128 * 1024;

/** Reads as it comes, with a pause for everybody else after every so many bytes: one that writes without end must not keep the rest waiting. */
export function readGently(stream: Readable | null, take: (piece: Buffer) => void): void {
  let bytes = 0;
  stream?.on('data', (piece: Buffer) => {
    take(piece);
    bytes += piece.length;
    if (bytes < AT_ONCE_BYTES) return;
    bytes = 0;
    stream.pause();
    setImmediate(() => stream.resume());
  });
  // Nothing more comes from one that broke; what came counts.
  stream?.on('error', () => undefined);
}
