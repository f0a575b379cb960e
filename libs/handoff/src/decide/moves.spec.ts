import { ENGINEER, file, MIRA, QA, REVIEWER, Walk } from '../../../../test/support/walk.js';
import { PHASES, type Phase, WORK_PHASES } from '../schema/phase.js';
import { Rules } from '../schema/rules.js';

const AGENTS = { planning: ENGINEER, implementing: ENGINEER, testing: QA, reviewing: REVIEWER } as const;
const words = { feedback: 'Not yet', packet: { next_agent_should_first: 'Go on here.' } };

// H-2: forward one step; back to implementing from testing or reviewing; back to planning; the same phase is a continuation.
const ALLOWED: Record<(typeof WORK_PHASES)[number], readonly Phase[]> = {
  planning: ['planning', 'implementing'],
  implementing: ['planning', 'implementing', 'testing'],
  testing: ['planning', 'implementing', 'testing', 'reviewing'],
  reviewing: ['planning', 'implementing', 'reviewing', 'completed'],
};

describe('moves', () => {
  it.each(WORK_PHASES.flatMap((from) => PHASES.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
    const walk = new Walk().to(from);
    const refusal = walk.refusal(() => walk.hand(AGENTS[from], to, { ...words, artifacts: [file('src/b.ts')] }));
    if (ALLOWED[from].includes(to)) {
      expect(refusal).toBeNull();
      expect(walk.head.phase).toBe(to);
    } else expect(refusal).toMatchObject({ code: 'transition_not_allowed', details: { allowed: ALLOWED[from] } });
  });

  it('gives the task to the agent of the phase unless another is named', () => {
    expect(new Walk().to('implementing').hand(ENGINEER, 'testing', { artifacts: [file('a')] }).target_agent).toBe('dev-qa');
    const walk = new Walk().to('implementing');
    expect(walk.hand(ENGINEER, 'testing', { artifacts: [file('a')] }, { target_agent: 'dev-reviewer' }).target_agent).toBe('dev-reviewer');
  });

  it('names an agent nobody knows', () => {
    const walk = new Walk().to('planning');
    const refusal = walk.refusal(() => walk.hand(ENGINEER, 'implementing', {}, { target_agent: 'dev-nobody' }));
    expect(refusal).toMatchObject({ code: 'unknown_agent', details: { known: ['dev-engineer', 'dev-qa', 'dev-reviewer'] } });
  });

  it('hands to further agents that the configuration names', () => {
    const walk = new Walk(Rules.parse({ agents: ['dev-engineer', 'dev-qa', 'dev-reviewer', 'security-review'] })).to('testing');
    expect(walk.hand(QA, 'reviewing', {}, { target_agent: 'security-review' }).target_agent).toBe('security-review');
  });

  it('records where the task came from and when', () => {
    const walk = new Walk().to('implementing');
    const before = walk.head;
    const state = walk.hand(ENGINEER, 'testing', { artifacts: [file('a')] });
    expect(state).toMatchObject({
      previous_phase: 'implementing',
      phase_started_at: walk.now,
      source_agent: 'dev-engineer',
      posted_by: null,
      handoff_timestamp: walk.now,
      assigned_version: before.version + 1,
      delivered_version: before.version + 1,
      furthest_phase: 'testing',
    });
  });
});

describe('back', () => {
  it.each([
    ['testing', 'implementing'],
    ['reviewing', 'implementing'],
    ['reviewing', 'planning'],
    ['implementing', 'planning'],
  ] as const)('%s to %s needs feedback and asks no exit rule', (from, to) => {
    const walk = new Walk().to(from);
    walk.update(AGENTS[from], {
      issues_raised: [{ issue: 'Broken', severity: 'blocker' }],
      checks: [{ name: 'unit', passed: false }],
    });
    expect(walk.code(() => walk.hand(AGENTS[from], to))).toBe('feedback_required');
    const state = walk.hand(AGENTS[from], to, { feedback: 'Session lost' });
    expect(state).toMatchObject({ phase: to, furthest_phase: from, status: 'pending' });
    expect(state.retry_feedback[0]).toMatchObject({
      id: `B${state.version}`,
      cause: 'sent_back',
      feedback: 'Session lost',
      by: AGENTS[from],
      from_phase: from,
      attempt: 1,
      at: walk.now,
    });
  });
});

