import type { DueTask } from '@app/handoff';
import type { Seeker } from './seat.js';
import { holderOf, WaitingRoom } from './waiting-room.js';

const task = (task_id: string, more: Partial<DueTask> = {}): DueTask => ({
  task_id,
  version: 1,
  target_agent: 'dev-qa',
  status: 'pending',
  not_before: null,
  since: '2026-11-18T09:00:00.000Z',
  claim: null,
  ...more,
});

interface Wish {
  readonly who?: string | null;
  readonly agents?: readonly string[];
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  readonly fate?: Seeker<string>['take'];
}

const NEVER = new AbortController().signal;

/** A room whose tasks and clocks a test moves by hand; whoever takes a task takes it off the list. */
class Floor {
  readonly tasks: DueTask[] = [];
  readonly tried: string[] = [];
  readonly leases = new Map<string, number>();
  #heard: () => void = () => undefined;
  now = Date.UTC(2026, 10, 18, 10);
  readonly room = new WaitingRoom<string>({
    due: async (agent) => {
      setImmediate(() => this.#heard());
      return this.tasks.filter(({ target_agent }) => target_agent === agent);
    },
    nowMs: () => this.now,
    leaseLeftMs: ({ task_id }) => this.leases.get(task_id) ?? 0,
  });

  add(...tasks: DueTask[]): Promise<void> {
    this.tasks.push(...tasks);
    this.room.look();
    return this.looked();
  }

  /** Until the room has looked at what there is. */
  looked(): Promise<void> {
    return new Promise((heard) => {
      this.#heard = heard;
    });
  }

  take(name: string, fate: Seeker<string>['take'] = async (taskId) => `${name} ${taskId}`): Seeker<string>['take'] {
    return async (taskId) => {
      this.tried.push(`${name} ${taskId}`);
      const taken = await fate(taskId);
      if (taken !== 'never') this.remove(taskId);
      return taken;
    };
  }

  remove(taskId: string): void {
    const at = this.tasks.findIndex(({ task_id }) => task_id === taskId);
    if (at >= 0) this.tasks.splice(at, 1);
  }

  wait(name: string, { who = null, agents = ['dev-qa'], waitMs = 5_000, signal = NEVER, fate }: Wish = {}): Promise<string | null> {
    return this.room.wait({ agents: new Set(agents), who, take: this.take(name, fate) }, waitMs, signal);
  }
}

describe('WaitingRoom', () => {
  let floor: Floor;
  beforeEach(() => {
    floor = new Floor();
  });

  it('gives the task that waits longest to whoever came first, and tries none for two', async () => {
    const waiting = ['a', 'b', 'c', 'd'].map((name) => floor.wait(name));
    void floor.add(task('T2', { since: '2026-11-18T09:30:00.000Z' }), task('T1'), task('T3', { since: '2026-11-18T09:40:00.000Z' }));
    expect(await Promise.all(waiting.slice(0, 3))).toEqual(['a T1', 'b T2', 'c T3']);
    void floor.add(task('T4'));
    expect(await waiting[3]).toBe('d T4');
    expect(floor.tried).toEqual(['a T1', 'b T2', 'c T3', 'd T4']);
  });

  it('tries a task for nobody else while it is being tried', async () => {
    let slow: () => void = () => undefined;
    const first = floor.wait('a', { fate: (id) => new Promise((taken) => (slow = () => taken(id))) });
    await floor.add(task('T1'));
    const second = floor.wait('b');
    await floor.looked();
    slow();
    expect(await first).toBe('T1');
    void floor.add(task('T2'));
    expect(await second).toBe('b T2');
    expect(floor.tried).toEqual(['a T1', 'b T2']);
  });

  it('gives a task only to those who work for its agent', async () => {
    const qa = floor.wait('qa');
    const both = floor.wait('both', { agents: ['dev-reviewer', 'dev-engineer'] });
    void floor.add(task('E1', { target_agent: 'dev-engineer' }), task('Q1'));
    expect(await Promise.all([qa, both])).toEqual(['qa Q1', 'both E1']);
  });

  it('does not let one wait who did not want to, once everything has been offered', async () => {
    expect(await floor.wait('a', { waitMs: 0 })).toBeNull();
    floor.tasks.push(task('T1'), task('T2'));
    expect(await floor.wait('a', { waitMs: 0, fate: async (id) => (id === 'T1' ? 'lost' : id) })).toBe('T2');
  });

  it('gives an instance what it holds, before anything else, and both its calls the same', async () => {
    const claim = { principal: 'agent:dev-qa', instance: 'one', claim_epoch: 1 };
    floor.leases.set('T9', 5_000);
    floor.tasks.push(task('T1'), task('T9', { status: 'in_progress', claim }));
    const who = holderOf('agent:dev-qa', 'one');
    const fate = async (id: string) => {
      floor.tasks.push(task(id, { status: 'in_progress', claim }));
      return id;
    };
    expect(await floor.wait('one', { who, fate })).toBe('T9');
    floor.tasks.splice(0);
    const twice = [floor.wait('one', { who, fate }), floor.wait('one', { who, fate, waitMs: 0 })];
    void floor.add(task('T1'), task('T2'));
    expect(await Promise.all(twice)).toEqual(['T1', 'T1']);
  });

  it('looks again when a back-off or a lease is over', async () => {
    const notBefore = new Date(floor.now + 20).toISOString();
    const waiting = floor.wait('a', {});
    await floor.add(task('T1', { not_before: notBefore }));
    expect(floor.tried).toEqual([]);
    floor.now += 20;
    expect(await waiting).toBe('a T1');
    const claim = { principal: 'agent:dev-qa', instance: 'gone', claim_epoch: 1 };
    floor.leases.set('T2', 20);
    const next = floor.wait('b');
    await floor.add(task('T2', { status: 'in_progress', claim }));
    expect(floor.tried).toEqual(['a T1']);
    floor.leases.set('T2', -1);
    expect(await next).toBe('b T2');
  });

  it('gives up after as many lost races as are plenty, and tries what nobody can have only once', async () => {
    floor.tasks.push(...Array.from({ length: 50 }, (_, i) => task(`T${i}`)));
    expect(await floor.wait('a', { fate: async () => 'lost' })).toBeNull();
    expect(floor.tried.length).toBe(16);
    floor.tasks.splice(0, 100, task('bad'), task('good'));
    floor.tried.length = 0;
    expect(await floor.wait('b', { fate: async (id) => (id === 'bad' ? 'never' : id) })).toBe('good');
    floor.tasks.push(task('good2'));
    expect(await floor.wait('c')).toBe('c good2');
    expect(floor.tried).toEqual(['b bad', 'b good', 'c good2']);
  });

  it('takes nothing once nobody is there, also when they left while a task was tried', async () => {
    const off = new AbortController();
    const waiting = floor.wait('a', { signal: off.signal });
    off.abort();
    expect(await waiting).toBeNull();
    const late = new AbortController();
    const trying = floor.wait('b', {
      signal: late.signal,
      fate: async () => {
        late.abort();
        return 'lost';
      },
    });
    void floor.add(task('T1'), task('T2'));
    expect(await trying).toBeNull();
    expect(floor.tried).toEqual(['b T1']);
    expect(await floor.wait('c', { signal: late.signal })).toBeNull();
    expect(floor.tasks.map(({ task_id }) => task_id)).toEqual(['T2']);
  });

  it('tells everybody when the store does not answer, and goes on when it does again', async () => {
    const broken = new WaitingRoom<string>({
      due: async () => {
        throw new Error('fenced');
      },
      nowMs: () => 0,
      leaseLeftMs: () => 0,
    });
    const seeker = { agents: new Set(['dev-qa']), who: null, take: async (id: string) => id };
    await expect(broken.wait(seeker, 10_000, new AbortController().signal)).rejects.toThrow('fenced');
    await expect(floor.wait('a', { fate: () => Promise.reject(new Error('no space')), waitMs: 0 })).resolves.toBeNull();
    void floor.add(task('T1'));
    await expect(floor.wait('a', { fate: () => Promise.reject(new Error('no space')) })).rejects.toThrow('no space');
    expect(await floor.wait('b')).toBe('b T1');
  });
});
