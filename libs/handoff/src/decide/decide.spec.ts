import { createHash } from 'node:crypto';
import { HandoffError } from '../errors/handoff.error.js';
import { replay } from '../history/replay.js';
import type { Command } from '../schema/command.js';
import { DEFAULT_RULES, type Rules } from '../schema/rules.js';
import { TaskState } from '../schema/task-state.js';
import type { KnownItems } from './context.js';
import { decide } from './decide.js';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const now = '2026-11-18T09:00:00.000Z';
const hash = (seed: string) => digest(seed);

/** One task walked through by hand; real `decide`, nothing else. */
class Walk {
  state: TaskState | null = null;
  constructor(readonly rules: Rules = DEFAULT_RULES) {}

  do(principal: string, command: Omit<Command, 'task_id'>, items: KnownItems = {}): TaskState {
    const decided = decide(this.state, { task_id: 'T1', ...command } as Command, { now, principal, rules: this.rules, digest, items });
    if (decided.outcome === 'unchanged') return this.head;
    const replayed = replay(
      this.state,
      { effect: [...decided.effect], principal, at: now },
      this.state === null ? 1 : this.head.version + 1,
    );
    expect(JSON.stringify(replayed)).toBe(JSON.stringify(decided.next));
    this.state = TaskState.parse(decided.next);
    if (decided.refusal) throw decided.refusal;
    return this.state;
  }
  get head(): TaskState {
    if (this.state === null) throw new Error('no task yet');
    return this.state;
  }
  create(): TaskState {
    return this.do('human:mira', { kind: 'create', body: { task_title: 'Login survives a restart' } } as never);
  }
  hand(principal: string, phase: string, state_delta: object = {}, more: object = {}, items: KnownItems = {}): TaskState {
    return this.do(
      principal,
      { kind: 'handoff', body: { phase, expected_version: this.head.version, state_delta, ...more } } as never,
      items,
    );
  }
  code(run: () => unknown): string {
    const before = JSON.stringify(this.state);
    try {
      run();
    } catch (error) {
      expect(error).toBeInstanceOf(HandoffError);
      expect(JSON.stringify(this.state)).toBe(before);
      return (error as HandoffError).code;
    }
    return 'accepted';
  }
}

const file = (path: string, seed = path) => ({ path, content_hash: hash(seed), size_bytes: 10 });

describe('decide', () => {
  it('walks a task from planning to completed, one version per command', () => {
    const walk = new Walk();
    walk.create();
    walk.hand('agent:dev-engineer', 'implementing');
    walk.hand('agent:dev-engineer', 'testing', { artifacts: [file('src/login.ts')] });
    walk.hand('agent:dev-qa', 'reviewing');
    const done = walk.hand('agent:dev-reviewer', 'completed');
    expect(done).toMatchObject({ version: 5, status: 'completed', phase: 'completed', target_agent: null, previous_phase: 'reviewing' });
  });

  it('refuses an equal, lower or skipping version', () => {
    const walk = new Walk();
    walk.create();
    walk.hand('agent:dev-engineer', 'implementing');
    for (const expected_version of [1, 3, 9])
      expect(walk.code(() => walk.hand('agent:dev-engineer', 'testing', { artifacts: [file('a')] }, { expected_version }))).toBe(
        'version_conflict',
      );
  });
});
