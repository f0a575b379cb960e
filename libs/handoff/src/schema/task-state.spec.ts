import { inStatus } from '../../../../test/support/statuses.js';
import { QA, Walk } from '../../../../test/support/walk.js';
import { STATUSES } from './status.js';

// Every key that the published example of a state has.
const PUBLISHED = {
  state:
    'schema_version task_id task_title goal acceptance_criteria labels created_by created_at updated_by updated_at version status phase previous_phase furthest_phase phase_started_at source_agent posted_by target_agent handoff_timestamp assigned_version claim last_epoch attempts failures_in_row not_before artifacts decisions_made blocking_issues warnings checks quality_gates_passed quality_gates_failed packets retry_feedback gates pending_handoff forked_from totals',
  artifacts: 'path artifact_type content_hash size_bytes version agent',
  decisions_made: 'id decision rationale alternatives supersedes superseded_by agent timestamp',
  blocking_issues: 'id issue severity suggested_action requires_human status acknowledged raised_by raised_at',
  warnings: 'id warning agent timestamp',
  checks: 'id name passed source detail agent at',
  packets:
    'id agent phase at failed_class attempted observed changed not_done failed_approaches highest_impact_uncertainty next_agent_should_first payload',
  retry_feedback: 'id cause feedback by from_phase attempt at artifacts_hash',
  gates: 'id kind status required issue_ids votes opened_at resolved_at',
  totals: 'decisions issues warnings findings not_done failed_approaches artifacts checks feedback gates packets',
} as const;

const full = (): Walk => {
  const walk = new Walk().to('testing');
  walk.hand(QA, 'testing', {
    decisions: [{ decision: 'x' }],
    issues_raised: [{ issue: 'x', severity: 'low', requires_human: true }],
    warnings: ['x'],
    checks: [{ name: 'x', passed: true }],
    feedback: 'x',
    packet: {
      observed: [{ finding: 'x' }],
      not_done: [{ item: 'x', reason: 'y' }],
      failed_approaches: [{ approach: 'x', why: 'y' }],
      next_agent_should_first: 'x',
    },
  });
  return walk;
};

describe('a state', () => {
  it('has every key that was published', () => {
    const { head } = full();
    expect(Object.keys(head)).toEqual(expect.arrayContaining(PUBLISHED.state.split(' ')));
    const { state: _, totals, ...lists } = PUBLISHED;
    expect(Object.keys(head.totals)).toEqual(totals.split(' '));
    for (const [list, keys] of Object.entries(lists)) {
      const [item] = head[list as keyof typeof lists];
      expect(Object.keys(item ?? {})).toEqual(expect.arrayContaining(keys.split(' ')));
    }
    expect(Object.keys(head.pending_handoff ?? {})).toEqual(['gate_id', 'version', 'source_agent', 'posted_by', 'phase', 'target_agent']);
    expect(head.packets[0]).toMatchObject({ observed: [{ id: 'F4' }], not_done: [{ id: 'N4' }], failed_approaches: [{ id: 'A4' }] });
  });

  it.each(STATUSES)('that is %s keeps to the meaning of its status', (status) => {
    const { head } = inStatus(status);
    expect(head.status).toBe(status);
    expect(head.phase === 'completed').toBe(status === 'completed');
    expect(head.target_agent === null).toBe(status === 'completed');
    expect(head.claim === null).toBe(status !== 'in_progress');
    expect(head.pending_handoff === null).toBe(status !== 'awaiting_human');
    expect(head.gates.filter((gate) => gate.status === 'open')).toHaveLength(status === 'awaiting_human' || status === 'abandoned' ? 1 : 0);
  });
});
