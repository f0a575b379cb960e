const CHUNK = 512;

/** The first place in a sorted list whose key is not smaller. */
const lowerBound = (keys: readonly string[], key: string): number => {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Distinct keys in order, in chunks, so that neither a hundred thousand of them nor a change in their middle is felt. */
export class SortedKeys {
  size = 0;
  private readonly chunks: string[][] = [[]];

  add(key: string): void {
    const at = this.chunkOf(key);
    const chunk = this.chunks[at] as string[];
    const place = lowerBound(chunk, key);
    if (chunk[place] === key) return;
    chunk.splice(place, 0, key);
    this.size++;
    if (chunk.length > CHUNK) this.chunks.splice(at + 1, 0, chunk.splice(CHUNK / 2));
  }

  delete(key: string): void {
    const at = this.chunkOf(key);
    const chunk = this.chunks[at] as string[];
    const place = lowerBound(chunk, key);
    if (chunk[place] !== key) return;
    chunk.splice(place, 1);
    this.size--;
    if (chunk.length === 0 && this.chunks.length > 1) this.chunks.splice(at, 1);
  }

  /** The keys before this one, or all, the greatest first. */
  *below(key: string | null): Generator<string> {
    let at = key === null ? this.chunks.length - 1 : this.chunkOf(key);
    let place = key === null ? Number.POSITIVE_INFINITY : lowerBound(this.chunks[at] as string[], key);
    for (; at >= 0; at--, place = Number.POSITIVE_INFINITY) {
      const chunk = this.chunks[at] as string[];
      for (let i = Math.min(place, chunk.length) - 1; i >= 0; i--) yield chunk[i] as string;
    }
  }

  /** The chunk this key is in or belongs into: the last one that begins at or before it. */
  private chunkOf(key: string): number {
    let low = 0;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (((this.chunks[middle] as string[])[0] ?? '') <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
