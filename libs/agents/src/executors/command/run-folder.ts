import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Work } from '../../work.js';

const KEPT_RUNS = 20;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const RUN_NAME = /-v(\d+)-e(\d+)$/;

/**
 * Where one run finds what it is given and leaves what came of it: `.jerry/runs/<task>/<effect key>-e<epoch>`, for this user alone. What is
 * written after the program has begun goes to a file that was opened before: whatever the program did to the folder, nothing else is written.
 */
export class RunFolder {
  private constructor(
    /** Where it is, for people: from the project on. */
    readonly shown: string,
    private readonly path: string,
    private readonly log: FileHandle,
  ) {}

  static async open(
    projectDir: string,
    { task_id, effect_key, claim }: Pick<Work, 'task_id' | 'effect_key' | 'claim'>,
  ): Promise<RunFolder> {
    await mkdir(join(projectDir, '.jerry'), { recursive: true });
    // The project's own folder may be a link of a person's making; none below it is.
    const home = await realpath(join(projectDir, '.jerry'));
    const task = await ownFolder(await ownFolder(home, 'runs'), task_id);
    const name = `${effect_key}-e${claim.claim_epoch}`;
    await rm(join(task, name), { recursive: true, force: true });
    await makeRoom(task);
    const path = await ownFolder(task, name);
    return new RunFolder(`.jerry/runs/${task_id}/${name}`, path, await open(join(path, 'output.log'), 'wx', PRIVATE_FILE));
  }

  file(name: string): string {
    return join(this.path, name);
  }

  async write(name: string, text: string): Promise<string> {
    const path = this.file(name);
    const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, PRIVATE_FILE);
    await file.writeFile(text).finally(() => file.close());
    return path;
  }

  async keepOutput(text: string): Promise<void> {
    await this.log.writeFile(text);
  }

  close(): Promise<void> {
    return this.log.close();
  }
}

/** A folder that is none but a folder: a link that a program put there would lead what is written to where it wants it. */
async function ownFolder(parent: string, name: string): Promise<string> {
  const path = join(parent, name);
  await mkdir(path, { mode: PRIVATE_FOLDER }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if ((await lstat(path)).isDirectory()) return path;
  throw new Error(`${path} is not a folder of this service's making, and nothing is written there: remove it.`);
}

/** Of one task's runs the newest stay. */
async function makeRoom(task: string): Promise<void> {
  const runs = (await readdir(task)).flatMap((name) => {
    const [, version, epoch] = RUN_NAME.exec(name) ?? [];
    return version === undefined ? [] : [{ name, version: Number(version), epoch: Number(epoch) }];
  });
  const oldestFirst = runs.sort((a, b) => a.version - b.version || a.epoch - b.epoch);
  const gone = oldestFirst.slice(0, Math.max(0, runs.length - KEPT_RUNS + 1));
  await Promise.all(gone.map(({ name }) => rm(join(task, name), { recursive: true, force: true })));
}
