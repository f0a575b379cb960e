import type { TaskState, TaskStore } from '@app/handoff';
import { step } from '../support/sample-history.js';
import { add, allPages, codeOf, create, grow } from './acts.js';
import type { StoreContext } from './store-context.js';

export const readingContract = (at: StoreContext): void => {
  describe('readers', () => {
    it('see a version wholly or not at all while it is written', async () => {
      const [first] = await grow(at.store, 'T1', 1);
      let base = first as TaskState;
      for (let version = 2; version <= 30; version++) {
        const { draft, next } = step(base, `note ${version}`);
        const writing = at.store.append('T1', version - 1, draft, next);
        let over = false;
        void writing.finally(() => {
          over = true;
        });
        while (!over) {
          const seen = (await at.store.head('T1'))?.state as TaskState;
          expect(JSON.stringify(seen)).toBe(JSON.stringify(seen.version === version ? next : base));
          expect(seen.warnings).toHaveLength(seen.version - 1);
          await new Promise(setImmediate);
        }
        await writing;
        expect((await at.store.head('T1'))?.state.version).toBe(version);
        base = next;
      }
    });

    it('share a state that never changes in place', async () => {
      await create(at.store, 'T1');
      const before = await at.store.head('T1');
      const text = JSON.stringify(before);
      await add(at.store, 'T1', 'later');
      expect(JSON.stringify(before)).toBe(text);
    });

    it('are told when the state file has followed', async () => {
      const appended = await create(at.store, 'T1');
      await expect(appended.published).resolves.toBeUndefined();
    });
  });

  describe('history', () => {
    it('lists versions newest first, page by page, with what each recorded', async () => {
      await create(at.store, 'T1');
      await add(at.store, 'T1', 'second', { posted_by: 'human:mira', kind: 'handoff' }, [
        { op: 'replace', path: '/phase', value: 'implementing' },
      ]);
      await add(at.store, 'T1', 'third', { kind: 'claim' }, [{ op: 'replace', path: '/status', value: 'in_progress' }]);
      const rows = (await at.store.history('T1', { limit: 2 })).items;
      expect(rows).toMatchObject([
        { version: 3, by: 'agent:dev-engineer', kind: 'claim', phase: 'implementing', status: 'in_progress', items: ['W3'] },
        { version: 2, posted_by: 'human:mira', kind: 'handoff', phase: 'implementing', status: 'pending', items: ['W2'] },
      ]);
      const all = await allPages((cursor) => at.store.history('T1', { limit: 2, cursor }));
      expect(all.map((row) => row.version)).toEqual([3, 2, 1]);
      expect(all.at(-1)).toMatchObject({ kind: 'create', phase: 'planning', status: 'pending', by: 'human:mira' });
      expect(all[0]?.hash).toBe((await at.store.head('T1'))?.hash);
    });

    it('shows each version once to somebody who turns pages while others write', async () => {
      await grow(at.store, 'T1', 150);
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await at.store.history('T1', { limit: 40, cursor });
        seen.push(...page.items.map((row) => row.version));
        cursor = page.next_cursor ?? undefined;
        await add(at.store, 'T1', 'meanwhile');
      } while (cursor !== undefined);
      expect(seen).toEqual(Array.from({ length: 150 }, (_, i) => 150 - i));
    });

    it('refuses a cursor it did not give', async () => {
      await create(at.store, 'T1');
      expect(await codeOf(at.store.history('T1', { limit: 1, cursor: 'nonsense!' }))).toBe('invalid_request');
      expect(await codeOf(at.store.query({}, { limit: 1, cursor: 'nonsense!' }))).toBe('invalid_request');
      expect(await codeOf(at.store.gates({}, { limit: 1, cursor: 'nonsense!' }))).toBe('invalid_request');
    });
  });

  describe('requests that come again', () => {
    it('are found by key and by fingerprint, for whoever posted them, over the last 1,000 versions', async () => {
      await create(at.store, 'T1', {}, { key: 'birth' });
      await add(at.store, 'T1', 'two', { key: 'k2', fingerprint: 'f'.repeat(32) });
      await add(at.store, 'T1', 'three', { key: 'k3', posted_by: 'human:mira' });
      const find = async (target: TaskStore, principal: string, key: string) =>
        (await target.findKey('T1', principal, key))?.version ?? null;
      await at.beforeAndAfterRestart(async (target) => {
        expect(await find(target, 'human:mira', 'birth')).toBe(1);
        expect(await find(target, 'agent:dev-engineer', 'k2')).toBe(2);
        expect(await find(target, 'human:mira', 'k2')).toBeNull();
        expect(await find(target, 'human:mira', 'k3')).toBe(3);
        expect(await find(target, 'agent:dev-engineer', 'k3')).toBeNull();
        expect((await target.findFingerprint('T1', 'agent:dev-engineer', 'f'.repeat(32)))?.version).toBe(2);
        expect(await target.findFingerprint('T1', 'human:mira', 'f'.repeat(32))).toBeNull();
      });
      while (((await at.store.head('T1'))?.state.version ?? 0) < 1_001) await add(at.store, 'T1', 'on');
      expect(await find(at.store, 'human:mira', 'birth')).toBeNull();
      expect(await find(at.store, 'agent:dev-engineer', 'k2')).toBe(2);
    });
  });
};
