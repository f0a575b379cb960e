import type { ChatAnswer } from './chat.js';
import { ChatFailure } from './chat-failure.js';
import type { Door } from './door.js';
import { readChatError } from './read-chat-error.js';
import { unlessSilent } from './unless-silent.js';

/** An answer that is put together from the pieces it comes in. */
export interface Growing<Piece> {
  take(piece: Piece): void;
  /** All of it that was heard so far. */
  readonly heard: string;
  /** Null while its end has not come. */
  readonly whole: ChatAnswer | null;
}

/**
 * Hears an answer to its end. Answers are streamed, since a long one would otherwise look like a dead connection to everything between here
 * and the model.
 */
export function streamed<Piece>(
  { callee, silenceMs }: Pick<Door, 'callee' | 'silenceMs'>,
  signal: AbortSignal,
  open: (signal: AbortSignal) => Promise<AsyncIterable<Piece>>,
  answer: Growing<Piece>,
): Promise<ChatAnswer> {
  return unlessSilent(silenceMs, signal, async (either, heard) => {
    let begun = false;
    try {
      for await (const piece of await open(either)) {
        begun = true;
        heard();
        answer.take(piece);
      }
      // The SDKs end a stream that is aborted as if it were over.
      either.throwIfAborted();
      if (answer.whole !== null) return answer.whole;
      throw new ChatFailure({ class: 'transient', reason: `${callee.name} broke off in the middle of its answer.` }, { afterMs: null });
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = error instanceof ChatFailure ? error : readChatError(error, callee);
      failure.heard = begun ? answer.heard : null;
      throw failure;
    }
  });
}
