/** Work that many ask for: whoever asks gets what was begun after they asked, and shares it with all who ask before it begins. */
export class FreshWork<T> {
  #underway: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  constructor(private readonly work: () => Promise<T>) {}

  run(): Promise<T> {
    this.#next ??= this.#afterwards();
    return this.#next;
  }

  async #afterwards(): Promise<T> {
    await this.#underway;
    this.#next = undefined;
    const result = this.work();
    this.#underway = result.catch(() => undefined);
    return result;
  }
}
