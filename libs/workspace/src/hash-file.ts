import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readlink } from 'node:fs/promises';
import { type FileIdentity, identityOf } from './file-identity.js';

/** Of macOS, which Node has no name for: no link in any part of the path, not only in the last. */
const NOFOLLOW_ANY = 0x20000000;
const IS_MACOS = process.platform === 'darwin';

// Not blocking: a pipe that was put in the file's place would wait for its writer for ever.
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | (IS_MACOS ? NOFOLLOW_ANY : constants.O_NOFOLLOW);

const CHUNK_BYTES = 256 * 1024;

/** SHA-256 of the file at this path without links; null unless it was, from before the first byte until after the last, the file meant. */
export async function hashFile(realPath: string, meant: FileIdentity): Promise<string | null> {
  let file: FileHandle | undefined;
  try {
    file = await open(realPath, FLAGS);
    if (!(await isStill(file, meant)) || !(await liesAt(file, realPath))) return null;
    const hash = await hashBytes(file, meant.sizeBytes);
    return (await isStill(file, meant)) ? hash : null;
  } catch {
    return null;
  } finally {
    await file?.close().catch(() => undefined);
  }
}

async function isStill(file: FileHandle, meant: FileIdentity): Promise<boolean> {
  return identityOf(await file.stat({ bigint: true })).key === meant.key;
}

/** A directory on the way may have become a link since the path was looked at: the kernel knows where what it opened lies. */
async function liesAt(file: FileHandle, realPath: string): Promise<boolean> {
  return IS_MACOS || (await readlink(`/proc/self/fd/${file.fd}`)) === realPath;
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
