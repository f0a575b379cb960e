import { afterVersion, type EventPlace, type TaskStore } from '@app/handoff';
import { add, create } from '../../../../test/contract/acts.js';
import { House } from '../../../../test/support/house.js';
import { MemoryStore } from '../../../../test/support/memory-store.js';
import { whenChanged } from '../tasks/when-changed.js';
import { allFrames } from './all-frames.js';
import { EventHub } from './event-hub.js';
import { taskFrames } from './task-frames.js';
import { unread } from './unread.js';
import { Wakes } from './wakes.js';

const ids = (frame: string): string[] => [...frame.matchAll(/^id: (.*)\nevent: (?!reset)/gm)].map(([, id]) => id ?? '');
const range = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}.1`);

/** Reads a stream as slowly as a test wants. */
class Reader {
  readonly #frames: AsyncGenerator<string, void, undefined>;
  readonly seen: string[] = [];
  readonly other: string[] = [];

  constructor(frames: AsyncGenerator<string, void, undefined>) {
    this.#frames = frames;
  }

  /** One piece, once there is one. */
  async piece(): Promise<string> {
    const step = await this.#frames.next();
    if (step.done) throw new Error('the stream is over');
    const found = ids(step.value);
    this.seen.push(...found);
    if (found.length === 0) this.other.push(step.value);
    return step.value;
  }

  async until(id: string): Promise<void> {
    while (this.seen.at(-1) !== id) await this.piece();
  }

  async end(): Promise<boolean> {
    return (await this.#frames.next()).done === true;
  }
}

describe('event streams', () => {
  let store: TaskStore;
  let house: House;
  let hub: EventHub;
  let off: AbortController;
  beforeEach(async () => {
    store = new MemoryStore();
    house = await House.open(store);
    hub = new EventHub(store);
    off = new AbortController();
    await create(store, 'T1');
  });
  afterEach(() => off.abort());

  const grow = async (to: number, taskId = 'T1') => {
    for (let version = (await store.head(taskId))?.state.version ?? 0; version < to; version++)
      await add(store, taskId, 'x', {}, [{ op: 'remove', path: '/warnings/0' }]);
  };
  const ofTask = (place: EventPlace, quietMs = 60_000) =>
    new Reader(taskFrames({ reader: house.reader, hub, quietMs }, 'T1', place, off.signal));
  const ofAll = (cursor: string | null, quietMs = 60_000) => new Reader(allFrames({ store, hub, quietMs }, cursor, off.signal));

  describe('of one task', () => {
    it('name a place at once, tell the past, then the present, and comment on silence', async () => {
      await grow(5);
      const reader = ofTask({ version: 3, k: 1 }, 5);
      expect(await reader.piece()).toBe(': connected\nid: 3.1\n\n');
      expect(await reader.piece()).toMatch(
        /^id: 4\.1\nevent: task\.updated\ndata: {"task_id":"T1","version":4,.*"at":"[^"]*"}\n\nid: 5\.1\n/,
      );
      expect(await reader.piece()).toBe(': still here\n\n');
      await grow(6);
      await reader.until('6.1');
      expect(reader.seen).toEqual(range(4, 6));
    });

    it('leave nothing out and tell nothing twice, whatever is written between the past and the present', async () => {
      await grow(250);
      const readers = [0, 1, 120, 249, 250].map((version) => ({ version, reader: ofTask(afterVersion(version)) }));
      const writing = grow(700);
      await Promise.all(readers.map(({ reader }) => reader.until('700.1')));
      await writing;
      for (const { version, reader } of readers) expect(reader.seen).toEqual(range(version + 1, 700));
    });

    it('tell those who read slower than is kept of the present from the history, and keep nothing for them', async () => {
      const slow = ofTask(afterVersion(1));
      await slow.piece();
      await grow(3);
      await slow.piece();
      await grow(1_500);
      await slow.until('1500.1');
      expect(slow.seen).toEqual(range(2, 1_500));
    });

    it('end when nobody is there any more, also in the middle of the past', async () => {
      await grow(400);
      const [idle, busy] = [ofTask(afterVersion(400)), ofTask(afterVersion(0))];
      await idle.piece();
      await busy.piece();
      await busy.piece();
      const ends = idle.end();
      off.abort();
      expect(await Promise.all([ends, busy.end()])).toEqual([true, true]);
      expect(busy.seen.length).toBe(100);
    });
  });

  describe('of all tasks', () => {
    it('tell what happens from now on, or from a cursor on, in the order of each task', async () => {
      const now = ofAll(null);
      const [, cursor = ''] = /^: connected\nid: (\S+)\n\n$/.exec(await now.piece()) ?? [];
      await grow(4);
      await create(store, 'T2');
      const last = (await store.events(null, 1)).cursor;
      await now.until(last);
      const again = ofAll(cursor);
      await again.until(last);
      expect(again.seen).toEqual(now.seen);
      expect(now.seen).toHaveLength(4);
      const middle = ofAll(now.seen[1] ?? null);
      await middle.until(last);
      expect(middle.seen).toEqual(now.seen.slice(2));
    });

    it('say once that something may have been missed, and go on from there', async () => {
      for (const cursor of ['nonsense', '999.4', '1.400']) {
        const reader = ofAll(cursor, 5);
        await reader.piece();
        const [, next = ''] = /^id: (\S+)\nevent: reset\ndata: {}\n\n$/.exec(await reader.piece()) ?? [];
        expect((await store.events(next, 1)).reset).toBe(false);
        expect(await reader.piece()).toBe(': still here\n\n');
      }
    });

    it('reset a reader that falls behind everything that is kept', async () => {
      const reader = ofAll(null);
      await reader.piece();
      await grow(9_000);
      expect(await reader.piece()).toContain('event: reset\n');
      await grow(9_001);
      await reader.piece();
      expect(reader.seen).toHaveLength(1);
    });

    it('end when nobody is there any more', async () => {
      const reader = ofAll(null);
      await reader.piece();
      const ends = reader.end();
      off.abort();
      expect(await ends).toBe(true);
    });
  });

  it('call out when nobody takes what was written', async () => {
    const pieces = async function* () {
      yield 'a';
      yield 'b';
    };
    let calls = 0;
    const reader = unread(pieces(), 10, () => calls++);
    await reader.next();
    await new Wakes().sleep(40, off.signal);
    expect(calls).toBe(1);
    for await (const _ of unread(pieces(), 10, () => calls++));
    await new Wakes().sleep(40, off.signal);
    expect(calls).toBe(1);
  });

  describe('whenChanged', () => {
    const wait = (known: string | undefined, waitMs = 60_000) =>
      whenChanged({ reader: house.reader, hub }, 'T1', known === undefined ? [] : [known], waitMs, off.signal).then(
        ({ version }) => version,
      );

    it('answers at once whoever does not know the newest, or will not wait', async () => {
      expect(await Promise.all([wait(undefined), wait('"7"'), wait('"1"', 0)])).toEqual([1, 1, 1]);
      await expect(whenChanged({ reader: house.reader, hub }, 'T9', ['"1"'], 1, off.signal)).rejects.toMatchObject({
        code: 'task_not_found',
      });
    });

    it('answers when something was written, the time is over, or nobody waits any more', async () => {
      const waiting = [wait('"1"'), wait('"1"')];
      await create(store, 'T2');
      await grow(2);
      expect(await Promise.all(waiting)).toEqual([2, 2]);
      expect(await wait('"2"', 20)).toBe(2);
      const left = wait('"2"');
      off.abort();
      expect(await left).toBe(2);
    });
  });
});
