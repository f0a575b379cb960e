interface Waiter<Written> {
  readonly isLost: (written: Written) => boolean;
  /** Null: it is your turn. */
  readonly go: (lostTo: Written | null) => void;
}

interface Lost<Written> {
  readonly to: Written;
  readonly go: (lostTo: Written | null) => void;
}

interface Line<Written> {
  waiting: Waiter<Written>[];
  readonly lost: Lost<Written>[];
  isHeld: boolean;
  isOneLeaving: boolean;
}

/** What the one whose turn it is lets the others know. */
export interface Turn<Written> {
  /** All that is left to do is to wait. */
  writing(): void;
  wrote(written: Written): void;
}

const nothing = () => undefined;
const NO_TURN = { writing: nothing, wrote: nothing };

/**
 * One command at a time per task, in the order of arrival. Whoever waits learns what was written meanwhile; one that `isLost` by that leaves the line
 * without a turn. Losers leave one after the other, because the first of them is usually the next to win and must not wait until a whole crowd has been
 * answered; once it writes, all others leave at once.
 */
export class Turns<Written> {
  readonly #lines = new Map<string, Line<Written>>();

  async take<T>(
    taskId: string,
    work: (turn: Turn<Written>, lostTo: Written | null) => Promise<T>,
    isLost: (written: Written) => boolean,
  ): Promise<T> {
    const key = taskId.toLowerCase();
    const line = this.#lineOf(key);
    if (line.isHeld) {
      const lostTo = await new Promise<Written | null>((go) => line.waiting.push({ isLost, go }));
      if (lostTo !== null) return this.#leave(key, line, work(NO_TURN, lostTo));
    }
    line.isHeld = true;
    let written: Written | null = null;
    try {
      return await work({ writing: () => this.#letAllLeave(line), wrote: (one) => (written = one) }, null);
    } finally {
      this.#end(key, line, written);
    }
  }

  #lineOf(key: string): Line<Written> {
    let line = this.#lines.get(key);
    if (line !== undefined) return line;
    line = { waiting: [], lost: [], isHeld: false, isOneLeaving: false };
    this.#lines.set(key, line);
    return line;
  }

  async #leave<T>(key: string, line: Line<Written>, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      line.isOneLeaving = false;
      this.#letNextLeave(key, line);
    }
  }

  /** The turn goes straight to whoever is next: nobody who comes along now can take it first. */
  #end(key: string, line: Line<Written>, written: Written | null): void {
    if (written !== null) this.#sortOut(line, written);
    const next = line.waiting.shift();
    line.isHeld = next !== undefined;
    next?.go(null);
    this.#letNextLeave(key, line);
  }

  #sortOut(line: Line<Written>, written: Written): void {
    const still: Waiter<Written>[] = [];
    for (const waiter of line.waiting) {
      if (waiter.isLost(written)) line.lost.push({ to: written, go: waiter.go });
      else still.push(waiter);
    }
    line.waiting = still;
  }

  #letAllLeave(line: Line<Written>): void {
    for (const { to, go } of line.lost.splice(0)) go(to);
  }

  #letNextLeave(key: string, line: Line<Written>): void {
    if (line.isOneLeaving) return;
    const next = line.lost.shift();
    line.isOneLeaving = next !== undefined;
    if (next !== undefined) next.go(next.to);
    else if (!line.isHeld && this.#lines.get(key) === line) this.#lines.delete(key);
  }
}
