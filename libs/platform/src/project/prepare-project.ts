import { constants } from 'node:fs';
import { access, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '../process/cannot-start.js';

/** Makes `.jerry/` in the project, invisible to its git, and returns its path. Refuses what could not be written later on. */
export async function prepareProject(projectDir: string): Promise<string> {
  await requireDirectory(projectDir);
  const home = join(projectDir, '.jerry');
  try {
    // Not `recursive`: that never returns where the parent is there and the file system refuses by ENOENT, as below /proc.
    await mkdir(home).catch(ignoreExisting);
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK);
    await writeFile(join(home, '.gitignore'), '*\n', { flag: 'wx' }).catch(ignoreExisting);
  } catch (error) {
    throw new CannotStart(
      `${home} cannot be written (${codeOf(error)}): allow this user to write there, or set JERRY_PROJECT_DIR to another project.`,
    );
  }
  return home;
}

async function requireDirectory(projectDir: string): Promise<void> {
  const found = await stat(projectDir).catch((error: unknown) => {
    throw new CannotStart(
      `The project directory ${projectDir} cannot be opened (${codeOf(error)}): create it, or set JERRY_PROJECT_DIR to another.`,
    );
  });
  if (!found.isDirectory()) throw new CannotStart(`The project directory ${projectDir} is not a directory: set JERRY_PROJECT_DIR to one.`);
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
}
