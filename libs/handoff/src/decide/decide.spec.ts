import { ENGINEER, file, MIRA, QA, REVIEWER, sha256, Walk } from '../../../../test/support/walk.js';
import { replay } from '../history/replay.js';
import type { Command } from '../schema/command.js';
import { DEFAULT_RULES } from '../schema/rules.js';
import type { TaskState } from '../schema/task-state.js';
import { decide } from './decide.js';

const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
};

describe('decide', () => {
  it('walks a task from planning to completed, one version per command', () => {
    const walk = new Walk();
    walk.create();
    walk.hand(ENGINEER, 'implementing');
    walk.hand(ENGINEER, 'testing', { artifacts: [file('src/login.ts')] });
    walk.hand(QA, 'reviewing');
    const done = walk.hand(REVIEWER, 'completed');
    expect(done).toMatchObject({ version: 5, status: 'completed', phase: 'completed', target_agent: null, previous_phase: 'reviewing' });
    expect(walk.records.map((record) => record.kind)).toEqual(['create', 'handoff', 'handoff', 'handoff', 'handoff']);
  });

  it('refuses an equal, lower or skipping version', () => {
    const walk = new Walk().to('implementing');
    const at = (expected_version: number) => () => walk.hand(ENGINEER, 'testing', { artifacts: [file('a')] }, { expected_version });
    expect(walk.head.version).toBe(2);
    for (const version of [1, 3, 9]) expect(walk.code(at(version))).toBe('version_conflict');
    expect(walk.code(at(2))).toBe('accepted');
  });

  it('enforces a version that other commands name, and asks for none', () => {
    const wrong = { expected_version: 7 };
    const commands: [string, Parameters<Walk['do']>[1], Record<string, unknown>][] = [
      [ENGINEER, 'claim', {}],
      [MIRA, 'edit', { goal: 'Other' }],
      [MIRA, 'reassign', { target_agent: 'dev-qa', reason: 'better' }],
      [MIRA, 'cancel', { reason: 'no' }],
    ];
    for (const [principal, kind, body] of commands) {
      const walk = new Walk();
      walk.create();
      expect(walk.code(() => walk.do(principal, kind, { ...body, ...wrong }))).toBe('version_conflict');
      expect(walk.code(() => walk.do(principal, kind, body))).toBe('accepted');
    }
  });

  it('changes nothing that it was given, and answers the same twice', () => {
    const walk = new Walk().to('testing');
    const state = frozen(walk.head);
    const body = {
      phase: 'implementing' as const,
      expected_version: state.version,
      state_delta: { feedback: 'Session lost', artifacts: [file('src/login.ts', 'new')], checks: [{ name: 'unit', passed: false }] },
    };
    const command: Command = frozen({ kind: 'handoff', task_id: 'T1', body });
    const ctx = { now: '2026-11-18T10:00:00.000Z', principal: QA, rules: DEFAULT_RULES, digest: sha256, items: {} };
    const once = decide(state, command, ctx);
    expect(once).toMatchObject({ outcome: 'accepted', kind: 'handoff' });
    expect(decide(state, command, ctx)).toEqual(once);
  });

  it('gives the same state when its records are replayed from the start, byte for byte', () => {
    const walk = new Walk().to('testing');
    walk.claim(QA);
    walk.update(QA, { warnings: ['slow'], packet: { attempted: 'All browsers' } }, { claim_epoch: 1 });
    walk.hand(QA, 'implementing', { feedback: 'Session lost' }, { claim_epoch: 1 });
    const head = walk.records.reduce<TaskState | null>((state, record, k) => replay(state, record, k + 1), null);
    expect(JSON.stringify(head)).toBe(JSON.stringify(walk.head));
  });

  it('stamps who wrote the version, in whose name, and when', () => {
    const walk = new Walk();
    walk.create();
    const state = walk.hand(MIRA, 'implementing');
    expect(state).toMatchObject({ updated_by: MIRA, updated_at: walk.now, source_agent: 'dev-engineer', posted_by: MIRA });
    expect(walk.record).toMatchObject({ principal: ENGINEER, posted_by: MIRA, at: walk.now });
  });

  it('knows no task that was not created', () => {
    expect(new Walk().code(() => new Walk().do(MIRA, 'cancel', { reason: 'x' }))).toBe('task_not_found');
  });
});
