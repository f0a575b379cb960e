import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterVersion,
  type EventPlace,
  type LoggedEvent,
  placeOf,
  readEventPlace,
  showEventPlace,
  type TaskEvent,
  type TaskReader,
  type TaskStore,
} from '@app/handoff';
import { nodeFiles, openFileStore, type StoreFiles } from '@app/handoff/store';
import { add, create } from '../../../../test/contract/acts.js';
import { House } from '../../../../test/support/house.js';
import { MemoryStore } from '../../../../test/support/memory-store.js';
import { forking, gate } from '../../../../test/support/sample-history.js';

const told = async (reader: TaskReader, taskId: string, place: EventPlace): Promise<TaskEvent[]> => {
  const events: TaskEvent[] = [];
  for await (const some of reader.events(taskId, place)) events.push(...some);
  return events;
};

const withoutCursor = ({ cursor: _, ...event }: LoggedEvent): TaskEvent => event;

/** A task in which one version means several events, again and again. */
const story = async (store: TaskStore): Promise<void> => {
  await create(store, 'T1');
  await add(store, 'T1', 'asks', { kind: 'handoff' }, [{ op: 'replace', path: '/gates', value: [gate('T1', 2)] as never }]);
  await add(store, 'T1', 'votes', { kind: 'vote' }, [{ op: 'replace', path: '/gates', value: [gate('T1', 2, 'approved')] as never }]);
  await add(store, 'T1', 'ends', { kind: 'handoff' }, [{ op: 'replace', path: '/status', value: 'completed' }]);
};

describe('events of the past', () => {
  it('are told again as they were told when they happened, from any place on', async () => {
    const store = new MemoryStore();
    const { reader } = await House.open(store);
    const { cursor } = await store.events(null, 1);
    await story(store);
    const heard = (await store.events(cursor, 100)).events.map(withoutCursor);
    expect(heard.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '1.1 task.created',
      '2.1 task.handed_off',
      '2.2 gate.opened',
      '3.1 gate.voted',
      '3.2 gate.resolved',
      '4.1 task.handed_off',
      '4.2 task.completed',
    ]);
    expect(await told(reader, 'T1', afterVersion(0))).toEqual(heard);
    for (const [i, event] of heard.entries()) expect(await told(reader, 'T1', placeOf(event))).toEqual(heard.slice(i + 1));
    for (const version of [1, 2, 3, 4])
      expect(await told(reader, 'T1', afterVersion(version))).toEqual(heard.filter((event) => event.version > version));
    expect(await told(reader, 'T1', { version: 2, k: 99 })).toEqual(heard.slice(3));
  });

  it('of a fork are its own, also those from before it was one', async () => {
    const store = new MemoryStore();
    const { reader } = await House.open(store);
    await story(store);
    const head = await store.head('T1');
    const { draft, next } = forking(head?.state as never, 'F1');
    const { cursor } = await store.events(null, 1);
    await store.fork({ taskId: 'T1', version: 4 }, 'F1', draft, next);
    const events = await told(reader, 'F1', afterVersion(0));
    expect(new Set(events.map(({ task_id }) => task_id))).toEqual(new Set(['F1']));
    expect(events.slice(-2)).toEqual((await store.events(cursor, 9)).events.map(withoutCursor));
  });

  it('have places that read as they are shown', () => {
    for (const id of ['0', '17', '17.1', '999999999.9999']) expect(showEventPlace(readEventPlace(id) as EventPlace)).toBe(id);
    for (const text of ['', '1.', '.1', '01', '1.2.3', '-1', '1.12345', '9999999999', 'x', '1 ']) expect(readEventPlace(text)).toBeNull();
  });

  it('of ten thousand versions are each told once, in order, also from the middle', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'jerry-events-'));
    // What is read here need not outlive a power cut.
    const unsynced: StoreFiles = { ...nodeFiles, fdatasync: (_, done) => done(null) };
    const store = await openFileStore({ directory, renderSummary: () => '', onFatal: () => undefined }, unsynced);
    try {
      await create(store, 'T1');
      for (let version = 2; version <= 10_000; version++) await add(store, 'T1', 'x', {}, [{ op: 'remove', path: '/warnings/0' }]);
      const { reader } = await House.open(store);
      const all = await told(reader, 'T1', afterVersion(0));
      expect(all.map(({ version }) => version)).toEqual(Array.from({ length: 10_000 }, (_, i) => i + 1));
      expect(await told(reader, 'T1', afterVersion(9_870))).toEqual(all.slice(9_870));
    } finally {
      await store.close();
      rmSync(directory, { recursive: true });
    }
  });
});
