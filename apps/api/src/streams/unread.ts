/** Passes on what somebody reads at their own pace; calls out when they have not taken a piece for so long that nobody can be there. */
export async function* unread<T>(pieces: AsyncIterable<T>, patienceMs: number, onUnread: () => void): AsyncGenerator<T, void, undefined> {
  for await (const piece of pieces) {
    const timer = setTimeout(onUnread, patienceMs);
    try {
      yield piece;
    } finally {
      clearTimeout(timer);
    }
  }
}
