import type { Git } from '../git/git.js';
import { CannotCover } from './cannot-cover.error.js';
import { PathPattern } from './path-pattern.js';
import { walkFiles } from './walk-files.js';

/** So many are looked at within a second or so; more at every handoff would be felt. */
const MOST_FILES = 20_000;
const MOST_SEEN = 10 * MOST_FILES;
/** Between letting others have their turn: matching is work that never waits. */
const AT_ONCE = 500;

/**
 * The files a check speaks for. Its patterns choose among what git knows or would add; without git, and for a pattern that fits nothing
 * git knows, such as a build's output, among everything but what tools keep for themselves.
 */
export class CoveredFiles {
  constructor(
    private readonly root: string,
    private readonly git: Pick<Git, 'files'>,
    private readonly mostFiles = MOST_FILES,
  ) {}

  /** In the order of their names' letters. Throws `CannotCover`. */
  async list(patterns: readonly string[]): Promise<readonly string[]> {
    const known = await this.git.files();
    const covered = new Set<string>();
    for (const pattern of patterns.map((text) => new PathPattern(text))) {
      const before = covered.size;
      if (known !== null) await this.#choose(known, pattern, covered);
      if (known === null || covered.size === before) for (const base of pattern.bases) await this.#walk(base, pattern, covered);
    }
    return [...covered].sort();
  }

  async #choose(paths: readonly string[], pattern: PathPattern, covered: Set<string>): Promise<void> {
    for (const [index, path] of paths.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await new Promise(setImmediate);
      if (isOurs(path) && pattern.matches(path)) this.#add(path, covered);
    }
  }

  async #walk(base: string, pattern: PathPattern, covered: Set<string>): Promise<void> {
    let seen = 0;
    for await (const path of walkFiles(this.root, base)) {
      if (++seen > MOST_SEEN) throw tooMany(MOST_SEEN, 'lie where it looks');
      if (pattern.matches(path)) this.#add(path, covered);
    }
  }

  #add(path: string, covered: Set<string>): void {
    covered.add(path);
    if (covered.size > this.mostFiles) throw tooMany(this.mostFiles, 'are covered');
  }
}

/** What git lists is no more trusted than what agents post; but a path that only looks odd is a file like any other. */
const isOurs = (path: string): boolean => {
  const parts = path.toLowerCase().split('/');
  return parts[0] !== '.jerry' && !parts.includes('..') && !parts.includes('.git') && !path.startsWith('/');
};

const tooMany = (most: number, how: string): CannotCover =>
  new CannotCover(`More than ${most.toLocaleString('en')} files ${how}; name fewer in \`covers\`.`);
