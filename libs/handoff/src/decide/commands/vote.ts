import { moveKind } from '../../lifecycle/moves.js';
import type { CommandOf } from '../../schema/command.js';
import type { Gate, Vote } from '../../schema/gate.js';
import { shortGateId } from '../../schema/ids.js';
import type { TaskState } from '../../schema/task-state.js';
import { accept } from '../accept.js';
import { admit } from '../admit.js';
import { abandon, countAttempt, forgiveAttempts } from '../attempts.js';
import type { DecideContext } from '../context.js';
import type { Accepted } from '../decided.js';
import { Draft } from '../draft.js';
import { giveFeedback } from '../feedback.js';
import { closeGate } from '../gates.js';
import { acknowledgeIssues, resolveIssues } from '../issues.js';
import { assign, makeMove } from '../move.js';
import { isOwnWork } from '../own-work.js';
import { refuse } from '../refuse.js';
import { stop } from './cancel.js';

/** 404 and 403, which come before anything that depends on how the task stands. */
const gateOf = (state: TaskState, { gate_id }: CommandOf<'vote'>, ctx: DecideContext): Gate => {
  const gate =
    state.gates.find(({ id }) => id === gate_id) ??
    ctx.items.gates?.get(gate_id) ??
    refuse('gate_not_found', `${state.task_id} has no gate ${gate_id}.`);
  if (isOwnWork(gate, ctx.principal) && !ctx.rules.allow_own_work)
    refuse('own_work', 'You handed this work in; somebody else decides on it.');
  return gate;
};

const requireOpen = (gate: Gate, digest: string, ctx: DecideContext): void => {
  const vote = gate.votes.at(-1);
  if (gate.status !== 'open')
    refuse('gate_resolved', `The gate was ${gate.status}${vote === undefined ? '' : ` by ${vote.by}`} at ${gate.resolved_at}.`, {
      gate_status: gate.status,
      resolved_by: vote?.by ?? null,
      resolved_at: gate.resolved_at,
    });
  if (ctx.items.gateDigest !== digest) refuse('gate_changed', 'What this gate is about has changed since you looked: read it again.');
};

/** Moves the task on: the work behind the gate is not done again. */
const approve = (draft: Draft, gate: Gate, reason: string, ctx: DecideContext): void => {
  const waiting = draft.state.pending_handoff;
  if (gate.kind === 'attempts' || waiting === null) {
    forgiveAttempts(draft);
    draft.set('status', 'pending');
    giveFeedback(draft, 'approved', reason, ctx.principal, draft.state.phase);
    return;
  }
  acknowledgeIssues(draft, gate.issue_ids, ctx.principal);
  const isBack = moveKind(draft.state.phase, waiting.phase) === 'back';
  makeMove(draft, {
    phase: waiting.phase,
    target: waiting.target_agent,
    source: waiting.source_agent,
    postedBy: waiting.posted_by,
    deliveredVersion: waiting.version,
  });
  draft.set('pending_handoff', null);
  if (isBack && countAttempt(draft, ctx.rules)) abandon(draft, ctx.principal);
};

const reject = (draft: Draft, gate: Gate, reason: string, ctx: DecideContext): void => {
  const waiting = draft.state.pending_handoff;
  if (gate.kind === 'attempts' || waiting === null) {
    stop(draft);
    giveFeedback(draft, 'rejected', reason, ctx.principal, draft.state.phase);
    return;
  }
  draft.set('pending_handoff', null);
  const last = countAttempt(draft, ctx.rules);
  assign(draft, waiting.source_agent, null);
  if (last) abandon(draft, ctx.principal);
  giveFeedback(draft, 'rejected', reason, ctx.principal, draft.state.phase);
};

export const vote = (state: TaskState, command: CommandOf<'vote'>, ctx: DecideContext): Accepted => {
  const { body } = command;
  const gate = gateOf(state, command, ctx);
  admit(state, { call: 'vote', principal: ctx.principal, expectedVersion: body.expected_version }, false);
  requireOpen(gate, body.digest, ctx);
  const draft = new Draft(state, ctx.now);
  const outside = body.issue_resolutions?.find(({ issue_id }) => !gate.issue_ids.includes(issue_id));
  if (outside !== undefined) refuse('unknown_item', `${outside.issue_id} is not an issue of this gate.`, { item: outside.issue_id });
  resolveIssues(draft, body.issue_resolutions ?? []);
  const key = shortGateId(gate.id);
  const cast: Vote = {
    by: ctx.principal,
    decision: body.decision,
    reason: draft.clipText(key, 'reason', body.reason),
    digest: body.digest,
    at: ctx.now,
    version: draft.version,
    ...(isOwnWork(gate, ctx.principal) ? { own_work: true } : {}),
    ...draft.clippedMark(key),
  };
  closeGate(draft, gate, body.decision === 'approve' ? 'approved' : 'rejected', [...gate.votes, cast]);
  (body.decision === 'approve' ? approve : reject)(draft, gate, body.reason, ctx);
  return accept(draft, ctx, { kind: 'vote' });
};
