import { replay, type TaskState } from '@app/handoff';
import { creation, step } from '../support/sample-history.js';
import { codeOf, create, grow } from './acts.js';
import type { StoreContext } from './store-context.js';

export const versionsContract = (at: StoreContext): void => {
  describe('versions', () => {
    it('has no head where there is no task', async () => {
      expect(await at.store.head('T1')).toBeNull();
      expect(await at.store.at('T1', 1)).toBeNull();
      expect(await at.store.records('T1', 1, 9)).toEqual([]);
      expect(await at.store.findKey('T1', 'human:mira', 'k')).toBeNull();
      expect(await codeOf(at.store.verify('T1'))).toBe('task_not_found');
      expect(await codeOf(at.store.history('T1', { limit: 1 }))).toBe('task_not_found');
      expect(await codeOf(at.store.append('T1', 1, creation('T1').draft, creation('T1').next))).toBe('task_not_found');
    });

    it('writes gap-free versions whose replay is the head, chained by their hashes', async () => {
      const states = await grow(at.store, 'T1', 12);
      const records = await at.store.records('T1', 1, 99);
      expect(records.map((record) => record.version)).toEqual(states.map((state) => state.version));
      let replayed: TaskState | null = null;
      for (const [i, record] of records.entries()) {
        replayed = replay(replayed, record, record.version);
        expect(JSON.stringify(replayed)).toBe(JSON.stringify(states[i]));
        if (i > 0) expect(record.prev_hash).toBe(records[i - 1]?.hash);
      }
      expect((await at.store.head('T1'))?.hash).toBe(records.at(-1)?.hash);
      expect(await at.store.verify('T1')).toEqual({ ok: true, versions: 12, head_hash: records.at(-1)?.hash, fragments: 0 });
    });

    it('refuses every version but the next', async () => {
      const states = await grow(at.store, 'T1', 3);
      for (const stale of [1, 2]) {
        const { draft, next } = step(states[stale - 1] as TaskState, 'late');
        await expect(at.store.append('T1', stale, draft, next)).rejects.toMatchObject({
          code: 'version_conflict',
          details: { current_version: 3 },
        });
      }
      const early = step({ ...(states[2] as TaskState), version: 7 }, 'early');
      expect(await codeOf(at.store.append('T1', 7, early.draft, early.next))).toBe('version_conflict');
      expect((await at.store.head('T1'))?.state.version).toBe(3);
    });

    it('lets exactly one of many racers write a version', async () => {
      await create(at.store, 'T1');
      for (let round = 1; round <= 20; round++) {
        const base = (await at.store.head('T1'))?.state as TaskState;
        const racers = Array.from({ length: 8 }, (_, i) => step(base, `racer ${i}`, { principal: `agent:racer-${i}` }));
        const outcomes = await Promise.all(racers.map(({ draft, next }) => codeOf(at.store.append('T1', round, draft, next))));
        expect(outcomes.filter((code) => code === 'accepted')).toHaveLength(1);
        expect(outcomes.filter((code) => code === 'version_conflict')).toHaveLength(7);
        const [record] = await at.store.records('T1', round + 1, round + 1);
        expect(record?.principal).toBe(`agent:racer-${outcomes.indexOf('accepted')}`);
      }
    });

    it('takes a name once, without regard to case, and reads it with it', async () => {
      await create(at.store, 'Login');
      expect(await codeOf(create(at.store, 'Login'))).toBe('task_exists');
      await expect(create(at.store, 'lOGIN')).rejects.toMatchObject({ code: 'task_exists', details: { task_id: 'Login' } });
      expect(await at.store.head('login')).toBeNull();
      const racing = await Promise.all(['Race', 'race', 'RACE', 'Race'].map((id) => codeOf(create(at.store, id))));
      expect(racing.filter((code) => code === 'accepted')).toHaveLength(1);
      expect(racing.filter((code) => code === 'task_exists')).toHaveLength(3);
    });

    it('takes no name that could lead anywhere else', async () => {
      await create(at.store, 'T1');
      for (const id of ['../T2', 'a/b', '/T2', 'T\n2', 'nul', '']) expect(await codeOf(create(at.store, id))).toBe('invalid_request');
    });

    it('gives any past state, and says which versions there are not', async () => {
      const states = await grow(at.store, 'T1', 300);
      for (const version of [1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 299, 300])
        expect(JSON.stringify(await at.store.at('T1', version))).toBe(JSON.stringify(states[version - 1]));
      for (const version of [0, -1, 1.5, 301]) expect(await codeOf(at.store.at('T1', version))).toBe('version_not_found');
    });

    it('gives records by range', async () => {
      await grow(at.store, 'T1', 140);
      const versions = async (from: number, to: number) => (await at.store.records('T1', from, to)).map((record) => record.version);
      expect(await versions(1, 3)).toEqual([1, 2, 3]);
      expect(await versions(127, 130)).toEqual([127, 128, 129, 130]);
      expect(await versions(139, 500)).toEqual([139, 140]);
      expect(await versions(-5, 2)).toEqual([1, 2]);
      expect(await versions(141, 150)).toEqual([]);
      expect(await versions(5, 4)).toEqual([]);
    });
  });
};
