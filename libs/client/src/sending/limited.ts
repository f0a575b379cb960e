/** A signal that follows the caller's and also fires by itself after a while. `done` lets go of both. */
export interface Limited {
  readonly signal: AbortSignal;
  /** Starts the while anew. */
  extend(): void;
  done(): void;
}

/** Listeners are taken off again: a caller's signal may live for as long as a process, and see many requests. */
export function limited(ms: number, outer?: AbortSignal): Limited {
  const own = new AbortController();
  const expire = () => own.abort(new Error(`no answer within ${ms / 1_000} s`));
  const follow = () => own.abort(outer?.reason);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow, { once: true });
  let timer = setTimeout(expire, ms);
  return {
    signal: own.signal,
    extend: () => {
      clearTimeout(timer);
      timer = setTimeout(expire, ms);
    },
    done: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}
