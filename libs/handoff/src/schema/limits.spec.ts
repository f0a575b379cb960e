import { sha256 } from '../../../../test/support/walk.js';
import { BODIES, type CommandKind } from './command.js';

type Fields = Record<string, unknown>;

const x = (count: number) => 'x'.repeat(count);
const list = <T>(count: number, make: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => make(k));
const delta = (state_delta: Fields) => ({ phase: 'testing', expected_version: 1, state_delta });
const packet = (fields: Fields) => delta({ packet: fields });
const seen = { exit_code: 0, duration_ms: 1, output_hash: sha256('o'), tree_hash: sha256('t'), stable: true };
const evidence = (fields: Fields) => ({ results: [{ name: 'unit', passed: true, command: ['x'], ...seen, ...fields }] });
const vote = { decision: 'approve', digest: sha256('d') };
const release = { claim_epoch: 1, reason: 'x' };

// The contract's sentence on limits, field by field: what makes a body with a text of so many characters, and how many it may have.
const TEXTS: [string, CommandKind, number, (text: string) => Fields][] = [
  ['task_title', 'create', 200, (task_title) => ({ task_title })],
  ['goal', 'create', 4_000, (goal) => ({ task_title: 'x', goal })],
  ['acceptance_criteria', 'create', 500, (text) => ({ task_title: 'x', acceptance_criteria: [text] })],
  ['labels', 'create', 64, (text) => ({ task_title: 'x', labels: [text] })],
  ['edit title', 'edit', 200, (task_title) => ({ task_title })],
  ['edit goal', 'edit', 4_000, (goal) => ({ goal })],
  ['edit criteria', 'edit', 500, (text) => ({ acceptance_criteria: [text] })],
  ['edit labels', 'edit', 64, (text) => ({ labels: [text] })],
  ['issue', 'handoff', 2_000, (issue) => delta({ issues_raised: [{ issue, severity: 'low' }] })],
  [
    'suggested_action',
    'handoff',
    1_000,
    (suggested_action) => delta({ issues_raised: [{ issue: 'x', severity: 'low', suggested_action }] }),
  ],
  ['resolution', 'handoff', 2_000, (resolution) => delta({ issues_resolved: [{ issue_id: 'I1', resolution }] })],
  ['decision', 'handoff', 1_000, (decision) => delta({ decisions: [{ decision }] })],
  ['rationale', 'handoff', 4_000, (rationale) => delta({ decisions: [{ decision: 'x', rationale }] })],
  ['alternative', 'handoff', 2_000, (text) => delta({ decisions: [{ decision: 'x', alternatives: [text] }] })],
  ['warning', 'handoff', 2_000, (text) => delta({ warnings: [text] })],
  ['check name', 'handoff', 100, (name) => delta({ checks: [{ name, passed: true }] })],
  ['check detail', 'handoff', 2_000, (detail) => delta({ checks: [{ name: 'x', passed: true, detail }] })],
  ['feedback', 'handoff', 2_000, (feedback) => delta({ feedback })],
  ['repeat_reason', 'handoff', 2_000, (repeat_reason) => delta({ repeat_reason })],
  ['artifact path', 'handoff', 512, (path) => delta({ artifacts: [{ path }] })],
  ['removed path', 'handoff', 512, (path) => delta({ artifacts_removed: [path] })],
  ['attempted', 'handoff', 2_000, (attempted) => packet({ attempted })],
  ['finding', 'handoff', 2_000, (finding) => packet({ observed: [{ finding }] })],
  ['finding source', 'handoff', 2_000, (source) => packet({ observed: [{ finding: 'x', source }] })],
  ['changed artifact', 'handoff', 2_000, (artifact) => packet({ changed: [{ artifact, ref: 'x' }] })],
  ['changed ref', 'handoff', 2_000, (ref) => packet({ changed: [{ artifact: 'x', ref }] })],
  ['not done', 'handoff', 2_000, (item) => packet({ not_done: [{ item, reason: 'x' }] })],
  ['not done reason', 'handoff', 2_000, (reason) => packet({ not_done: [{ item: 'x', reason }] })],
  ['approach', 'handoff', 2_000, (approach) => packet({ failed_approaches: [{ approach, why: 'x' }] })],
  ['why', 'handoff', 2_000, (why) => packet({ failed_approaches: [{ approach: 'x', why }] })],
  ['uncertainty', 'handoff', 2_000, (text) => packet({ highest_impact_uncertainty: text })],
  ['next step', 'handoff', 2_000, (text) => packet({ next_agent_should_first: text })],
  ['payload', 'handoff', 4_096 - '{"a":""}'.length, (a) => packet({ payload: { a } })],
  [
    'payload of a failure',
    'release',
    4_096 - '{"a":""}'.length,
    (a) => ({ ...release, failed: { class: 'code', packet: { payload: { a } } } }),
  ],
  ['release reason', 'release', 2_000, (reason) => ({ claim_epoch: 1, reason })],
  ['vote reason', 'vote', 2_000, (reason) => ({ ...vote, reason })],
  ['vote resolution', 'vote', 2_000, (resolution) => ({ ...vote, reason: 'x', issue_resolutions: [{ issue_id: 'I1', resolution }] })],
  ['reopen reason', 'reopen', 2_000, (reason) => ({ reason })],
  ['reassign reason', 'reassign', 2_000, (reason) => ({ target_agent: 'a', reason })],
  ['cancel reason', 'cancel', 2_000, (reason) => ({ reason })],
  ['instance', 'claim', 128, (instance) => ({ instance })],
  ['task_id', 'create', 64, (task_id) => ({ task_title: 'x', task_id })],
  ['agent', 'create', 32, (target_agent) => ({ task_title: 'x', target_agent })],
  ['evidence detail', 'evidence', 2_000, (detail) => evidence({ detail })],
];

