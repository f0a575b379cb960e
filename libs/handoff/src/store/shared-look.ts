import type { Fence } from './fence.js';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A look begins after every answer it vouches for was ready, so one serves all that became ready in the same turn of the event loop:
 * syncs end and callers ask in bunches, and each look is two calls of the file system.
 */
export class SharedLook {
  private waiting: Waiting[] = [];

  constructor(private readonly fence: Fence) {}

  /** Settles after a look that begins later than this is called. */
  next(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ resolve, reject }) === 1) setImmediate(() => this.look());
    });
  }

  private look(): void {
    const served = this.waiting;
    this.waiting = [];
    try {
      this.fence.look();
    } catch (error) {
      for (const { reject } of served) reject(error);
      return;
    }
    for (const { resolve } of served) resolve();
  }
}
