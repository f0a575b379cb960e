import type { Decision } from '../schema/decision.js';
import type { Packet } from '../schema/packet.js';
import type { TaskState } from '../schema/task-state.js';
import { nextAction } from './next-action.js';
import type { Topic } from './relevance.js';
import { failingChecks, isMinor, issuesByUrgency } from './standing.js';

const MOST = { issues: 8, checks: 5, feedback: 4, decisions: 8, packets: 12, files: 16 } as const;

const evenly = (weight: number, texts: readonly (string | null)[]): Topic => texts.map((text) => [text ?? '', weight]);

const said = (packet: Packet): (string | null)[] => [packet.next_agent_should_first, packet.highest_impact_uncertainty, packet.attempted];

/** Nobody takes back a note that got in from other work, nor puts one in the place of something. */
const isReconsidered = (decision: Decision): boolean => decision.superseded_by !== null || decision.supersedes.length > 0;

/** What the work is about: its title most of all, then what is to be done and what stands in the way, then whatever else was said of it as a whole. */
export const topicOf = (state: TaskState): Topic => {
  const next = nextAction(state);
  const issues = issuesByUrgency(state)
    .filter((issue) => !isMinor(issue))
    .slice(0, MOST.issues);
  const checks = failingChecks(state, MOST.checks).map(({ name, check }) => `${name} ${check?.detail ?? ''}`);
  const feedback = state.retry_feedback.slice(0, MOST.feedback).map((one) => one.feedback);
  const decisions = state.decisions_made.filter(isReconsidered).slice(0, MOST.decisions);
  return [
    [state.task_title, 3],
    [next.packet === null ? '' : next.text, 2],
    ...evenly(2, [...issues.map(({ issue }) => issue), ...checks, ...feedback]),
    [state.goal ?? '', 1.5],
    ...evenly(1, [...issues.map(({ suggested_action }) => suggested_action), ...state.acceptance_criteria, state.labels.join(' ')]),
    ...evenly(
      1,
      decisions.map(({ decision }) => decision),
    ),
    ...evenly(1, state.packets.slice(0, MOST.packets).flatMap(said)),
    ...evenly(
      1,
      state.artifacts.slice(0, MOST.files).map(({ path }) => path),
    ),
  ];
};
