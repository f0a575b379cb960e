import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { identityOf } from '../file-identity.js';
import type { KnownHashes } from '../known-hashes.js';
import { CannotCover } from './cannot-cover.error.js';
import type { CoveredFiles } from './covered-files.js';

/** Two of the four threads Node has for files: others wait for the disk too. */
const LOOKERS = 2;
const RUNNABLE = 0o111n;

export interface Tree {
  /** SHA-256 of every path with what lies there: its kind, whether it can be run, and its content's hash. */
  readonly hash: string;
  readonly files: number;
}

/** Some of a project's files as one hash: another as soon as one of them changes, comes or goes. */
export class ProjectTree {
  constructor(
    private readonly root: string,
    private readonly covered: Pick<CoveredFiles, 'list'>,
    private readonly hashes: Pick<KnownHashes, 'hashOf'>,
    private readonly maxBytes: number,
  ) {}

  /** Throws `CannotCover`. */
  async look(patterns: readonly string[]): Promise<Tree> {
    const paths = await this.covered.list(patterns);
    const entries = new Array<string | null>(paths.length);
    const left = paths.entries();
    const look = async () => {
      for (const [index, path] of left) entries[index] = await this.#entry(path);
    };
    await Promise.all(Array.from({ length: LOOKERS }, look));
    const there = paths.flatMap((path, index) => (entries[index] == null ? [] : [`${entries[index]} ${path}\0`]));
    return { hash: createHash('sha256').update(there.join('')).digest('hex'), files: there.length };
  }

  /** Null: nothing is there, as after a file that git knows was deleted. */
  async #entry(path: string): Promise<string | null> {
    const at = join(this.root, path);
    try {
      const stats = await lstat(at, { bigint: true });
      // A link is what it says: where it leads to may lie outside.
      if (stats.isSymbolicLink())
        return `link ${createHash('sha256')
          .update(await readlink(at))
          .digest('hex')}`;
      return stats.isFile() ? await this.#file(at, stats) : 'other';
    } catch {
      if (path.includes('\uFFFD')) throw new CannotCover(`${JSON.stringify(path)} is not named in UTF-8; leave it out of \`covers\`.`);
      return null;
    }
  }

  async #file(at: string, stats: BigIntStats): Promise<string> {
    const identity = identityOf(stats);
    const hash = identity.sizeBytes > this.maxBytes ? null : await this.hashes.hashOf(at, identity);
    // What can't be read still changes when it is written.
    return `${(stats.mode & RUNNABLE) === 0n ? 'file' : 'program'} ${hash ?? identity.key}`;
  }
}
