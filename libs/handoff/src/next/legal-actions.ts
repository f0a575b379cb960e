import { preconditions, refusalNow } from '../decide/admit.js';
import type { KnownItems } from '../decide/context.js';
import { exitReasons } from '../decide/exit-rules.js';
import { isOwnWork } from '../decide/own-work.js';
import { isUnchangedWork } from '../decide/unchanged-work.js';
import { waitingSince } from '../lifecycle/waiting-since.js';
import type { WorkPhase } from '../schema/phase.js';
import { isPerson, nameOf, type Principal, roleOf } from '../schema/principal.js';
import type { Rules } from '../schema/rules.js';
import type { TaskState } from '../schema/task-state.js';
import { type Candidate, candidates } from './candidates.js';
import { checksToRun } from './checks-to-run.js';
import type { Action, ActionName, Next, Obstacle } from './next.js';

export interface NextContext {
  readonly rules: Rules;
  readonly items: KnownItems;
  /** Names of the checks the service can run. */
  readonly checks?: readonly string[];
}

const holds = (state: TaskState, principal: Principal): boolean => state.claim?.principal === principal;

const mayNow = (state: TaskState, principal: Principal, { rules, items }: NextContext, wanted: Candidate): boolean => {
  const epoch = wanted.body.claim_epoch as number | undefined;
  const asked = { call: wanted.call, principal, expectedVersion: state.version, claimEpoch: epoch };
  if ((preconditions(state, asked) ?? refusalNow(state, asked, items.claimAlive ?? false)) !== null) return false;
  return wanted.do !== 'vote' || rules.allow_own_work || !state.gates.some((gate) => gate.status === 'open' && isOwnWork(gate, principal));
};

const toHandOff = (state: TaskState, { rules, items }: NextContext): Obstacle[] => [
  ...exitReasons(state, state.phase as WorkPhase, rules, items),
  ...(isUnchangedWork(state) ? [{ code: 'unchanged_work' as const, detail: 'every file is as it was when this was sent back' }] : []),
];

const toClaim = ({ claim, attempts }: TaskState, { rules }: NextContext): Obstacle[] =>
  claim === null || attempts + 1 < rules.attempts
    ? []
    : [{ code: 'gate_open', detail: 'taking it over uses the last attempt: a human is asked instead' }];

const OBSTACLES: Partial<Record<ActionName, (state: TaskState, ctx: NextContext) => Obstacle[]>> = { hand_off: toHandOff, claim: toClaim };

const asAction = (state: TaskState, ctx: NextContext, { call: _, ...action }: Candidate): Action => {
  const blocked = OBSTACLES[action.do]?.(state, ctx) ?? [];
  return blocked.length === 0 ? action : { ...action, blocked_by: blocked };
};

const standing = (state: TaskState, principal: Principal): string => {
  const where = `${state.task_id} (${state.phase}, ${state.status}, version ${state.version})`;
  if (holds(state, principal)) return `${principal} has claimed ${state.task_id} (${state.phase}, version ${state.version}).`;
  if (roleOf(principal) === 'agent' && nameOf(principal) === state.target_agent) return `${where} is assigned to ${principal}.`;
  return `${where} is ${state.target_agent === null ? 'assigned to nobody' : `assigned to agent:${state.target_agent}`}; you are ${principal}.`;
};

const waitingFor = (state: TaskState): Next['waiting_for'] => {
  const gate = state.gates.find(({ status }) => status === 'open');
  if (gate !== undefined) return { who: 'human', gate_id: gate.id, since: gate.opened_at };
  if (state.target_agent === null || state.status === 'cancelled') return null;
  return { who: `agent:${state.target_agent}`, since: state.claim?.claimed_at ?? waitingSince(state) };
};

/** What this principal may do now: offered only if it would be admitted, by the very functions that admit it. */
export const legalActions = (state: TaskState, principal: Principal, ctx: NextContext): Next => {
  const epoch = holds(state, principal) || isPerson(principal) ? state.claim?.claim_epoch : undefined;
  const offered = candidates(state, epoch, checksToRun(state, ctx), ctx.items.gateDigest).filter((wanted) =>
    mayNow(state, principal, ctx, wanted),
  );
  const lease = roleOf(principal) === 'worker' ? ctx.rules.lease_s.worker : ctx.rules.lease_s.external;
  return {
    you: standing(state, principal),
    ...(holds(state, principal) ? { lease_s: lease } : {}),
    actions: offered.map((wanted) => asAction(state, ctx, wanted)),
    waiting_for: offered.length > 0 ? null : waitingFor(state),
  };
};
