import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const LEFT_OUT = ['.jerry', 'agents'];

/** Does something in a copy of the project in which these files are as given, so that what is only tried out is seen by nobody else. */
export async function inACopy(project, files, act) {
  const copy = await mkdtemp(join(tmpdir(), 'fair-share-'));
  try {
    await cp(project, copy, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
    for (const [path, text] of Object.entries(files)) await writeFile(join(copy, path), text);
    return await act(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
