import type { Feedback } from '../schema/feedback.js';
import { shortGateId, versionOf } from '../schema/ids.js';
import type { Packet } from '../schema/packet.js';
import type { Phase } from '../schema/phase.js';
import type { TaskState } from '../schema/task-state.js';
import { currentFeedback, failingChecks, isPressing, issuesByUrgency, openGate } from './standing.js';

/** What to do first: somebody's own words, with the packet they stand in, or what follows from the state. */
export type NextAction = { readonly packet: Packet; readonly text: string } | { readonly packet: null; readonly derived: string };

const PHASE_WORK = {
  planning: 'plan the work',
  implementing: 'implement it',
  testing: 'test it',
  reviewing: 'review it',
  completed: 'nothing, the task is completed',
} as const satisfies Record<Phase, string>;

// After one of these, what was said before was said to somebody else about something else.
const REDIRECTS: ReadonlySet<string> = new Set(['sent_back', 'rejected', 'reopened']);

const redirect = (state: TaskState): Feedback | null => currentFeedback(state).find((feedback) => REDIRECTS.has(feedback.cause)) ?? null;

/** The newest advice, as long as it was given in this phase or on the way into it, and nothing has turned the task round since. */
const advice = (state: TaskState): Packet | null => {
  const [newest] = state.packets;
  const spoken = state.packets.find((packet) => packet.next_agent_should_first !== null);
  const turned = redirect(state);
  if (spoken === undefined || (turned !== null && versionOf(spoken.id) < versionOf(turned.id))) return null;
  return spoken === newest || versionOf(spoken.id) >= state.phase_version ? spoken : null;
};

const derived = (state: TaskState): string => {
  if (state.status === 'completed' || state.status === 'cancelled') return `nothing, the task is ${state.status}`;
  const gate = openGate(state);
  if (gate !== null) return `a human decides on ${shortGateId(gate.id)}`;
  const turned = redirect(state);
  if (turned !== null) return `act on ${turned.id}`;
  const [issue] = issuesByUrgency(state);
  if (issue !== undefined && isPressing(issue))
    return `${issue.requires_human && issue.acknowledged === null ? 'get an answer to' : 'resolve'} ${issue.id}`;
  const [failing] = failingChecks(state, 1);
  if (failing !== undefined) return failing.check === null ? 'mend the failing check' : `mend ${failing.check.id}`;
  const [feedback] = currentFeedback(state);
  return feedback === undefined ? PHASE_WORK[state.phase] : `act on ${feedback.id}`;
};

export const nextAction = (state: TaskState): NextAction => {
  const packet = state.status === 'completed' || state.status === 'cancelled' ? null : advice(state);
  return packet === null ? { packet: null, derived: derived(state) } : { packet, text: packet.next_agent_should_first ?? '' };
};
