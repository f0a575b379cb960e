import type { DueTask } from '@app/handoff';
import { claimable, type Times } from './claimable.js';
import { Seat, type Seeker } from './seat.js';

const MOST_LOST = 16;
/** Nobody waits longer, and a far moment may come nearer when a clock is set. */
const LONGEST_SLEEP_MS = 30_000;

export interface Waitables extends Times {
  due(agent: string): Promise<readonly DueTask[]>;
}

/**
 * Where those wait who would take any task of their agents. Tasks are handed out here, one to one, the longest waiting to whoever
 * came first: so a task that comes up wakes one and not all, and no two from here race for it. Somebody who names a task at the
 * door may still be faster; then the next one is tried.
 */
export class WaitingRoom<T> {
  readonly #seats = new Set<Seat<T>>();
  /** Tasks that are being tried for somebody. */
  readonly #inHand = new Set<string>();
  readonly #hopeless = new Set<string>();
  #isHandingOut = false;
  #isAsked = false;
  #alarm: NodeJS.Timeout | undefined;

  constructor(private readonly waitables: Waitables) {}

  /** The first task that can be taken; null when there is none within the time, or the signal says not to wait. Nothing is taken after the signal. */
  async wait(seeker: Seeker<T>, waitMs: number, signal: AbortSignal): Promise<T | null> {
    if (signal.aborted) return null;
    const seat = new Seat(seeker, waitMs, () => this.look());
    const giveUp = () => {
      seat.gone = true;
      if (!seat.busy) this.#leave(seat, null);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    this.#seats.add(seat);
    this.look();
    try {
      return await seat.outcome;
    } finally {
      this.#seats.delete(seat);
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Something may have come up. Several calls in a row look once. */
  look(): void {
    if (this.#seats.size === 0 || this.#isAsked) return;
    this.#isAsked = true;
    setImmediate(() => void this.#handOut());
  }

  async #handOut(): Promise<void> {
    if (this.#isHandingOut) return;
    this.#isHandingOut = true;
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        await this.#round();
      }
    } finally {
      this.#isHandingOut = false;
    }
  }

  async #round(): Promise<void> {
    const present = [...this.#seats].filter((seat) => !seat.busy);
    try {
      const agents = new Set(present.flatMap(({ seeker }) => [...seeker.agents]));
      const due = (await Promise.all([...agents].map((agent) => this.waitables.due(agent)))).flat();
      this.#match(due);
    } catch (error) {
      // The store speaks for its directory no more: nobody is told that there is nothing to do.
      for (const seat of present) this.#fail(seat, error);
    }
    const busy = this.#busy();
    for (const seat of present) if (isDone(seat) && !busy.has(seat.seeker.who)) this.#leave(seat, null);
  }

  /** Who has a task tried for them: whatever comes of it is for all calls of that instance. */
  #busy(): Set<string | null> {
    const busy = new Set([...this.#seats].filter((seat) => seat.busy).map(({ seeker }) => seeker.who));
    busy.delete(null);
    return busy;
  }

  #match(due: readonly DueTask[]): void {
    const idle = [...this.#seats].filter((seat) => !seat.busy && seat.lost < MOST_LOST);
    const busy = this.#busy();
    const mayTake = (seat: Seat<T>): boolean => !seat.busy && !busy.has(seat.seeker.who);
    const give = (seat: Seat<T>, task: DueTask): void => {
      if (seat.seeker.who !== null) busy.add(seat.seeker.who);
      void this.#try(seat, task.task_id);
    };
    const own = claimsByHolder(due);
    for (const seat of idle) {
      const claimed = own.get(seat.seeker.who ?? '');
      if (claimed !== undefined && mayTake(seat)) give(seat, claimed);
    }
    const { ready, nextInMs } = claimable(due, this.waitables);
    const unwanted = new Set<string>();
    for (const task of ready) {
      if (unwanted.has(task.target_agent) || this.#inHand.has(task.task_id) || this.#hopeless.has(task.task_id)) continue;
      const seat = idle.find((one) => mayTake(one) && one.seeker.agents.has(task.target_agent));
      if (seat === undefined) unwanted.add(task.target_agent);
      else give(seat, task);
    }
    this.#sleep(nextInMs);
  }

  async #try(seat: Seat<T>, taskId: string): Promise<void> {
    seat.busy = true;
    this.#inHand.add(taskId);
    try {
      const taken = await seat.seeker.take(taskId);
      seat.busy = false;
      if (taken === 'never') this.#hopeless.add(taskId);
      else if (taken === 'lost') seat.lost++;
      else this.#leave(seat, taken);
      if (seat.gone) this.#leave(seat, null);
    } catch (error) {
      this.#fail(seat, error);
    } finally {
      this.#inHand.delete(taskId);
      this.look();
    }
  }

  #sleep(ms: number | null): void {
    clearTimeout(this.#alarm);
    if (ms !== null) this.#alarm = setTimeout(() => this.look(), Math.min(Math.ceil(ms), LONGEST_SLEEP_MS)).unref();
  }

  #leave(seat: Seat<T>, result: T | null): void {
    this.#seats.delete(seat);
    seat.leave(result);
  }

  #fail(seat: Seat<T>, error: unknown): void {
    this.#seats.delete(seat);
    seat.fail(error);
  }
}

const isDone = ({ busy, over, lost }: Pick<Seat<unknown>, 'busy' | 'over' | 'lost'>): boolean => !busy && (over || lost >= MOST_LOST);

/** What each instance works on; the oldest where that is several tasks. */
const claimsByHolder = (due: readonly DueTask[]): ReadonlyMap<string, DueTask> => {
  const claims = new Map<string, DueTask>();
  for (const task of due) {
    const holder = task.claim === null ? null : holderOf(task.claim.principal, task.claim.instance);
    if (holder !== null && !claims.has(holder)) claims.set(holder, task);
  }
  return claims;
};

/** One instance of a principal, as claims and those who wait name it. */
export const holderOf = (principal: string, instance: string): string => `${principal} ${instance}`;