describe('continuation', () => {
  it('needs a next step, goes to the sender, and asks no exit rule', () => {
    const walk = new Walk().to('testing');
    walk.update(QA, { issues_raised: [{ issue: 'Broken', severity: 'blocker' }] });
    expect(walk.code(() => walk.hand(QA, 'testing'))).toBe('next_step_required');
    expect(walk.code(() => walk.hand(QA, 'testing', { packet: { attempted: 'a' } }))).toBe('next_step_required');
    const before = walk.head;
    const state = walk.hand(QA, 'testing', { packet: words.packet });
    expect(state).toMatchObject({ target_agent: 'dev-qa', source_agent: 'dev-qa', phase: 'testing', status: 'pending', attempts: 0 });
    expect(state.phase_started_at).toBe(before.phase_started_at);
    expect(state.assigned_version).toBe(state.version);
  });

  it('goes to another agent when one is named, and stays with the agent when a person sends it on its behalf', () => {
    const walk = new Walk().to('testing');
    expect(walk.hand(MIRA, 'testing', { packet: words.packet }).target_agent).toBe('dev-qa');
    expect(walk.hand(QA, 'testing', { packet: words.packet }, { target_agent: 'dev-engineer' }).target_agent).toBe('dev-engineer');
    expect(walk.code(() => walk.hand(QA, 'testing', { packet: words.packet }))).toBe('not_assigned');
  });

  it('takes feedback as a note', () => {
    const state = new Walk().to('testing').hand(QA, 'testing', words);
    expect(state.retry_feedback[0]).toMatchObject({ cause: 'note', feedback: 'Not yet' });
  });
});

describe('the exit rule', () => {
  const leave = (walk: Walk, by: string, to: string, delta = {}) => walk.refusal(() => walk.hand(by, to, delta))?.details.reasons;

  it('lists every reason at once', () => {
    const rules = Rules.parse({
      phase_exit: { testing: { min_artifacts: 3, no_open: ['blocker', 'high'], no_failing_checks: true, required_checks: ['e2e'] } },
    });
    const walk = new Walk(rules).to('testing');
    walk.update(QA, {
      issues_raised: [
        { issue: 'Login fails', severity: 'blocker' },
        { issue: 'Slow', severity: 'high' },
        { issue: 'Typo', severity: 'low' },
      ],
      checks: [{ name: 'unit', passed: false }],
    });
    expect(leave(walk, QA, 'reviewing')).toEqual([
      { code: 'too_few_artifacts', detail: '3 needed, 1 recorded' },
      { code: 'open_blocker', detail: 'I4 Login fails' },
      { code: 'open_blocker', detail: 'I4.2 Slow' },
      { code: 'failing_check', detail: 'unit' },
      { code: 'evidence_missing', detail: 'e2e has not been run by the service' },
    ]);
  });

  it('looks at the task as the delta leaves it', () => {
    const walk = new Walk().to('implementing');
    expect(leave(walk, ENGINEER, 'testing')).toEqual([{ code: 'too_few_artifacts', detail: '1 needed, 0 recorded' }]);
    walk.hand(ENGINEER, 'testing', { artifacts: [file('a')] });
    walk.update(QA, { issues_raised: [{ issue: 'Broken', severity: 'blocker' }] });
    expect(leave(walk, QA, 'reviewing', { issues_resolved: [{ issue_id: 'I4', resolution: 'mended' }] })).toBeUndefined();
  });

  it('is replaced whole by a phase that the configuration names', () => {
    const rules = Rules.parse({ phase_exit: { implementing: {}, planning: { min_artifacts: 1 } } });
    const walk = new Walk(rules).to('planning');
    expect(walk.code(() => walk.hand(ENGINEER, 'implementing'))).toBe('phase_exit_failed');
    walk.hand(ENGINEER, 'implementing', { artifacts: [file('a')] });
    walk.hand(ENGINEER, 'testing', { artifacts_removed: ['a'] });
    expect(walk.head.phase).toBe('testing');
  });

  it('asks for files as they were recorded where the phase verifies them', () => {
    const walk = new Walk().to('reviewing');
    const onDisk = [
      { path: 'src/login.ts', status: 'changed' as const },
      { path: 'src/gone.ts', status: 'missing' as const },
      { path: 'src/far.ts', status: 'unverified' as const },
      { path: 'src/good.ts', status: 'verified' as const },
    ];
    const refusal = walk.refusal(() => walk.hand(REVIEWER, 'completed', {}, {}, { onDisk }));
    expect(refusal?.details.reasons).toEqual([
      { code: 'artifact_changed', detail: 'src/login.ts is not what was recorded' },
      { code: 'artifact_missing', detail: 'src/gone.ts is not there' },
    ]);
    const rules = Rules.parse({ phase_exit: { reviewing: {} } });
    const lax = new Walk(rules).to('reviewing');
    expect(lax.hand(REVIEWER, 'completed', {}, {}, { onDisk }).status).toBe('completed');
  });
});
