import fc from 'fast-check';
import { HandoffError } from '../../libs/handoff/src/errors/handoff.error.js';
import { replay } from '../../libs/handoff/src/history/replay.js';
import { STATUS_FLOW } from '../../libs/handoff/src/lifecycle/status-flow.js';
import { Rules } from '../../libs/handoff/src/schema/rules.js';
import type { TaskState } from '../../libs/handoff/src/schema/task-state.js';
import { seedOf } from '../faults/support/random.js';
import { rounds } from '../faults/support/rounds.js';
import { Walk } from '../support/walk.js';
import { ONWARD, PRINCIPALS, requestOf, type Wish, wish } from './arbitrary-request.js';
import { LifecycleModel } from './lifecycle-model.js';
import { failing } from './model-work.js';
import { brokenOffers } from './offers.js';
import { post } from './post.js';
import type { ModelRules } from './request.js';

const SEQUENCES = rounds(2_000);
const STEPS = 40;

const DEFAULT_EXITS: ModelRules['exits'] = {
  implementing: { minArtifacts: 1 },
  testing: { noOpen: ['blocker'], noFailing: true },
  reviewing: { noOpen: ['blocker'], noFailing: true },
};

/** Configurations, once as the product takes them and once as the model does. */
const HOUSES: readonly { posted: object; model: ModelRules }[] = [
  { posted: {}, model: { attempts: 5, allowOwnWork: false, exits: DEFAULT_EXITS } },
  { posted: { attempts: 2 }, model: { attempts: 2, allowOwnWork: false, exits: DEFAULT_EXITS } },
  {
    posted: { attempts: 1, phase_exit: { reviewing: { human_approval: true } } },
    model: { attempts: 1, allowOwnWork: false, exits: { ...DEFAULT_EXITS, reviewing: { approval: true } } },
  },
  {
    posted: {
      attempts: 3,
      allow_own_work: true,
      phase_exit: {
        planning: { human_approval: true },
        testing: { required_checks: ['unit'] },
        reviewing: { no_open: ['high', 'blocker'] },
      },
    },
    model: {
      attempts: 3,
      allowOwnWork: true,
      exits: {
        ...DEFAULT_EXITS,
        planning: { approval: true },
        testing: { required: ['unit'] },
        reviewing: { noOpen: ['high', 'blocker'] },
      },
    },
  },
];

/** What the model and the product must agree on. */
const ofModel = (model: LifecycleModel) => ({
  version: model.version,
  status: model.status,
  phase: model.phase,
  furthest: model.furthest,
  assignee: model.assignee,
  claim: model.claim,
  epochs: model.epochs,
  attempts: model.attempts,
  issues: [...model.work.issues.keys()].sort(),
  acknowledged: [...model.work.issues].flatMap(([id, issue]) => (issue.acknowledged ? [id] : [])).sort(),
  failing: failing(model.work).sort(),
  files: [...model.work.files.keys()].sort(),
  gate: model.openGate,
  waiting: model.waiting?.phase ?? null,
});
const ofState = (state: TaskState) => ({
  version: state.version,
  status: state.status,
  phase: state.phase,
  furthest: state.furthest_phase,
  assignee: state.target_agent,
  claim: state.claim === null ? null : { by: state.claim.principal, instance: state.claim.instance, epoch: state.claim.claim_epoch },
  epochs: state.last_epoch,
  attempts: state.attempts,
  issues: state.blocking_issues.map(({ id }) => id).sort(),
  acknowledged: state.blocking_issues.flatMap(({ id, acknowledged }) => (acknowledged === null ? [] : [id])).sort(),
  failing: [...state.quality_gates_failed].sort(),
  files: state.artifacts.map(({ path }) => path).sort(),
  gate: state.gates.find(({ status }) => status === 'open')?.id ?? null,
  waiting: state.pending_handoff?.phase ?? null,
});

