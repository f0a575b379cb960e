import { ENGINEER, MIRA, QA, sha256, Walk } from '../../../../test/support/walk.js';
import { Rules } from '../schema/rules.js';

const proof = (name: string, passed: boolean, more: object = {}) => ({
  name,
  passed,
  command: ['npm', 'run', name],
  exit_code: passed ? 0 : 1,
  duration_ms: 1_200,
  output_hash: sha256(`output of ${name}`),
  tree_hash: sha256('tree'),
  stable: true,
  ...more,
});
const testing = (rules: object = {}): Walk => new Walk(Rules.parse(rules)).to('testing');
const report = (walk: Walk, name: string, passed: boolean) => walk.update(QA, { checks: [{ name, passed }] });
const run = (walk: Walk, name: string, passed: boolean, more: object = {}) =>
  walk.do(QA, 'evidence', { results: [proof(name, passed, more)] });
const leaves = (walk: Walk, items = {}) => walk.code(() => walk.hand(QA, 'reviewing', {}, {}, items));
const reasons = (walk: Walk, items = {}) => {
  const details = walk.refusal(() => walk.hand(QA, 'reviewing', {}, {}, items))?.details;
  return (details?.reasons as { code: string }[] | undefined)?.map(({ code }) => code);
};

describe('a reported check', () => {
  it('is recorded with who reported it, the latest per name', () => {
    const walk = testing();
    walk.update(QA, {
      checks: [
        { name: 'unit', passed: false, detail: '3 failed' },
        { name: 'lint', passed: true },
      ],
    });
    walk.update(QA, { checks: [{ name: 'unit', passed: true, detail: '212 passed' }] });
    expect(walk.head.checks).toEqual([
      { id: 'C5', name: 'unit', passed: true, source: 'reported', detail: '212 passed', agent: 'dev-qa', at: walk.now },
      expect.objectContaining({ id: 'C4.2', name: 'lint', detail: null }),
    ]);
    expect(walk.head.totals.checks).toEqual({ recorded: 3, in_state: 2 });
  });

  it('that failed blocks until the name is reported passed', () => {
    const walk = testing();
    report(walk, 'unit', false);
    expect(walk.head.quality_gates_failed).toEqual(['unit']);
    expect(leaves(walk)).toBe('phase_exit_failed');
    report(walk, 'other', true);
    expect(leaves(walk)).toBe('phase_exit_failed');
    report(walk, 'unit', true);
    expect(walk.head.quality_gates_failed).toEqual([]);
    expect(leaves(walk)).toBe('accepted');
  });

  it('that failed blocks until the name is proven passed', () => {
    const walk = testing();
    report(walk, 'unit', false);
    run(walk, 'unit', true);
    expect(walk.head).toMatchObject({ quality_gates_failed: [], quality_gates_passed: ['unit'] });
    expect(leaves(walk)).toBe('accepted');
  });

  it('that failed after it was proven passed blocks again', () => {
    const walk = testing();
    run(walk, 'unit', true);
    report(walk, 'unit', false);
    expect(walk.head.quality_gates_failed).toEqual(['unit']);
  });

  it('that failed blocks also when one command names it twice', () => {
    const walk = testing();
    run(walk, 'unit', true);
    const twice = { name: 'unit', passed: false };
    walk.update(QA, { checks: [twice, { name: 'lint', passed: true }, twice] });
    expect(walk.head.quality_gates_failed).toEqual(['unit']);
    expect(walk.head.checks.map(({ id }) => id)).toEqual(['C5.2', 'C5.3', 'C4']);
  });

  it('never counts as a quality gate, and never as required evidence', () => {
    const walk = testing({ phase_exit: { testing: { required_checks: ['unit'] } } });
    report(walk, 'unit', true);
    expect(walk.head.quality_gates_passed).toEqual([]);
    expect(reasons(walk)).toEqual(['evidence_missing']);
  });

  it('matters only to phases that ask for it', () => {
    const walk = new Walk().to('implementing');
    walk.update(ENGINEER, { checks: [{ name: 'unit', passed: false }], artifacts: [{ path: 'a' }] });
    expect(walk.hand(ENGINEER, 'testing').phase).toBe('testing');
  });
});

