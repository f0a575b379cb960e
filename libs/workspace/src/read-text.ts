import { type FileHandle, open } from 'node:fs/promises';
import type { FileIdentity } from './file-identity.js';
import { isStill, liesAt, READ_FLAGS } from './opened-file.js';

export interface ReadText {
  readonly text: string;
  /** The file goes on after it. */
  readonly truncated: boolean;
}

/** The beginning of the file meant, as text; null when it is no longer that file, and when it is none that holds text. */
export async function readText(realPath: string, meant: FileIdentity, maxBytes: number): Promise<ReadText | null> {
  let file: FileHandle | undefined;
  try {
    file = await open(realPath, READ_FLAGS);
    if (!(await isStill(file, meant)) || !(await liesAt(file, realPath))) return null;
    const bytes = Buffer.alloc(Math.min(maxBytes, meant.sizeBytes));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    const read = bytes.subarray(0, bytesRead);
    if (read.includes(0)) return null;
    // A character that the bound cuts through is left out rather than shown as a broken one.
    return { text: new TextDecoder().decode(read, { stream: true }), truncated: meant.sizeBytes > bytesRead };
  } catch {
    return null;
  } finally {
    await file?.close().catch(() => undefined);
  }
}
