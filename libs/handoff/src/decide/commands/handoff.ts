import { moveKind, movesFrom } from '../../lifecycle/moves.js';
import type { Body, CommandOf } from '../../schema/command.js';
import type { WorkPhase } from '../../schema/phase.js';
import type { StateDelta } from '../../schema/state-delta.js';
import type { TaskState } from '../../schema/task-state.js';
import { accept } from '../accept.js';
import { admit } from '../admit.js';
import { abandon, countAttempt } from '../attempts.js';
import type { DecideContext } from '../context.js';
import type { Accepted } from '../decided.js';
import { applyDelta } from '../delta.js';
import { Draft } from '../draft.js';
import { type ExitReason, exitReasons } from '../exit-rules.js';
import { giveFeedback } from '../feedback.js';
import { openGate } from '../gates.js';
import { askingIssues } from '../issues.js';
import { knownAgent } from '../known-agent.js';
import { type Move, makeMove } from '../move.js';
import { asAgent, postedBy, workingAgent } from '../on-behalf.js';
import { refuse } from '../refuse.js';
import { isUnchangedWork } from '../unchanged-work.js';

const REASONS_NAMED = 3;

interface Wanted extends Omit<Move, 'deliveredVersion'> {
  readonly kind: NonNullable<ReturnType<typeof moveKind>>;
}

const wantedMove = (state: TaskState, body: Body<'handoff'>, ctx: DecideContext): Wanted => {
  const kind =
    moveKind(state.phase, body.phase) ??
    refuse('transition_not_allowed', `From ${state.phase} a task moves to ${movesFrom(state.phase).join(', ')}, not to ${body.phase}.`, {
      allowed: movesFrom(state.phase),
    });
  const source = workingAgent(state);
  const base = { kind, phase: body.phase, source, postedBy: postedBy(state, ctx) };
  if (body.phase === 'completed') return { ...base, target: null };
  const target = body.target_agent ?? (kind === 'stay' ? source : ctx.rules.phases[body.phase]);
  return { ...base, target: knownAgent(ctx.rules, target) };
};

const requireWords = (kind: Wanted['kind'], delta: StateDelta): void => {
  if (kind === 'back' && delta.feedback === undefined)
    refuse('feedback_required', 'Say in state_delta.feedback what has to change before this can go on.');
  if (kind === 'stay' && delta.packet?.next_agent_should_first === undefined)
    refuse('next_step_required', 'Say in state_delta.packet.next_agent_should_first where to go on.');
};

const inShort = (reasons: readonly ExitReason[]): string => {
  const first = reasons.slice(0, REASONS_NAMED).map(({ detail }) => detail);
  return [...first, ...(reasons.length > REASONS_NAMED ? [`and ${reasons.length - REASONS_NAMED} more`] : [])].join('; ');
};

const requireExit = (draft: Draft, ctx: DecideContext, delta: StateDelta): void => {
  const reasons = exitReasons(draft.state, draft.state.phase as WorkPhase, ctx.rules, ctx.items);
  if (reasons.length > 0) refuse('phase_exit_failed', `${draft.state.phase} cannot be left yet: ${inShort(reasons)}.`, { reasons });
  if (delta.repeat_reason === undefined && isUnchangedWork(draft.state))
    refuse(
      'unchanged_work',
      'Every file is as it was when this was sent back. Change something, or say in state_delta.repeat_reason why not.',
    );
};

/** Keeps the move and asks a human first; true when there was something to ask. */
const askFirst = (draft: Draft, ctx: DecideContext, wanted: Wanted): boolean => {
  const asking = askingIssues(draft.state).map((issue) => issue.id);
  const approval = wanted.kind === 'forward' && ctx.rules.phase_exit[draft.state.phase as WorkPhase].human_approval === true;
  if (!approval && asking.length === 0) return false;
  const gate = openGate(draft, approval ? 'approval' : 'issue', asking, ctx.principal);
  draft.set('status', 'awaiting_human');
  draft.set('claim', null);
  draft.set('failures_in_row', 0);
  draft.set('pending_handoff', {
    gate_id: gate,
    version: draft.version,
    source_agent: wanted.source,
    posted_by: wanted.postedBy,
    phase: wanted.phase,
    target_agent: wanted.target,
  });
  return true;
};

/** A move back counts as an attempt and is made before anybody is asked whether to go on at all. */
const carryOut = (draft: Draft, ctx: DecideContext, wanted: Wanted, delta: StateDelta): void => {
  const from = draft.state.phase;
  const lastAttempt = wanted.kind === 'back' && draft.state.attempts + 1 >= ctx.rules.attempts;
  if (lastAttempt || !askFirst(draft, ctx, wanted)) makeMove(draft, { ...wanted, deliveredVersion: draft.version });
  if (wanted.kind === 'back' && draft.state.phase !== from && countAttempt(draft, ctx.rules)) abandon(draft, ctx.principal);
  if (delta.feedback !== undefined) giveFeedback(draft, wanted.kind === 'back' ? 'sent_back' : 'note', delta.feedback, ctx.principal, from);
};

export const handoff = (state: TaskState, { body }: CommandOf<'handoff'>, ctx: DecideContext): Accepted => {
  const asked = {
    call: 'handoff',
    principal: ctx.principal,
    expectedVersion: body.expected_version,
    claimEpoch: body.claim_epoch,
  } as const;
  admit(state, asked, ctx.items.claimAlive ?? false);
  const delta = body.state_delta ?? {};
  const wanted = wantedMove(state, body, ctx);
  requireWords(wanted.kind, delta);
  const draft = new Draft(state, ctx.now);
  applyDelta(draft, ctx, wanted.source, delta);
  if (wanted.kind === 'forward') requireExit(draft, ctx, delta);
  carryOut(draft, ctx, wanted, delta);
  return accept(draft, ctx, { kind: 'handoff', by: asAgent(wanted.source), repeatReason: delta.repeat_reason });
};
