import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { FileIdentity } from './file-identity.js';
import { isStill, liesAt, READ_FLAGS } from './opened-file.js';

const CHUNK_BYTES = 256 * 1024;

/** SHA-256 of the file at this path without links; null unless it was, from before the first byte until after the last, the file meant. */
export async function hashFile(realPath: string, meant: FileIdentity): Promise<string | null> {
  let file: FileHandle | undefined;
  try {
    file = await open(realPath, READ_FLAGS);
    if (!(await isStill(file, meant)) || !(await liesAt(file, realPath))) return null;
    const hash = await hashBytes(file, meant.sizeBytes);
    return (await isStill(file, meant)) ? hash : null;
  } catch {
    return null;
  } finally {
    await file?.close().catch(() => undefined);
  }
}

async function hashBytes(file: FileHandle, sizeBytes: number): Promise<string> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, sizeBytes + 1));
  // One byte beyond its size is enough to know that it grew; one that grows as fast as it is read would never end.
  for (let at = 0; at <= sizeBytes; ) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) break;
    hash.update(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('hex');
}
