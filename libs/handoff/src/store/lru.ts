/** Keeps the most recently used, up to a number; what `mayGo` still needs stays beyond it. */
export class Lru<V> {
  private readonly kept = new Map<string, V>();
  private newest: string | undefined;

  constructor(
    private readonly capacity: number,
    private readonly onEvict: (key: string, value: V) => void = () => undefined,
    private readonly mayGo: (key: string) => boolean = () => true,
  ) {}

  get(key: string): V | undefined {
    const value = this.kept.get(key);
    if (value === undefined || key === this.newest) return value;
    this.renew(key, value);
    return value;
  }

  set(key: string, value: V): void {
    if (key === this.newest && this.kept.get(key) === value) return;
    this.renew(key, value);
    if (this.kept.size > this.capacity) this.evictOne();
  }

  delete(key: string): void {
    this.kept.delete(key);
  }

  entries(): IterableIterator<[string, V]> {
    return this.kept.entries();
  }

  private renew(key: string, value: V): void {
    this.kept.delete(key);
    this.kept.set(key, value);
    this.newest = key;
  }

  private evictOne(): void {
    for (const [key, value] of this.kept) {
      if (!this.mayGo(key)) continue;
      this.kept.delete(key);
      this.onEvict(key, value);
      return;
    }
  }
}
