import { inStatus } from '../../../../test/support/statuses.js';
import { ENGINEER, MIRA, QA, sha256, Walk } from '../../../../test/support/walk.js';

/** Every set of faults of one request, as far as they can come together. */
const subsets = <T>(faults: readonly T[], compatible: (chosen: ReadonlySet<T>) => boolean): (readonly T[])[] =>
  Array.from({ length: 2 ** faults.length }, (_, bits) => faults.filter((_fault, k) => (bits >> k) & 1)).filter((chosen) =>
    compatible(new Set(chosen)),
  );

const notBoth =
  <T>(...groups: readonly (readonly T[])[]) =>
  (chosen: ReadonlySet<T>): boolean =>
    groups.every((group) => group.filter((fault) => chosen.has(fault)).length <= 1);

// In the order in which the contract says they answer.
const HANDOFF_FAULTS = [
  'forbidden',
  'task_not_found',
  'expected_version_missing',
  'claim_epoch_missing',
  'stale_claim',
  'version_conflict',
  'task_closed',
  'gate_open',
  'not_assigned',
  'claimed_by_other',
  'transition_not_allowed',
] as const;
type HandoffFault = (typeof HANDOFF_FAULTS)[number];

const canCoexist = notBoth<HandoffFault>(
  ['expected_version_missing', 'version_conflict'],
  ['task_closed', 'gate_open', 'claimed_by_other', 'claim_epoch_missing'],
  ['claim_epoch_missing', 'stale_claim'],
  ['claim_epoch_missing', 'not_assigned'],
  // An epoch that is not the current one is stale, whoever sends it.
  ['claimed_by_other', 'stale_claim'],
);

const taskWith = (faults: ReadonlySet<HandoffFault>): Walk => {
  if (faults.has('task_not_found')) return new Walk();
  if (faults.has('task_closed')) return inStatus('cancelled');
  if (faults.has('gate_open')) return inStatus('awaiting_human');
  const walk = inStatus('pending');
  if (faults.has('claim_epoch_missing')) walk.claim(ENGINEER);
  else if (faults.has('claimed_by_other')) walk.claim(MIRA);
  return walk;
};

const handoff = (walk: Walk, faults: ReadonlySet<HandoffFault>): unknown => {
  const newest = walk.state?.version ?? 1;
  const principal = faults.has('forbidden') ? 'viewer:vic' : faults.has('not_assigned') ? QA : ENGINEER;
  return walk.do(principal, 'handoff', {
    phase: faults.has('transition_not_allowed') ? 'reviewing' : 'implementing',
    ...(faults.has('expected_version_missing') ? {} : { expected_version: faults.has('version_conflict') ? newest + 5 : newest }),
    ...(faults.has('stale_claim') ? { claim_epoch: 99 } : {}),
  });
};

describe('the first refusal that applies answers', () => {
  it.each(subsets(HANDOFF_FAULTS, canCoexist).map((faults) => [faults.join(' + ') || 'nothing wrong', faults] as const))(
    'handoff: %s',
    (_name, faults) => {
      const walk = taskWith(new Set(faults));
      expect(walk.code(() => handoff(walk, new Set(faults)))).toBe(faults[0] ?? 'accepted');
    },
  );

  it('covers every pair that can come together', () => {
    const pairs = subsets(HANDOFF_FAULTS, canCoexist).filter((faults) => faults.length === 2);
    expect(pairs).toHaveLength((11 * 10) / 2 - 10);
  });
});

const VOTE_FAULTS = [
  'forbidden',
  'task_not_found',
  'gate_not_found',
  'own_work',
  'version_conflict',
  'gate_resolved',
  'gate_changed',
  'unknown_item',
] as const;
type VoteFault = (typeof VOTE_FAULTS)[number];

const votable = (faults: ReadonlySet<VoteFault>): Walk => {
  const walk = new Walk();
  if (faults.has('task_not_found')) return walk;
  walk.create();
  const question = { issue: 'Really?', severity: 'low', requires_human: true };
  walk.hand(MIRA, 'planning', { issues_raised: [question], packet: { next_agent_should_first: 'Wait.' } });
  if (faults.has('gate_resolved')) walk.do('human:jo', 'cancel', { reason: 'no' });
  return walk;
};

const vote = (walk: Walk, faults: ReadonlySet<VoteFault>): unknown => {
  const principal = faults.has('forbidden') ? ENGINEER : faults.has('own_work') ? MIRA : 'human:jo';
  const body = {
    decision: 'approve',
    reason: 'fine',
    digest: sha256('shown'),
    ...(faults.has('version_conflict') ? { expected_version: 99 } : {}),
    ...(faults.has('unknown_item') ? { issue_resolutions: [{ issue_id: 'I1', resolution: 'so' }] } : {}),
  };
  const gate = faults.has('gate_not_found') ? 'T1.G1' : 'T1.G2';
  return walk.do(principal, 'vote', body, { gateDigest: sha256(faults.has('gate_changed') ? 'another' : 'shown') }, gate);
};

describe('the first refusal of a vote that applies answers', () => {
  it.each(subsets(VOTE_FAULTS, () => true).map((faults) => [faults.join(' + ') || 'nothing wrong', faults] as const))(
    'vote: %s',
    (_name, faults) => {
      const walk = votable(new Set(faults));
      expect(walk.code(() => vote(walk, new Set(faults)))).toBe(faults[0] ?? 'accepted');
    },
  );
});

describe('other calls', () => {
  it('release: an epoch that is over before the version, the version before whose claim it is', () => {
    const walk = inStatus('in_progress');
    const release = (principal: string, more: object) => () => walk.do(principal, 'release', { reason: 'x', claim_epoch: 1, ...more });
    expect(walk.code(release(QA, { claim_epoch: 9, expected_version: 9 }))).toBe('stale_claim');
    expect(walk.code(release(QA, { expected_version: 9 }))).toBe('version_conflict');
    expect(walk.code(release(QA, {}))).toBe('not_assigned');
    expect(walk.code(release(MIRA, {}))).toBe('claimed_by_other');
  });

  it('create: the role before the taken id, the taken id before an agent nobody knows', () => {
    const walk = inStatus('pending');
    const create = (principal: string, more: object) => () => walk.do(principal, 'create', { task_title: 'x', ...more });
    expect(walk.code(create('viewer:vic', { target_agent: 'nobody' }))).toBe('forbidden');
    expect(walk.code(create(MIRA, { target_agent: 'nobody' }))).toBe('task_exists');
    expect(new Walk().code(() => new Walk().create({ target_agent: 'nobody' }))).toBe('unknown_agent');
  });

  it('claim: the version before the closed task, the gate before the assignment', () => {
    const closed = inStatus('completed');
    expect(closed.code(() => closed.claim(QA, { expected_version: 1 }))).toBe('version_conflict');
    expect(closed.code(() => closed.claim(QA))).toBe('task_closed');
    const waiting = inStatus('awaiting_human');
    expect(waiting.code(() => waiting.claim(QA))).toBe('gate_open');
    const claimed = inStatus('in_progress');
    expect(claimed.code(() => claimed.claim(QA))).toBe('not_assigned');
    expect(claimed.code(() => claimed.claim(MIRA))).toBe('claimed_by_other');
  });
});
