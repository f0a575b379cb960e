import type { Digest } from '../ports/digest.js';
import type { Artifact } from '../schema/artifact.js';
import type { ArtifactSet } from '../schema/task-state.js';

const BITS = 256;
const HEX_DIGITS = 64;

/** Artifacts never change, so each is digested once: it leaves the set with the weight it came with. */
const remembered = new WeakMap<Digest, WeakMap<Artifact, bigint>>();

const weightOf = (digest: Digest, artifact: Artifact): bigint => {
  const weights = remembered.get(digest) ?? new WeakMap<Artifact, bigint>();
  remembered.set(digest, weights);
  const known = weights.get(artifact);
  if (known !== undefined) return known;
  const weight = BigInt(`0x${digest(`${artifact.path}\n${artifact.content_hash}`)}`);
  weights.set(artifact, weight);
  return weight;
};

/** A set of artifacts while some come and go. A sum of hashes does not depend on order, so the set is known without listing it. */
export class ArtifactTally {
  #sum: bigint;
  #current: number;
  #unhashed: number;

  constructor(
    set: ArtifactSet,
    private readonly digest: Digest,
  ) {
    this.#sum = BigInt(`0x${set.digest}`);
    this.#current = set.current;
    this.#unhashed = set.unhashed;
  }

  add(artifact: Artifact): void {
    this.#current++;
    if (artifact.content_hash === null) this.#unhashed++;
    else this.#sum += weightOf(this.digest, artifact);
  }

  remove(artifact: Artifact): void {
    this.#current--;
    if (artifact.content_hash === null) this.#unhashed--;
    else this.#sum -= weightOf(this.digest, artifact);
  }

  /** The set as it is now. */
  get set(): ArtifactSet {
    const digest = BigInt.asUintN(BITS, this.#sum).toString(16).padStart(HEX_DIGITS, '0');
    return { current: this.#current, unhashed: this.#unhashed, digest };
  }
}
