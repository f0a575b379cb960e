import type { TaskStore } from '@app/handoff';
import { gate } from '../support/sample-history.js';
import { add, allPages, create } from './acts.js';
import type { StoreContext } from './store-context.js';

export const listsContract = (at: StoreContext): void => {
  describe('lists', () => {
    const moment = (n: number) => new Date(Date.UTC(2026, 1, 1) + n * 1_000).toISOString();

    it('order by creation, newest first, and page with every filter', async () => {
      for (let n = 1; n <= 25; n++)
        await create(at.store, `T${n}`, {
          created_at: moment(Math.floor(n / 2)),
          phase: n % 2 ? 'testing' : 'planning',
          target_agent: n % 3 ? 'dev-qa' : 'dev-engineer',
          labels: n % 5 ? [] : ['five'],
          task_title: n === 7 ? 'Find the NEEDLE' : 'hay',
        });
      const rows = await allPages((cursor) => at.store.query({}, { limit: 4, cursor }));
      const keys = rows.map((row) => `${row.created_at} ${row.task_id}`);
      expect(keys).toEqual([...keys].sort().reverse());
      expect(new Set(keys).size).toBe(25);
      const ids = async (filter: Parameters<TaskStore['query']>[0]) =>
        (await allPages((cursor) => at.store.query(filter, { limit: 3, cursor })))
          .map((row) => Number(row.task_id.slice(1)))
          .sort((a, b) => a - b);
      const wanted = (fits: (n: number) => boolean) => Array.from({ length: 25 }, (_, i) => i + 1).filter(fits);
      expect(await ids({ phase: 'testing' })).toEqual(wanted((n) => n % 2 === 1));
      expect(await ids({ phase: 'testing', target_agent: 'dev-engineer' })).toEqual(wanted((n) => n % 2 === 1 && n % 3 === 0));
      expect(await ids({ label: 'five' })).toEqual(wanted((n) => n % 5 === 0));
      expect(await ids({ q: 'needle' })).toEqual([7]);
      expect(await ids({ q: 't24' })).toEqual([24]);
      expect(await ids({ status: 'completed' })).toEqual([]);
    });

    it('show each task once to somebody who turns pages while others write, as it is now', async () => {
      for (let n = 10; n < 30; n++) await create(at.store, `T${n}`, { created_at: moment(n) });
      const seen: string[] = [];
      let cursor: string | undefined;
      let newcomer = 100;
      do {
        const page = await at.store.query({ status: 'pending' }, { limit: 3, cursor });
        seen.push(...page.items.map((row) => row.task_id));
        cursor = page.next_cursor ?? undefined;
        await create(at.store, `N${newcomer}`, { created_at: moment(newcomer++) });
        await add(at.store, 'T29', 'meanwhile');
      } while (cursor !== undefined);
      expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => `T${29 - i}`));
    });

    it('follow every version, also after a restart', async () => {
      await create(at.store, 'T1');
      await add(at.store, 'T1', 'on', { kind: 'handoff' }, [
        { op: 'replace', path: '/phase', value: 'testing' },
        { op: 'replace', path: '/target_agent', value: 'dev-qa' },
        { op: 'replace', path: '/not_before', value: moment(5) },
      ]);
      await create(at.store, 'T2', { status: 'completed', phase: 'completed', target_agent: null });
      await create(at.store, 'T3', { status: 'in_progress' });
      await at.beforeAndAfterRestart(async (target) => {
        expect((await target.query({ phase: 'planning' }, { limit: 9 })).items.map((row) => row.task_id)).toEqual(['T3']);
        expect((await target.query({ phase: 'testing', target_agent: 'dev-qa' }, { limit: 9 })).items).toMatchObject([
          { task_id: 'T1', version: 2 },
        ]);
        expect(await target.due()).toMatchObject([
          { task_id: 'T1', version: 2, target_agent: 'dev-qa', status: 'pending', not_before: moment(5) },
          { task_id: 'T3', version: 1, target_agent: 'dev-engineer', status: 'in_progress', not_before: null },
        ]);
        expect((await target.due('dev-qa')).map((task) => task.task_id)).toEqual(['T1']);
        expect(await target.due('dev-reviewer')).toEqual([]);
      });
    });

    it('hold gates, open ones and those of one task', async () => {
      await create(at.store, 'T1', { gates: [gate('T1', 4), gate('T1', 2, 'approved')] });
      await create(at.store, 'T2', { gates: [gate('T2', 3)] });
      await at.beforeAndAfterRestart(async (target) => {
        const ids = async (filter: Parameters<TaskStore['gates']>[0]) =>
          (await allPages((cursor) => target.gates(filter, { limit: 1, cursor }))).map((row) => row.id);
        expect(await ids({})).toEqual(['T1.G4', 'T2.G3', 'T1.G2']);
        expect(await ids({ status: 'open' })).toEqual(['T1.G4', 'T2.G3']);
        expect(await ids({ task_id: 'T1' })).toEqual(['T1.G4', 'T1.G2']);
        expect((await target.gates({ status: 'open', task_id: 'T2' }, { limit: 5 })).items).toMatchObject([{ task_id: 'T2', id: 'T2.G3' }]);
      });
      await add(at.store, 'T1', 'settled', { kind: 'vote' }, [
        { op: 'replace', path: '/gates', value: [gate('T1', 4, 'approved')] as never },
      ]);
      expect((await at.store.gates({ status: 'open' }, { limit: 5 })).items.map((row) => row.id)).toEqual(['T2.G3']);
      expect((await at.store.gates({}, { limit: 5 })).items.map((row) => row.id)).toEqual(['T1.G4', 'T2.G3']);
    });
  });

  describe('events', () => {
    it('come in the order of versions, each once, from a cursor on', async () => {
      const heard: string[] = [];
      const stop = at.store.subscribe((event) => heard.push(`${event.task_id}:${event.id}`));
      const { cursor, reset } = await at.store.events(null, 10);
      expect(reset).toBe(false);
      await create(at.store, 'T1');
      await add(at.store, 'T1', 'gate', { kind: 'handoff' }, [{ op: 'replace', path: '/gates', value: [gate('T1', 2)] as never }]);
      const first = await at.store.events(cursor, 2);
      expect(first.events.map((event) => [event.name, event.id])).toEqual([
        ['task.created', '1.1'],
        ['task.handed_off', '2.1'],
      ]);
      expect(first.events.map((event) => event.cursor)).toEqual([(await at.store.events(cursor, 1)).cursor, first.cursor]);
      const second = await at.store.events(first.cursor, 10);
      expect(second.events).toMatchObject([{ name: 'gate.opened', gate_id: 'T1.G2', version: 2 }]);
      expect((await at.store.events(second.cursor, 10)).events).toEqual([]);
      stop();
      await add(at.store, 'T1', 'unheard');
      expect(heard).toEqual(['T1:1.1', 'T1:2.1', 'T1:2.2']);
    });

    it('reset whoever comes with a cursor from before a restart', async () => {
      await create(at.store, 'T1');
      const { cursor } = await at.store.events(null, 10);
      await at.restart();
      const after = await at.store.events(cursor, 10);
      expect(after).toMatchObject({ events: [], reset: true });
      await add(at.store, 'T1', 'on');
      expect((await at.store.events(after.cursor, 10)).events).toHaveLength(1);
      expect((await at.store.events('nonsense', 10)).reset).toBe(true);
    });

    it('reach the others when one listener fails', async () => {
      const heard: string[] = [];
      at.store.subscribe(() => {
        throw new Error('a listener that fails');
      });
      at.store.subscribe((event) => heard.push(event.id));
      expect((await create(at.store, 'T1')).state.version).toBe(1);
      expect(heard).toEqual(['1.1']);
    });
  });
};
