import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** As much as the API takes in one body. */
export const OUTCOME_BYTES = 256 * 1024;

// Not blocking: a pipe put there would wait for its writer for ever.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** The text a program left there, or why there is none to be read. */
export type LeftFile = { readonly text: string } | { readonly fault: string };

export async function readOutcomeFile(path: string): Promise<LeftFile> {
  try {
    const file = await open(path, FLAGS);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { fault: 'its outcome file is not a regular file' };
      const bytes = Buffer.alloc(OUTCOME_BYTES + 1);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      if (bytesRead > OUTCOME_BYTES) return { fault: `its outcome has more than ${OUTCOME_BYTES} bytes` };
      return { text: bytes.toString('utf8', 0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { fault: 'it left no outcome' };
    return { fault: `its outcome file cannot be opened (${code === 'ELOOP' ? 'it is a link' : code})` };
  }
}
