import { inStatus } from '../../../../test/support/statuses.js';
import { ENGINEER, MIRA, QA, sha256, Walk } from '../../../../test/support/walk.js';
import { itemsOf } from '../history/items-of.js';
import type { RecordDraft } from '../schema/record.js';
import { clip } from './clip.js';

const long = (chars: number, mark = 'x') => `${mark} ${'word '.repeat(chars)}`.slice(0, chars);
const whole = (record: RecordDraft, id: string) => itemsOf(record).find((item) => item.id === id)?.value;

describe('clip', () => {
  it('leaves what fits alone and ends the rest at a word, with an ellipsis', () => {
    expect(clip('x'.repeat(400))).toBe('x'.repeat(400));
    const short = clip(long(401));
    expect(short).toMatch(/word…$/);
    expect(short.length).toBeLessThanOrEqual(400);
    expect(clip('x'.repeat(401))).toBe(`${'x'.repeat(399)}…`);
  });

  it('keeps 400 characters of any script that takes three bytes each, and never half a character', () => {
    expect(clip('会'.repeat(400))).toBe('会'.repeat(400));
    expect(clip('🏗'.repeat(300)).isWellFormed()).toBe(true);
    expect(clip(`a${'🏗'.repeat(300)}`).isWellFormed()).toBe(true);
  });

  it('bounds what escapes take in JSON', () => {
    const control = clip('\u0001'.repeat(400));
    expect(JSON.stringify(control).length).toBeLessThanOrEqual(1_202);
    expect(clip('', 10, 0)).toBe('');
  });
});

describe('texts longer than the state keeps', () => {
  const walk = new Walk().to('testing');
  walk.hand(QA, 'testing', {
    decisions: [
      { decision: long(1_000, 'd'), rationale: long(4_000, 'r'), alternatives: [long(2_000, 'a'), 'short', ...Array(48).fill(long(500))] },
    ],
    issues_raised: [{ issue: long(2_000, 'i'), severity: 'low', suggested_action: long(1_000, 's') }],
    warnings: [long(2_000, 'w')],
    checks: [{ name: 'unit', passed: true, detail: long(2_000, 'c') }],
    feedback: long(2_000, 'f'),
    packet: {
      attempted: long(2_000, 't'),
      observed: [{ finding: long(2_000, 'o'), source: long(2_000, 'q') }],
      changed: [{ artifact: `src/${'p'.repeat(508)}`, ref: long(2_000, 'e') }],
      not_done: [{ item: long(2_000, 'n'), reason: long(2_000, 'b') }],
      failed_approaches: [{ approach: long(2_000, 'g'), why: long(2_000, 'y') }],
      highest_impact_uncertainty: long(2_000, 'u'),
      next_agent_should_first: long(2_000, 'z'),
      payload: { blob: long(3_000, 'l') },
    },
  });
  const { head, record } = walk;
  const [packet] = head.packets;

  it.each([
    ['decision', head.decisions_made[0], ['decision', 'rationale']],
    ['issue', head.blocking_issues[0], ['issue', 'suggested_action']],
    ['warning', head.warnings[0], ['warning']],
    ['check', head.checks[0], ['detail']],
    ['feedback', head.retry_feedback[0], ['feedback']],
    ['finding', packet?.observed[0], ['finding', 'source']],
    ['not done', packet?.not_done[0], ['item', 'reason']],
    ['failed approach', packet?.failed_approaches[0], ['approach', 'why']],
    ['packet', packet, ['attempted', 'highest_impact_uncertainty', 'next_agent_should_first']],
  ])('of a %s are clipped to 400 characters and marked', (_kind, item, fields) => {
    expect(item).toMatchObject({ clipped: true });
    for (const field of fields) {
      const text = (item as unknown as Record<string, string>)[field] ?? '';
      expect(text.length).toBeLessThanOrEqual(400);
      expect(text.length).toBeGreaterThan(380);
      expect(text.endsWith('…')).toBe(true);
    }
  });

  it('stand whole in the record, under the id of their item', () => {
    expect(whole(record, 'D4')).toMatchObject({ decision: long(1_000, 'd'), rationale: long(4_000, 'r') });
    expect(whole(record, 'D4')?.alternatives).toEqual([long(2_000, 'a'), 'short', ...Array(48).fill(long(500))]);
    expect(whole(record, 'I4')).toMatchObject({ issue: long(2_000, 'i'), suggested_action: long(1_000, 's') });
    expect(whole(record, 'W4')).toMatchObject({ warning: long(2_000, 'w') });
    expect(whole(record, 'C4')).toMatchObject({ detail: long(2_000, 'c') });
    expect(whole(record, 'B4')).toMatchObject({ feedback: long(2_000, 'f') });
    expect(whole(record, 'F4')).toMatchObject({ finding: long(2_000, 'o'), source: long(2_000, 'q') });
    expect(whole(record, 'N4')).toMatchObject({ item: long(2_000, 'n'), reason: long(2_000, 'b') });
    expect(whole(record, 'A4')).toMatchObject({ approach: long(2_000, 'g'), why: long(2_000, 'y') });
    expect(whole(record, 'P4')).toMatchObject({
      attempted: long(2_000, 't'),
      highest_impact_uncertainty: long(2_000, 'u'),
      next_agent_should_first: long(2_000, 'z'),
      changed: [{ artifact: `src/${'p'.repeat(508)}`, ref: long(2_000, 'e') }],
      payload: { blob: long(3_000, 'l') },
    });
    expect(whole(record, 'D4')).not.toHaveProperty('clipped');
  });

  it('leave a path as it is, and the first alternatives', () => {
    expect(packet?.changed[0]?.artifact).toBe(`src/${'p'.repeat(508)}`);
    expect(head.decisions_made[0]?.alternatives.slice(0, 2)).toEqual([expect.stringMatching(/…$/), 'short']);
    expect(packet?.payload).toBeNull();
  });
});

