import { createHash } from 'node:crypto';
import type { EvidenceAccess } from '@app/handoff';
import type { ProjectConfig } from '@app/platform';
import { CannotCover, type Workspace } from '@app/workspace';
import { FreshWork } from './fresh-work.js';

/** A hint may be this old: `next` is made for every answer, and many come at once. */
const LATELY_MS = 2_000;

interface Seen {
  readonly hash: string;
  readonly files: number;
  readonly atMs: number;
}

/** What each check speaks for, as one hash: its files, and the check itself, for a result of other tests proves nothing about these. */
export class CheckTrees implements EvidenceAccess {
  readonly #looks = new Map<string, FreshWork<Seen>>();
  readonly #seen = new Map<string, Seen>();

  constructor(
    private readonly checks: ProjectConfig['checks'],
    private readonly tree: Pick<Workspace['tree'], 'look'>,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  async treeHash(check: string, lately = false): Promise<string | null> {
    if (!Object.hasOwn(this.checks, check)) return null;
    const seen = this.#seen.get(check);
    if (lately && seen !== undefined && this.monotonicMs() - seen.atMs < LATELY_MS) return seen.hash;
    try {
      return (await this.look(check)).hash;
    } catch (error) {
      if (error instanceof CannotCover) return null;
      throw error;
    }
  }

  /** As it is now. Throws `CannotCover`. */
  look(check: string): Promise<Pick<Seen, 'hash' | 'files'>> {
    const look = this.#looks.get(check) ?? new FreshWork(() => this.#look(check));
    this.#looks.set(check, look);
    return look.run();
  }

  async #look(check: string): Promise<Seen> {
    const { command = [], covers = [] } = this.checks[check] ?? {};
    const atMs = this.monotonicMs();
    const { hash, files } = await this.tree.look(covers);
    const spoken = JSON.stringify([command, covers, hash]);
    const seen = { hash: createHash('sha256').update(spoken).digest('hex'), files, atMs };
    this.#seen.set(check, seen);
    return seen;
  }
}
