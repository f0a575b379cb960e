import type { FileIdentity } from './file-identity.js';
import { hashFile } from './hash-file.js';
import { Lanes } from './lanes.js';

/** Two of the four threads Node has for files: the store's syncs must not wait behind somebody's large files. */
const READERS = 2;
/** More than a check may cover: else each look would push out what the next one needs. Some 10 MB. */
const KEPT = 50_000;
/** Clocks of file systems tick coarsely (two seconds on some): a file may change once more within the tick and look the same. */
const SETTLED_AFTER_MS = 2_000;

/** Hashes of files by what they are, not by where: read once, however many ask, until the file changes. */
export class KnownHashes {
  readonly #kept = new Map<string, string>();
  readonly #reading = new Map<string, Promise<string | null>>();
  readonly #lanes = new Lanes(READERS);

  constructor(private readonly now: () => number) {}

  /** Null: it is no longer that file. */
  async hashOf(realPath: string, identity: FileIdentity): Promise<string | null> {
    const kept = this.#kept.get(identity.key);
    if (kept !== undefined) {
      this.#keep(identity.key, kept);
      return kept;
    }
    const reading = this.#reading.get(identity.key) ?? this.#lanes.run(() => this.#read(realPath, identity));
    this.#reading.set(identity.key, reading);
    return reading;
  }

  async #read(realPath: string, identity: FileIdentity): Promise<string | null> {
    const startedAtMs = this.now();
    const hash = await hashFile(realPath, identity);
    this.#reading.delete(identity.key);
    if (hash !== null && startedAtMs - identity.changedAtMs > SETTLED_AFTER_MS) this.#keep(identity.key, hash);
    return hash;
  }

  /** As the newest; the one not asked for longest makes room. */
  #keep(key: string, hash: string): void {
    this.#kept.delete(key);
    this.#kept.set(key, hash);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