describe('texts that the state can keep', () => {
  it('are not marked', () => {
    const walk = new Walk().to('testing');
    walk.hand(QA, 'testing', {
      decisions: [{ decision: 'x'.repeat(400), rationale: '会'.repeat(400), alternatives: ['y'.repeat(400), 'z'.repeat(400)] }],
      issues_raised: [{ issue: 'x'.repeat(400), severity: 'low', suggested_action: 'x'.repeat(400) }],
      packet: { next_agent_should_first: 'x'.repeat(400), payload: { a: [1, 2, { b: 'c' }] } },
    });
    expect(walk.record).not.toHaveProperty('whole');
    expect(JSON.stringify(walk.head)).not.toContain('clipped');
    expect(walk.head.packets[0]?.payload).toEqual({ a: [1, 2, { b: 'c' }] });
  });
});

describe('other texts', () => {
  it('of the task: the goal to 2,000 characters, a criterion to 400, the title never', () => {
    const walk = new Walk();
    const posted = { task_title: 't'.repeat(200), goal: long(4_000), acceptance_criteria: [long(500), 'short'] };
    walk.create(posted);
    expect(walk.head).toMatchObject({ task_title: posted.task_title, clipped: true });
    expect(walk.head.goal?.length).toBeGreaterThan(1_950);
    expect(walk.head.goal?.length).toBeLessThanOrEqual(2_000);
    expect(walk.head.acceptance_criteria[0]?.length).toBeLessThanOrEqual(400);
    expect(walk.record.whole).toEqual({ task: { goal: posted.goal, acceptance_criteria: posted.acceptance_criteria } });
    expect(new Walk().create({ goal: '会'.repeat(2_000) })).not.toHaveProperty('clipped');
  });

  it('of a vote: marked in the gate, whole under the gate’s own id', () => {
    const walk = inStatus('awaiting_human');
    const key = walk.gate.id.slice('T1.'.length);
    walk.vote(MIRA, 'approve', { reason: long(2_000) });
    expect(walk.head.gates[0]?.votes[0]).toMatchObject({ clipped: true });
    expect(walk.record.whole?.[key]).toEqual({ reason: long(2_000) });
  });

  it('of evidence: the command only in the record', () => {
    const walk = inStatus('pending');
    const seen = { exit_code: 1, duration_ms: 1, output_hash: sha256('o'), tree_hash: sha256('t'), stable: true };
    walk.do(ENGINEER, 'evidence', { results: [{ name: 'unit', passed: false, command: ['npm', 'test'], detail: long(2_000), ...seen }] });
    expect(walk.head.checks[0]).toMatchObject({ clipped: true });
    expect(whole(walk.record, 'C2')).toMatchObject({ detail: long(2_000), command: ['npm', 'test'] });
  });
});
