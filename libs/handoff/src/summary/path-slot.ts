import { encodePath } from './encode-path.js';
import type { Passage } from './passages-of.js';
import { Slot } from './slot.js';

/** A path in a list of paths: shown whole or not at all. */
export class PathSlot extends Slot {
  constructor(
    path: string,
    worth: number,
    /** Whether this is an artifact, and so counted. */
    readonly isArtifact: boolean,
  ) {
    super(path, worth);
  }

  override get passages(): readonly Passage[] {
    this.#passages ??= [{ text: encodePath(this.text), sentence: 0, glued: false, share: 1 }];
    return this.#passages;
  }

  #passages: readonly Passage[] | undefined;
}
