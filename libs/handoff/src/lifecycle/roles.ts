import type { Role } from '../schema/principal.js';
import type { Call } from './calls.js';

const PEOPLE = ['human', 'admin'] as const;
const WORKING = ['agent', 'worker', ...PEOPLE] as const;

/** Who may ever make a call. Whether now is the moment, and whether it is theirs, other tables say. */
export const CALLERS = {
  create: ['human', 'admin', 'agent'],
  claim: WORKING,
  handoff: WORKING,
  update: WORKING,
  evidence: WORKING,
  heartbeat: WORKING,
  release: WORKING,
  edit: PEOPLE,
  reassign: PEOPLE,
  cancel: PEOPLE,
  reopen: PEOPLE,
  vote: PEOPLE,
  fork: PEOPLE,
} as const satisfies Record<Call | 'create', readonly Role[]>;

/** Calls that are part of the work itself: they belong to the assigned agent, or to people on its behalf. */
export const WORK_CALLS: readonly (Call | 'create')[] = ['claim', 'handoff', 'update', 'evidence', 'heartbeat', 'release'];

/** Calls about the claim itself: only whoever holds it makes them. A person who wants it ended reassigns or cancels. */
export const HOLDER_CALLS: readonly (Call | 'create')[] = ['heartbeat', 'release'];
