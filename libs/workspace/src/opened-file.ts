import { constants } from 'node:fs';
import { type FileHandle, readlink } from 'node:fs/promises';
import { type FileIdentity, identityOf } from './file-identity.js';

/** Of macOS, which Node has no name for: no link in any part of the path, not only in the last. */
const NOFOLLOW_ANY = 0x20000000;
const IS_MACOS = process.platform === 'darwin';

// Not blocking: a pipe that was put in the file's place would wait for its writer for ever.
export const READ_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | (IS_MACOS ? NOFOLLOW_ANY : constants.O_NOFOLLOW);

export async function isStill(file: FileHandle, meant: FileIdentity): Promise<boolean> {
  return identityOf(await file.stat({ bigint: true })).key === meant.key;
}

/** A directory on the way may have become a link since the path was looked at: the kernel knows where what it opened lies. */
export async function liesAt(file: FileHandle, realPath: string): Promise<boolean> {
  return IS_MACOS || (await readlink(`/proc/self/fd/${file.fd}`)) === realPath;
}
