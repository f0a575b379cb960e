import type { TaskState, TaskStore } from '@app/handoff';
import { forking, step } from '../support/sample-history.js';
import { add, codeOf, create, grow } from './acts.js';
import type { StoreContext } from './store-context.js';

export const ownershipContract = (at: StoreContext): void => {
  describe('forks', () => {
    it('hold the source up to a version and go on by themselves', async () => {
      const states = await grow(at.store, 'T1', 5);
      await add(at.store, 'T1', 'keyed', { key: 'k6' });
      const { draft, next } = forking(states[2] as TaskState, 'T2');
      const forked = await at.store.fork({ taskId: 'T1', version: 3 }, 'T2', draft, next);
      expect(forked.state).toMatchObject({ task_id: 'T2', version: 4, forked_from: { task_id: 'T1', version: 3 } });
      await add(at.store, 'T2', 'own way');
      await at.beforeAndAfterRestart(async (target) => {
        expect((await target.records('T2', 1, 9)).map((record) => record.kind)).toEqual(['create', 'update', 'update', 'fork', 'update']);
        expect(JSON.stringify((await target.at('T2', 2))?.warnings)).toBe(JSON.stringify(states[1]?.warnings));
        expect((await target.head('T2'))?.state.warnings.map((warning) => warning.id)).toEqual(['W5', 'W3', 'W2']);
        expect(await target.verify('T2')).toMatchObject({ ok: true, versions: 5 });
        expect((await target.head('T1'))?.state.version).toBe(6);
      });
      expect(await at.store.findKey('T2', 'agent:dev-engineer', 'k6')).toBeNull();
    });

    it('do not take the keys of the source along', async () => {
      const { state } = await create(at.store, 'T1', {}, { key: 'birth' });
      const { draft, next } = forking(state, 'T2');
      await at.store.fork({ taskId: 'T1', version: 1 }, 'T2', draft, next);
      expect(await at.store.findKey('T2', 'human:mira', 'birth')).toBeNull();
      expect((await at.store.findKey('T1', 'human:mira', 'birth'))?.version).toBe(1);
    });

    it('need a version that is there and a name that is free', async () => {
      const { state } = await create(at.store, 'T1');
      const { draft, next } = forking(state, 'T2');
      expect(await codeOf(at.store.fork({ taskId: 'T9', version: 1 }, 'T2', draft, next))).toBe('task_not_found');
      expect(await codeOf(at.store.fork({ taskId: 'T1', version: 2 }, 'T2', draft, next))).toBe('version_not_found');
      const taken = { code: 'task_exists', details: { task_id: 'T1' } };
      await expect(at.store.fork({ taskId: 'T1', version: 1 }, 't1', draft, next)).rejects.toMatchObject(taken);
      expect(await codeOf(at.store.fork({ taskId: 'T1', version: 1 }, 'T1', draft, next))).toBe('task_exists');
      const racing = await Promise.all([1, 2, 3].map(() => codeOf(at.store.fork({ taskId: 'T1', version: 1 }, 'T2', draft, next))));
      expect(racing.sort()).toEqual(['accepted', 'task_exists', 'task_exists']);
      expect((await at.store.events(null, 1)).reset).toBe(false);
    });
  });

  describe('ownership', () => {
    it('keeps what was acknowledged over a restart', async () => {
      const states = await grow(at.store, 'T1', 140);
      const hash = (await at.store.head('T1'))?.hash;
      await at.restart();
      expect(await at.store.head('T1')).toEqual({ state: states.at(-1), hash });
      expect(JSON.stringify((await at.store.head('T1'))?.state)).toBe(JSON.stringify(states.at(-1)));
      expect((await add(at.store, 'T1', 'on')).state.version).toBe(141);
      expect(await at.store.verify('T1')).toMatchObject({ ok: true, versions: 141 });
    });

    const ASKED: readonly [string, (store: TaskStore, first: TaskState) => Promise<unknown>][] = [
      ['append', (store, first) => store.append('T1', 1, step(first, 'from the past').draft, step(first, 'from the past').next)],
      ['fork', (store, first) => store.fork({ taskId: 'T1', version: 1 }, 'T2', forking(first, 'T2').draft, forking(first, 'T2').next)],
      ['head', (store) => store.head('T1')],
      ['head of nothing', (store) => store.head('T9')],
      ['at', (store) => store.at('T1', 1)],
      ['records', (store) => store.records('T1', 1, 1)],
      ['history', (store) => store.history('T1', { limit: 1 })],
      ['findKey', (store) => store.findKey('T1', 'human:mira', 'k')],
      ['findFingerprint', (store) => store.findFingerprint('T1', 'human:mira', 'f')],
      ['query', (store) => store.query({}, { limit: 1 })],
      ['gates', (store) => store.gates({}, { limit: 1 })],
      ['due', (store) => store.due()],
      ['events', (store) => store.events(null, 1)],
      ['verify', (store) => store.verify('T1')],
    ];

    it.each(ASKED)('of the later writer ends the earlier one: it answers no %s any more', async (_, ask) => {
      const [first] = await grow(at.store, 'T1', 1);
      const second = await at.harness.openSecondWriter(at.store);
      expect(await codeOf(ask(at.store, first as TaskState))).toBe('outcome_unknown');
      expect((await add(second, 'T1', 'from now on')).state.version).toBe(2);
      expect(await second.verify('T1')).toMatchObject({ ok: true, versions: 2 });
      expect((await second.head('T1'))?.state.warnings[0]?.warning).toBe('from now on');
    });
  });
};
