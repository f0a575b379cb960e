import { setTimeout as pause } from 'node:timers/promises';
import type { Chat, ChatAnswer, ChatAsk } from './chat.js';
import { ChatFailure } from './chat-failure.js';

const TRIES = 3;
/** Who has to wait longer gives the task back, so that its worker can do something else meanwhile. */
const LONGEST_WAIT_MS = 60_000;

export interface Patience {
  readonly signal: AbortSignal;
  /** When the run has to be over, by `performance.now`. */
  readonly deadline: number;
  /** Before the second try, where the server doesn't say; doubled for each further one. */
  readonly backOffMs: number;
  /** Told of every try that failed. */
  readonly onFailure: (failure: ChatFailure) => void;
}

/** Asks until there is an answer, as long as asking again may help and waiting for it ends within the time of the run. */
export async function askPatiently(chat: Chat, ask: ChatAsk, patience: Patience): Promise<ChatAnswer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await chat.answer(ask, patience.signal);
    } catch (error) {
      patience.signal.throwIfAborted();
      if (!(error instanceof ChatFailure)) throw error;
      patience.onFailure(error);
      if (error.again === null || tries === TRIES) throw error;
      const waitMs = error.again.afterMs ?? patience.backOffMs * 2 ** (tries - 1);
      if (waitMs > LONGEST_WAIT_MS || performance.now() + waitMs >= patience.deadline) throw error;
      await pause(waitMs, undefined, { signal: patience.signal });
    }
  }
}
