import type { ModelRules, Request } from './request.js';

export interface ModelGate {
  readonly kind: 'issue' | 'approval' | 'attempts';
  readonly poster: string;
  readonly issues: readonly string[];
  status: 'open' | 'approved' | 'rejected' | 'voided';
}

/** As much of a task as decides whether a request is let in. */
export interface Standing {
  readonly version: number;
  readonly status: string;
  readonly assignee: string | null;
  readonly claim: { readonly by: string; readonly instance: string; readonly epoch: number } | null;
  readonly gates: ReadonlyMap<string, ModelGate>;
  readonly rules: ModelRules;
}

const isPerson = (principal: string) => /^(human|admin):/.test(principal);
const isWork = (kind: string) => ['handoff', 'update', 'claim', 'release', 'evidence'].includes(kind);

const never = (task: Standing, { kind, by, expected, epoch, gate }: Request): string | null => {
  if (isWork(kind) ? by.startsWith('viewer:') : !isPerson(by)) return 'forbidden';
  const voted = task.gates.get(gate);
  if (kind === 'vote' && voted === undefined) return 'gate_not_found';
  if (kind === 'vote' && voted?.kind !== 'attempts' && voted?.poster === by && !task.rules.allowOwnWork) return 'own_work';
  if ((kind === 'handoff' || kind === 'update') && expected === undefined) return 'expected_version_missing';
  const needsEpoch = ['handoff', 'update', 'evidence'].includes(kind);
  return needsEpoch && task.claim?.by === by && epoch === undefined ? 'claim_epoch_missing' : null;
};

const isHeldUp = ({ status }: Standing, { kind, by }: Request): boolean => {
  if (status === 'abandoned') return ['claim', 'handoff', 'update', 'evidence', 'reassign'].includes(kind);
  if (status !== 'awaiting_human') return false;
  return ['claim', 'handoff', 'update', 'reassign'].includes(kind) || (kind === 'evidence' && !isPerson(by));
};

const whoseClaim = ({ claim }: Standing, { kind, by, epoch, instance, leaseOver }: Request): string | null => {
  if (claim === null) return by.startsWith('worker:') && kind !== 'claim' ? 'not_assigned' : null;
  if (kind === 'claim') return leaseOver || (claim.by === by && claim.instance === instance) ? null : 'claimed_by_other';
  const counts = claim.by === by || (isPerson(by) && kind !== 'release');
  return counts && epoch !== undefined ? null : 'claimed_by_other';
};

const notNow = (task: Standing, request: Request): string | null => {
  const { kind, by, expected, epoch } = request;
  if (epoch !== undefined && epoch !== task.claim?.epoch) return 'stale_claim';
  if (expected !== undefined && expected !== task.version) return 'version_conflict';
  const isClosed = task.status === 'completed' || task.status === 'cancelled';
  if (isClosed && !['reopen', 'vote', 'fork'].includes(kind)) return 'task_closed';
  if (kind === 'reopen') return isClosed || task.status === 'abandoned' ? null : 'not_closed';
  if (isHeldUp(task, request)) return 'gate_open';
  if (!isWork(kind)) return null;
  if (by.startsWith('agent:') && by !== `agent:${task.assignee}`) return 'not_assigned';
  return whoseClaim(task, request);
};

/** The contract's order of refusals, up to the rules about the work itself. */
export const refusedAtTheDoor = (task: Standing, request: Request): string | null => never(task, request) ?? notNow(task, request);
