import fc from 'fast-check';
import type { LifecycleModel } from './lifecycle-model.js';
import { PHASES, type Request } from './request.js';

export const PRINCIPALS = [
  'agent:dev-engineer',
  'agent:dev-qa',
  'agent:dev-reviewer',
  'human:mira',
  'human:jo',
  'admin:root',
  'worker:w1',
  'viewer:vic',
] as const;

const weighted = <T>(...options: [number, T][]) =>
  fc.oneof(...options.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));
const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight = 3) =>
  fc.oneof({ weight, arbitrary: fc.constant([] as T[]) }, { weight: 1, arbitrary: arbitrary.map((one) => [one]) });

/** What a request is meant to be, before it is known how the task stands: most are meant well, some are not. */
export const wish = fc.record({
  kind: weighted<Request['kind']>(
    [10, 'handoff'],
    [4, 'update'],
    [6, 'claim'],
    [3, 'release'],
    [5, 'vote'],
    [2, 'evidence'],
    [4, 'reopen'],
    [1, 'reassign'],
    [2, 'cancel'],
    [2, 'edit'],
    [1, 'fork'],
  ),
  caller: weighted<'fitting' | number>([16, 'fitting'], ...PRINCIPALS.map((_, k): [number, number] => [1, k])),
  version: weighted<'head' | 'none' | 'old' | 'ahead'>([20, 'head'], [1, 'none'], [1, 'old'], [1, 'ahead']),
  epoch: weighted<'current' | 'none' | 'old' | 'ahead'>([20, 'current'], [2, 'none'], [1, 'old'], [1, 'ahead']),
  instance: weighted<string | undefined>([2, undefined], [2, 'one'], [1, 'two']),
  move: weighted<'forward' | 'back' | 'stay' | number>(
    [8, 'forward'],
    [3, 'back'],
    [3, 'stay'],
    ...PHASES.map((_, k): [number, number] => [1, k]),
  ),
  target: weighted<string | undefined>([8, undefined], [1, 'dev-qa'], [1, 'dev-engineer'], [1, 'nobody']),
  feedback: weighted([6, true], [1, false]),
  nextStep: weighted([6, true], [1, false]),
  repeatReason: weighted([1, true], [4, false]),
  files: maybe(fc.record({ path: fc.constantFrom('a', 'b', 'c'), content: fc.constantFrom('1', '2', null) }), 1),
  removed: maybe(fc.constantFrom('d', 'e', 'a'), 12),
  raised: maybe(fc.record({ severity: fc.constantFrom('blocker', 'high', 'low'), asks: fc.boolean() }), 7),
  resolve: weighted<'all' | 'none' | 'unknown'>([6, 'none'], [4, 'all'], [1, 'unknown']),
  checks: maybe(fc.record({ name: fc.constantFrom('unit', 'e2e'), passed: fc.boolean() }), 5),
  results: fc.array(fc.record({ name: fc.constantFrom('unit', 'e2e'), passed: weighted([3, true], [1, false]) }), {
    minLength: 1,
    maxLength: 2,
  }),
  failure: weighted<Request['failure']>([2, undefined], [1, 'limit'], [1, 'transient'], [3, 'code']),
  approve: weighted([3, true], [2, false]),
  gate: weighted<'open' | 'old' | 'unknown'>([8, 'open'], [1, 'old'], [1, 'unknown']),
  digestShown: weighted([10, true], [1, false]),
  leaseOver: weighted([1, true], [2, false]),
  /** Whom to ask what may be done next. */
  asking: fc.nat(PRINCIPALS.length - 1),
});
export type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

/** A handoff that leads on, as far as the rules allow; to start somewhere else than at the beginning. */
export const ONWARD: Wish = {
  kind: 'handoff',
  caller: 'fitting',
  version: 'head',
  epoch: 'current',
  instance: undefined,
  move: 'forward',
  target: undefined,
  feedback: false,
  nextStep: false,
  repeatReason: false,
  files: [{ path: 'a', content: '1' }],
  removed: [],
  raised: [],
  resolve: 'none',
  checks: [],
  results: [],
  failure: undefined,
  approve: true,
  gate: 'open',
  digestShown: true,
  leaseOver: false,
  asking: 0,
};

const PEOPLES: readonly Request['kind'][] = ['vote', 'reopen', 'reassign', 'cancel', 'edit', 'fork'];

const fittingCaller = (model: LifecycleModel, { kind, asking }: Wish): string => {
  if (PEOPLES.includes(kind)) return asking % 2 === 0 ? 'human:mira' : 'human:jo';
  if (asking % 4 === 0) return 'human:mira';
  return model.claim?.by ?? `agent:${model.assignee ?? 'dev-qa'}`;
};

const numbered = (wanted: 'head' | 'current' | 'none' | 'old' | 'ahead', present: number | undefined): number | undefined => {
  if (wanted === 'none') return undefined;
  if (wanted === 'old') return Math.max(1, (present ?? 1) - 1);
  return wanted === 'ahead' ? (present ?? 0) + 7 : present;
};

const phaseOf = (model: LifecycleModel, move: Wish['move']): Request['phase'] => {
  if (typeof move === 'number') return PHASES[move];
  if (move === 'stay') return model.phase;
  if (move === 'forward') return PHASES[PHASES.indexOf(model.phase) + 1] ?? 'completed';
  return model.phase === 'implementing' ? 'planning' : 'implementing';
};

const gateOf = (model: LifecycleModel, wanted: Wish['gate']): string => {
  if (wanted === 'unknown') return 'T1.G999';
  return (wanted === 'open' ? model.openGate : null) ?? [...model.gates.keys()][0] ?? 'T1.G998';
};

/** The request that this wish makes, as the task now stands. */
export const requestOf = (model: LifecycleModel, wanted: Wish): Request => {
  const { kind, resolve, caller, files, raised, checks, feedback, nextStep, repeatReason } = wanted;
  const gate = gateOf(model, wanted.gate);
  const open = kind === 'vote' ? (model.gates.get(gate)?.issues ?? []) : [...model.work.issues.keys()];
  const resolved = resolve === 'all' ? open.slice(0, 2) : resolve === 'unknown' ? ['I999'] : [];
  const epoch = numbered(wanted.epoch, model.claim?.epoch);
  return {
    ...wanted,
    by: caller === 'fitting' ? fittingCaller(model, wanted) : (PRINCIPALS[caller] ?? 'viewer:vic'),
    expected:
      kind === 'fork' || (wanted.version === 'head' && !['handoff', 'update'].includes(kind))
        ? undefined
        : numbered(wanted.version, model.version),
    epoch: kind === 'release' ? (epoch ?? 99) : ['handoff', 'update', 'evidence'].includes(kind) ? epoch : undefined,
    phase: kind === 'reopen' && typeof wanted.move !== 'number' ? undefined : phaseOf(model, wanted.move),
    target: kind === 'reassign' ? (wanted.target ?? 'dev-qa') : wanted.target,
    gate,
    resolutions: kind === 'vote' ? resolved : [],
    delta: {
      feedback,
      nextStep,
      repeatReason,
      files,
      removed: wanted.removed.filter((path) => !files.some((file) => file.path === path)),
      raised,
      resolved: kind === 'vote' ? [] : resolved,
      checks,
    },
  };
};