const LISTS: [string, CommandKind, number, (count: number) => Fields][] = [
  ['criteria', 'create', 20, (n) => ({ task_title: 'x', acceptance_criteria: list(n, String) })],
  ['labels', 'create', 20, (n) => ({ task_title: 'x', labels: list(n, String) })],
  ['artifacts', 'handoff', 200, (n) => delta({ artifacts: list(n, (k) => ({ path: `src/${k}` })) })],
  ['artifacts_removed', 'handoff', 50, (n) => delta({ artifacts_removed: list(n, (k) => `src/${k}`) })],
  ['decisions', 'handoff', 50, (n) => delta({ decisions: list(n, (k) => ({ decision: String(k) })) })],
  ['alternatives', 'handoff', 50, (n) => delta({ decisions: [{ decision: 'x', alternatives: list(n, String) }] })],
  ['supersedes', 'handoff', 50, (n) => delta({ decisions: [{ decision: 'x', supersedes: list(n, (k) => `D${k + 1}`) }] })],
  ['issues_raised', 'handoff', 50, (n) => delta({ issues_raised: list(n, () => ({ issue: 'x', severity: 'low' })) })],
  ['issues_resolved', 'handoff', 50, (n) => delta({ issues_resolved: list(n, (k) => ({ issue_id: `I${k + 1}`, resolution: 'x' })) })],
  ['warnings', 'handoff', 50, (n) => delta({ warnings: list(n, String) })],
  ['checks', 'handoff', 50, (n) => delta({ checks: list(n, (k) => ({ name: String(k), passed: true })) })],
  ['observed', 'handoff', 50, (n) => packet({ observed: list(n, () => ({ finding: 'x' })) })],
  ['changed', 'handoff', 50, (n) => packet({ changed: list(n, () => ({ artifact: 'x', ref: 'x' })) })],
  ['not_done', 'handoff', 50, (n) => packet({ not_done: list(n, () => ({ item: 'x', reason: 'x' })) })],
  ['failed_approaches', 'handoff', 50, (n) => packet({ failed_approaches: list(n, () => ({ approach: 'x', why: 'x' })) })],
  [
    'issue_resolutions',
    'vote',
    50,
    (n) => ({ ...vote, reason: 'x', issue_resolutions: list(n, () => ({ issue_id: 'I1', resolution: 'x' })) }),
  ],
  ['evidence results', 'evidence', 50, (n) => ({ results: list(n, () => evidence({}).results[0]) })],
];

const accepts = (kind: CommandKind, body: Fields): boolean => BODIES[kind].safeParse(body).success;

describe('limits', () => {
  it.each(TEXTS)('%s of a %s: %i characters and no more', (_name, kind, most, make) => {
    expect(accepts(kind, make(x(most)))).toBe(true);
    expect(accepts(kind, make(x(most + 1)))).toBe(false);
  });

  it.each(LISTS)('%s of a %s: %i entries and no more', (_name, kind, most, make) => {
    expect(accepts(kind, make(most))).toBe(true);
    expect(accepts(kind, make(most + 1))).toBe(false);
  });

  it('hold for updates as for handoffs', () => {
    const update = (state_delta: Fields) => accepts('update', { expected_version: 1, state_delta });
    expect([update({ warnings: [x(2_000)] }), update({ warnings: [x(2_001)] })]).toEqual([true, false]);
    expect([
      update({ artifacts: list(200, (k) => ({ path: `a${k}` })) }),
      update({ artifacts: list(201, (k) => ({ path: `a${k}` })) }),
    ]).toEqual([true, false]);
  });

  it('of a payload count bytes and levels', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    expect(accepts('handoff', packet({ payload: { a: '会'.repeat(1_362) } }))).toBe(true);
    expect(accepts('handoff', packet({ payload: { a: '会'.repeat(1_363) } }))).toBe(false);
    expect(accepts('handoff', packet({ payload: { a: nested(12) } }))).toBe(true);
    expect(accepts('handoff', packet({ payload: { a: nested(13) } }))).toBe(false);
  });

  it('of numbers', () => {
    const confidence = (value: number) => accepts('handoff', packet({ observed: [{ finding: 'x', confidence: value }] }));
    expect([0, 1, -0.01, 1.01].map(confidence)).toEqual([true, true, false, false]);
    const after = (retry_after_s: number) => accepts('release', { ...release, failed: { class: 'limit', retry_after_s } });
    expect([0, 1.5, -1].map(after)).toEqual([true, false, false]);
    const version = (expected_version: unknown) => accepts('handoff', { phase: 'testing', expected_version });
    expect([1, 0, -1, 1.5, '1'].map(version)).toEqual([true, false, false, false, false]);
  });
});