describe('evidence', () => {
  it('is recorded as the service saw it, beside what was reported', () => {
    const walk = testing();
    report(walk, 'unit', true);
    run(walk, 'unit', false, { detail: '3 failed' });
    expect(walk.head.checks[0]).toEqual({
      id: 'C5',
      name: 'unit',
      passed: false,
      source: 'evidence',
      detail: '3 failed',
      agent: null,
      at: walk.now,
      evidence: { exit_code: 1, duration_ms: 1_200, output_hash: sha256('output of unit'), tree_hash: sha256('tree'), stable: true },
    });
    expect(walk.head.checks[1]).toMatchObject({ source: 'reported', passed: true });
    expect(walk.record.kind).toBe('evidence');
    expect(walk.record.whole).toEqual({ C5: { command: ['npm', 'run', 'unit'] } });
  });

  it('of a failure is cleared only by a later run of the service', () => {
    const walk = testing();
    run(walk, 'unit', false);
    report(walk, 'unit', true);
    expect(walk.head.quality_gates_failed).toEqual(['unit']);
    expect(reasons(walk)).toEqual(['failing_check']);
    run(walk, 'unit', true);
    expect(leaves(walk)).toBe('accepted');
  });

  it('satisfies required checks while it is fresh and stable', () => {
    const walk = testing({ phase_exit: { testing: { required_checks: ['unit', 'e2e'] } } });
    expect(reasons(walk)).toEqual(['evidence_missing', 'evidence_missing']);
    run(walk, 'unit', true);
    run(walk, 'e2e', true, { stable: false });
    expect(walk.head.quality_gates_passed).toEqual(['unit']);
    expect(reasons(walk)).toEqual(['evidence_unstable']);
    run(walk, 'e2e', true);
    expect(reasons(walk, { evidence: new Map([['unit', 'stale']]) })).toEqual(['evidence_stale']);
    expect(leaves(walk, { evidence: new Map([['unit', 'fresh']]) })).toBe('accepted');
  });

  it('of a failure of a required check says so once', () => {
    const walk = testing({ phase_exit: { testing: { required_checks: ['unit'] } } });
    run(walk, 'unit', false);
    expect(reasons(walk)).toEqual(['failing_check']);
  });

  it('of many required checks stays, whatever else is reported', () => {
    const names = Array.from({ length: 40 }, (_, k) => `required-${k}`);
    const walk = testing({ phase_exit: { testing: { required_checks: names } } });
    walk.do(QA, 'evidence', { results: names.map((name) => proof(name, true, { detail: 'x'.repeat(2_000) })) });
    for (let k = 0; k < 10; k++)
      walk.update(QA, {
        checks: Array.from({ length: 50 }, (_, n) => ({ name: `noise ${k}/${n}`, passed: true, detail: 'y'.repeat(500) })),
      });
    expect(leaves(walk)).toBe('accepted');
  });

  it('may be asked for by the assignee without a claim, and needs the epoch under one', () => {
    const walk = testing();
    walk.claim(QA);
    expect(walk.code(() => run(walk, 'unit', true))).toBe('claim_epoch_missing');
    expect(walk.do(QA, 'evidence', { results: [proof('unit', true)], claim_epoch: 1 })).toMatchObject({ status: 'in_progress' });
    expect(walk.do(MIRA, 'evidence', { results: [proof('unit', true)], claim_epoch: 1 }).updated_by).toBe(MIRA);
  });
});

describe('failing checks', () => {
  const fail = (count: number, prefix = 'c') => Array.from({ length: count }, (_, k) => ({ name: `${prefix}${k}`, passed: false }));

  it('are kept up to 50 names, and one more is refused', () => {
    const walk = testing();
    walk.update(QA, { checks: fail(50) });
    expect(walk.head.quality_gates_failed).toHaveLength(50);
    expect(walk.code(() => walk.update(QA, { checks: fail(1, 'more') }))).toBe('too_many_failing_checks');
    expect(walk.code(() => run(walk, 'more', false))).toBe('too_many_failing_checks');
    expect(walk.code(() => walk.update(QA, { checks: [...fail(1, 'more'), { name: 'c0', passed: true }] }))).toBe('accepted');
  });

  it('stay in the state whatever comes after them', () => {
    const walk = testing();
    walk.update(QA, { checks: fail(50) });
    for (let k = 0; k < 10; k++)
      walk.update(QA, { checks: Array.from({ length: 50 }, (_, n) => ({ name: `p${k}-${n}`, passed: true, detail: 'z'.repeat(900) })) });
    const failed = walk.head.checks.filter((check) => !check.passed).map(({ name }) => name);
    expect(new Set(failed)).toEqual(new Set(fail(50).map(({ name }) => name)));
    expect(walk.head.quality_gates_failed).toHaveLength(50);
  });

  it('do not come back when what cleared them moves out of the state', () => {
    const walk = testing();
    report(walk, 'unit', false);
    run(walk, 'unit', true);
    for (let k = 0; k < 10; k++)
      walk.do(QA, 'evidence', { results: Array.from({ length: 50 }, (_, n) => proof(`e${k}-${n}`, true, { detail: 'z'.repeat(900) })) });
    expect(walk.head.checks.some(({ name }) => name === 'unit')).toBe(false);
    expect(walk.head.quality_gates_failed).toEqual([]);
    expect(leaves(walk)).toBe('accepted');
  });
});
