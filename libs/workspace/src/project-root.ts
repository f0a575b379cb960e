import { lstat, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ArtifactPath } from '@app/handoff';
import { identityOf } from './file-identity.js';
import type { Place } from './place.js';

const HIDDEN: Place = { kind: 'hidden' };
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/** Says where a path leads, all links followed, and keeps it inside. What it says may be out of date at once: whoever opens looks again. */
export class ProjectRoot {
  constructor(
    private readonly root: string,
    private readonly home: string,
  ) {}

  async locate(path: string): Promise<Place> {
    if (!ArtifactPath.safeParse(path).success) return HIDDEN;
    try {
      const realPath = await realpath(join(this.root, path));
      if (!this.#mayBeSeen(realPath)) return HIDDEN;
      const stats = await lstat(realPath, { bigint: true });
      if (stats.isSymbolicLink()) return HIDDEN;
      return stats.isFile() ? { kind: 'file', realPath, identity: identityOf(stats) } : { kind: 'other' };
    } catch (error) {
      return isAbsent(error) && (await this.#isPlainlyAbsent(path)) ? { kind: 'missing' } : HIDDEN;
    }
  }

  /** Where a folder really is, if it is one and lies inside; null: the root itself. */
  async folder(path: string | null): Promise<string | undefined> {
    if (path === null) return this.root;
    if (!ArtifactPath.safeParse(path).success) return undefined;
    const realPath = await realpath(join(this.root, path)).catch(() => undefined);
    return realPath !== undefined && this.#mayBeSeen(realPath) ? realPath : undefined;
  }

  #mayBeSeen(realPath: string): boolean {
    if (!isWithin(this.root, realPath) || isWithin(this.home, realPath)) return false;
    // Without regard to case: on many a disk `.JERRY` is `.jerry`.
    const parts = relative(this.root, realPath).toLowerCase().split(sep);
    return parts[0] !== '.jerry' && !parts.includes('.git');
  }

  /** Absent without a link in the way: behind a link, whether something is there would tell of what lies outside. */
  async #isPlainlyAbsent(path: string): Promise<boolean> {
    let at = this.root;
    try {
      for (const part of path.split('/')) {
        at = join(at, part);
        if ((await lstat(at)).isSymbolicLink()) return false;
      }
      return false;
    } catch (error) {
      return isAbsent(error);
    }
  }
}

const isWithin = (directory: string, path: string): boolean => path === directory || path.startsWith(join(directory, sep));

const isAbsent = (error: unknown): boolean => ABSENT.has((error as NodeJS.ErrnoException).code ?? '');
