import { BODIES } from './command.js';
import { Principal } from './principal.js';
import { StateDelta } from './state-delta.js';

const delta = (fields: object) => StateDelta.safeParse(fields);

describe('bodies', () => {
  it('take the least', () => {
    expect(BODIES.handoff.parse({ phase: 'implementing', expected_version: 1 })).toEqual({ phase: 'implementing', expected_version: 1 });
    expect(BODIES.claim.parse({})).toEqual({});
    expect(BODIES.update.safeParse({ expected_version: 1, state_delta: {} }).success).toBe(true);
  });

  it.each([
    ['handoff', { phase: 'testing', expected_version: 1, target_agnet: 'dev-qa' }],
    ['handoff', { phase: 'testing', expected_version: 1, state_delta: { warning: ['x'] } }],
    ['handoff', { phase: 'testing', state_delta: { issues_raised: [{ issue: 'x', severity: 'low', human: true }] } }],
    ['handoff', { phase: 'testing', state_delta: { packet: { next: 'x' } } }],
    ['create', { task_title: 'x', title: 'y' }],
    ['vote', { decision: 'approve', reason: 'x', digest: 'a'.repeat(64), by: 'human:mira' }],
  ] as const)('of a %s are strict: %j', (kind, body) => {
    expect(BODIES[kind].safeParse(body).success).toBe(false);
  });

  it.each([
    ['an unknown phase', 'handoff', { phase: 'done', expected_version: 1 }],
    ['an agent for nobody’s work', 'handoff', { phase: 'completed', target_agent: 'dev-qa', expected_version: 1 }],
    ['nothing to change', 'edit', { expected_version: 2 }],
    ['a start in testing', 'create', { task_title: 'x', phase: 'testing' }],
    ['a reopening into completed', 'reopen', { reason: 'x', phase: 'completed' }],
    ['no reason', 'cancel', {}],
    ['an empty reason', 'cancel', { reason: ' \n' }],
    ['a release without its epoch', 'release', { reason: 'x' }],
    ['an unknown class of failure', 'release', { reason: 'x', claim_epoch: 1, failed: { class: 'other' } }],
    ['a digest that is none', 'vote', { decision: 'approve', reason: 'x', digest: 'abc' }],
    ['an update of nothing', 'update', { expected_version: 1 }],
  ] as const)('refuse %s', (_what, kind, body) => {
    expect(BODIES[kind].safeParse(body).success).toBe(false);
  });

  it('name all faults at once', () => {
    const { error } = BODIES.handoff.safeParse({ phase: 'x', state_delta: { warnings: [''], decisions: [{}], oops: 1 } });
    expect(error?.issues.map((issue) => issue.path.join('.')).sort()).toEqual([
      'phase',
      'state_delta',
      'state_delta.decisions.0.decision',
      'state_delta.warnings.0',
    ]);
  });

  it('replace lone surrogates everywhere, also in keys of a payload', () => {
    const parsed = StateDelta.parse({
      warnings: ['a\ud800b'],
      packet: { attempted: '\udc00', payload: { 'k\ud800': ['\ud800', { 'n\udc00': '\udc00' }] } },
    });
    expect(JSON.stringify(parsed)).not.toMatch(/\\ud[89a-f]/i);
    expect(parsed.warnings).toEqual(['a\ufffdb']);
    expect(parsed.packet?.payload).toEqual({ 'k\ufffd': ['\ufffd', { 'n\ufffd': '\ufffd' }] });
  });
});

describe('paths', () => {
  it.each(['src/login.ts', 'a', 'weird name (1).txt', '日本/ログ.ts', '.github/workflows/ci.yml', 'a/.hidden', 'x..y/z'])(
    'takes %s',
    (path) => {
      expect(delta({ artifacts: [{ path }] }).success).toBe(true);
    },
  );

  it.each([
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a/..',
    './a',
    'a/./b',
    'a//b',
    'a/',
    'C:/x',
    'c:x',
    'a\\b',
    '-rf',
    '.jerry/state/T1.json',
    '.JERRY/x',
    '.jerry',
    'a\u0000b',
    'a\nb',
    'a\u202eb',
    'a\u200bb',
    'a\ud800',
    '',
  ])('refuses %j', (path) => {
    expect(delta({ artifacts: [{ path }] }).success).toBe(false);
    expect(delta({ artifacts_removed: [path] }).success).toBe(false);
  });

  it('are named once', () => {
    expect(delta({ artifacts: [{ path: 'a' }, { path: 'a' }] }).success).toBe(false);
    expect(delta({ artifacts: [{ path: 'a' }], artifacts_removed: ['a'] }).success).toBe(false);
  });

  it('carry hashes in lower-case hex and whole sizes', () => {
    const posted = (more: object) => delta({ artifacts: [{ path: 'a', ...more }] }).success;
    expect(posted({ content_hash: 'a'.repeat(64), size_bytes: 0 })).toBe(true);
    expect(posted({ content_hash: 'A'.repeat(64) })).toBe(false);
    expect(posted({ content_hash: 'a'.repeat(63) })).toBe(false);
    expect(posted({ size_bytes: -1 })).toBe(false);
    expect(posted({ size_bytes: 1.5 })).toBe(false);
    expect(posted({ artifact_type: 'binary' })).toBe(false);
  });
});

describe('names', () => {
  it.each(['T1', 'a', 'A_b-9', 'x'.repeat(64)])('task %s', (task_id) => {
    expect(BODIES.create.safeParse({ task_title: 'x', task_id }).success).toBe(true);
  });

  it.each(['1T', '', '-a', 'a.b', 'a/b', 'a b', 'ä', '..', 'a\n'])('no task %j', (task_id) => {
    expect(BODIES.create.safeParse({ task_title: 'x', task_id }).success).toBe(false);
  });

  it.each(['admin:root', 'human:mira', 'agent:dev-qa', 'viewer:v', 'worker:w1', 'human:jo@example.org'])('principal %s', (principal) => {
    expect(Principal.safeParse(principal).success).toBe(true);
  });

  it.each(['root', 'agent:', 'agent:Dev', 'agent:1x', 'human:', 'human:a b', 'robot:x', 'human:a\n', 'agent:a:b', ' human:a'])(
    'no principal %j',
    (principal) => {
      expect(Principal.safeParse(principal).success).toBe(false);
    },
  );

  it.each(['D1.1', 'D0', 'X1', 'D', 'D1.', 'd1', 'D1.02', 'D1.0'])('no item %s', (id) => {
    expect(delta({ decisions: [{ decision: 'x', supersedes: [id] }] }).success).toBe(false);
  });
});
