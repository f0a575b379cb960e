import type { Artifact, ArtifactAccess, ArtifactStatus, SeenFile } from '@app/handoff';
import { artifactType } from './artifact-type.js';
import type { Git } from './git/git.js';
import type { KnownHashes } from './known-hashes.js';
import { Lanes } from './lanes.js';
import { listFiles } from './list-files.js';
import type { Place } from './place.js';
import type { ProjectRoot } from './project-root.js';
import { type ReadText, readText } from './read-text.js';
import type { ProjectTree } from './tree/project-tree.js';

interface Parts {
  readonly root: ProjectRoot;
  readonly hashes: KnownHashes;
  readonly maxBytes: number;
  readonly tree: ProjectTree;
  readonly git: Git;
}

/** How often a file that changes while it is read is read again before it counts as one that can't be seen. */
const TRIES = 3;

interface Seen {
  readonly place: Place;
  readonly hash: string | null;
}

/**
 * A project's files: to the domain type, size and SHA-256 of regular files inside the root, never a byte of them; to an agent that asks for
 * one by its path, also its text. Links are
 * followed as long as they stay inside. A hard link is the file itself: which other names it has cannot be told, and much is linked so.
 */
export class Workspace implements ArtifactAccess {
  readonly #locating = new Lanes(1);

  constructor(private readonly parts: Parts) {}

  /** Many files as one hash. */
  get tree(): ProjectTree {
    return this.parts.tree;
  }

  get git(): Git {
    return this.parts.git;
  }

  async look(path: string): Promise<SeenFile> {
    const { place, hash } = await this.#see(path);
    return { artifact_type: artifactType(path), content_hash: hash, size_bytes: place.kind === 'file' ? place.identity.sizeBytes : null };
  }

  async status({ path, content_hash: recorded }: Artifact): Promise<ArtifactStatus> {
    // Nobody ever saw it from here: it may lie on the agent's machine, and there is nothing to hold it against.
    if (recorded === null) return 'unverified';
    const { place, hash } = await this.#see(path);
    if (place.kind === 'missing') return 'missing';
    if (place.kind === 'hidden') return 'unverified';
    if (place.kind === 'other') return 'changed';
    if (hash === null) return 'unverified';
    return hash === recorded ? 'verified' : 'changed';
  }

  /** The beginning of a file that may be seen, as text; null for anything else. */
  async readText(path: string, maxBytes: number): Promise<ReadText | null> {
    const place = await this.#locate(path);
    return place.kind === 'file' ? readText(place.realPath, place.identity, maxBytes) : null;
  }

  /** Paths of files below a folder, or of all; in order, so that the same project gives the same list. */
  listFiles(folder: string | null, limit: number): Promise<readonly string[]> {
    return listFiles(this.parts.root, folder, limit);
  }

  /** The hash of what lies there after reading as before it. */
  async #see(path: string): Promise<Seen> {
    let place = await this.#locate(path);
    for (let tries = 0; tries < TRIES && place.kind === 'file' && place.identity.sizeBytes <= this.parts.maxBytes; tries++) {
      const hash = await this.parts.hashes.hashOf(place.realPath, place.identity);
      const now = await this.#locate(path);
      if (hash !== null && now.kind === 'file' && now.identity.key === place.identity.key) return { place, hash };
      place = now;
    }
    return { place, hash: null };
  }

  #locate(path: string): Promise<Place> {
    return this.#locating.run(() => this.parts.root.locate(path));
  }
}