/** Carries one wish out in both worlds; what came of it, for counting. */
const step = (walk: Walk, model: LifecycleModel, wanted: Wish): string => {
  const request = requestOf(model, wanted);
  const { kind, body, items, gate } = post(request, walk.head);
  const allowed = model.take(request);
  const before = walk.head;
  let came = 'accepted';
  try {
    if (kind === 'fork') walk.decide(request.by, kind, body, items);
    else walk.do(request.by, kind, body, items, gate);
  } catch (error) {
    if (!(error instanceof HandoffError)) throw error;
    // A claim that uses up the last attempt writes a version and is refused all the same.
    came = walk.head === before ? error.code : 'accepted';
  }
  expect({ request, came }).toEqual({
    request,
    came: allowed.length === 0 ? 'accepted' : expect.stringMatching(`^(${allowed.join('|')})$`),
  });
  if (allowed.length > 0) expect(walk.head).toBe(before);
  expect(ofState(walk.head)).toEqual(ofModel(model));
  return came;
};

/** Of a million errors and assertions hardly one is ever looked at: noting where each was made would take a third of the time. */
const STACK_FRAMES = 2;

describe('the lifecycle of a task', () => {
  const { stackTraceLimit } = Error;
  beforeAll(() => {
    Error.stackTraceLimit = STACK_FRAMES;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  it(`is the contract’s, over ${SEQUENCES} random sequences of up to ${STEPS} commands`, () => {
    const seen = new Map<string, number>();
    const flow = new Set<string>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    fc.assert(
      fc.property(
        fc.constantFrom(...HOUSES),
        fc.nat(3),
        fc.array(wish, { minLength: 1, maxLength: STEPS, size: 'max' }),
        (house, start, wishes) => {
          const walk = new Walk(Rules.parse(house.posted));
          const model = new LifecycleModel(house.model);
          walk.create();
          for (const wanted of [...Array<Wish>(start).fill(ONWARD), ...wishes].slice(0, STEPS)) {
            const before = walk.head;
            count(step(walk, model, wanted));
            if (walk.head !== before) flow.add(`${before.status} ${walk.head.status} ${walk.record.kind}`);
            count(`status ${model.status}`);
            expect(brokenOffers(walk, PRINCIPALS[wanted.asking] ?? '', wanted.leaseOver)).toEqual([]);
          }
          expect(walk.records).toHaveLength(walk.head.version);
          const head = walk.records.reduce<TaskState | null>((state, record, k) => replay(state, record, k + 1), null);
          expect(JSON.stringify(head)).toBe(JSON.stringify(walk.head));
        },
      ),
      { numRuns: SEQUENCES, seed: seedOf() },
    );
    // A model that never gets anywhere proves nothing: every status and every refusal was met.
    for (const status of ['pending', 'in_progress', 'awaiting_human', 'abandoned', 'completed', 'cancelled'])
      expect(seen.get(`status ${status}`) ?? 0).toBeGreaterThan(50);
    expect(REFUSALS.filter((code) => !seen.has(code))).toEqual([]);
    expect([...flow].sort()).toEqual(DRAWN.sort());
  });
});

/** Every arrow of the drawn lifecycle: each is taken, and no other. */
const DRAWN = Object.entries(STATUS_FLOW).flatMap(([from, targets]) =>
  Object.entries(targets).flatMap(([to, kinds]) => (kinds as readonly string[]).map((kind) => `${from} ${to} ${kind}`)),
);

const REFUSALS = [
  'forbidden',
  'gate_not_found',
  'own_work',
  'expected_version_missing',
  'claim_epoch_missing',
  'stale_claim',
  'version_conflict',
  'task_closed',
  'gate_open',
  'not_closed',
  'not_assigned',
  'claimed_by_other',
  'gate_resolved',
  'gate_changed',
  'transition_not_allowed',
  'unknown_agent',
  'feedback_required',
  'next_step_required',
  'unknown_item',
  'phase_exit_failed',
  'unchanged_work',
];
