import { HandoffError } from '../errors/handoff.error.js';
import type { Ownership } from './ownership.js';

export interface StoreFatal {
  /** Another process has taken the directory: its lock must be left alone. */
  readonly fenced: boolean;
  readonly message: string;
  readonly cause?: unknown;
}

/**
 * Stands between the store and every answer. Once it has fallen (fenced, or a sync failed) nothing is answered any more:
 * whatever was asked has an unknown outcome, and only a new process with a new generation may say what is there.
 */
export class Fence {
  private fallen: StoreFatal | null = null;

  constructor(
    private readonly ownership: Ownership,
    private readonly onFatal: (fatal: StoreFatal) => void,
  ) {}

  get generation(): number {
    return this.ownership.generation;
  }

  get hasFallen(): boolean {
    return this.fallen !== null;
  }

  /** Whether nobody has taken over, also after the fence has fallen. When in doubt, somebody has. */
  isDirectoryMine(): boolean {
    try {
      return this.ownership.isHeld();
    } catch {
      return false;
    }
  }

  /** Throws when the fence has fallen, without looking at the directory. */
  assertStanding(): void {
    if (this.fallen !== null) throw this.unknown(this.fallen);
  }

  /** Ends everything this process has to say about the directory. */
  fall(message: string, cause?: unknown, fenced = false): HandoffError {
    if (this.fallen === null) {
      this.fallen = { fenced, message, ...(cause === undefined ? {} : { cause }) };
      this.onFatal(this.fallen);
    }
    return this.unknown(this.fallen);
  }

  /** An orderly end: nothing is answered any more, and there is nothing to report. */
  close(): void {
    this.fallen ??= { fenced: false, message: 'The store is closed.' };
  }

  /** Throws unless this process is still the only one that may answer. Every answer that rests on a head ends with this. */
  look(): void {
    this.assertStanding();
    let held: boolean;
    try {
      held = this.ownership.isHeld();
    } catch (cause) {
      throw this.fall('The owner file of the directory cannot be read.', cause);
    }
    if (!held) throw this.fall('Another process has taken over the directory.', undefined, true);
  }

  private unknown(fatal: StoreFatal): HandoffError {
    return new HandoffError(
      'outcome_unknown',
      `${fatal.message} Whether this was carried out will be known when the service is back.`,
      {},
      { cause: fatal.cause },
    );
  }
}
