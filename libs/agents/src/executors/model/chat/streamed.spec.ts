import type { ChatAnswer } from './chat.js';
import { ChatFailure } from './chat-failure.js';
import { type Growing, streamed } from './streamed.js';

const WHOLE: ChatAnswer = { turn: { from: 'model', text: 'Done.', calls: [] }, stop: 'ended', usage: null };
const door = { callee: { name: 'm', keyName: null, hush: (text: string) => text }, silenceMs: 100 };
const answer = (): Growing<number> => ({ take: () => undefined, heard: 'Do', whole: WHOLE });

/** Says something after each of these times. */
const pieces = (...afterMs: number[]) =>
  async function* (signal: AbortSignal) {
    for (const [at, ms] of afterMs.entries()) {
      jest.advanceTimersByTime(ms);
      signal.throwIfAborted();
      yield at;
    }
  };

describe('streamed', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const hear = (...afterMs: number[]) =>
    streamed(door, new AbortController().signal, async (signal) => pieces(...afterMs)(signal), answer());

  it('takes its time as long as something is heard', async () => {
    await expect(hear(90, 90, 90, 90)).resolves.toBe(WHOLE);
  });

  it('gives up on silence, and remembers what was heard before', async () => {
    const failure = await hear(90, 110).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChatFailure);
    expect(failure).toMatchObject({ failure: { class: 'transient', reason: 'The model said nothing for 0.1 s.' }, heard: 'Do' });
    await expect(hear(110)).rejects.toMatchObject({ heard: null });
  });
});
