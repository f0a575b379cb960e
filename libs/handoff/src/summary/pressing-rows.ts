import { shortGateId } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';
import { SEPARATOR } from './encode-value.js';
import type { Layout } from './layout.js';
import type { Row } from './row.js';
import { Slot, slotsOf } from './slot.js';
import { failingChecks, isCurrent } from './standing.js';

const FADE = 0.85;
/** More than these have no room in any budget; they are counted. */
const MOST = { checks: 16, feedback: 6, gates: 4 } as const;

/** Failing checks with why they fail; the first stands in every summary. */
export const checkRows = (state: TaskState): readonly Row[] =>
  failingChecks(state, MOST.checks).map(({ name, check }, index) => {
    const worth = 1.5 * FADE ** index;
    const exit = check?.evidence === undefined ? null : `exit ${check.evidence.exit_code}`;
    return {
      section: 'checks',
      kind: 'checks',
      prefix: check === null ? 'check' : check.id,
      slots: slotsOf(name, worth, check?.detail ?? exit, worth),
      separator: SEPARATOR,
      must: index === 0,
      below: null,
    };
  });

/** Feedback of an earlier phase has been dealt with, or the work would not be here. Why it came back is asked all the same. */
const DEALT_WITH = 0.25;

const feedbackWorth = (current: boolean, index: number): number => (current ? 1.2 * FADE ** index : DEALT_WITH * 0.6 ** index);

/** Why the task came back, or what was said when it was let through; the newest of this phase stands in every summary. */
export const feedbackRows = (state: TaskState, layout: Layout): readonly Row[] =>
  state.retry_feedback.slice(0, MOST.feedback).map((feedback, index) => {
    const current = isCurrent(feedback, state);
    return {
      section: 'feedback',
      kind: 'feedback',
      prefix: `${feedback.id} ${feedback.cause.replace('_', ' ')}${layout === 'bare' || current ? '' : ` from ${feedback.from_phase}`}:`,
      slots: [new Slot(feedback.feedback, feedbackWorth(current, index))],
      separator: SEPARATOR,
      must: current && index === 0,
      below: null,
    };
  });

/** What a human said when letting the task through: the answer to whatever was asked. More attempts are granted by way of feedback, which has its own row. */
export const answerRows = (state: TaskState): readonly Row[] =>
  state.gates.slice(0, MOST.gates).flatMap((gate, index) => {
    const vote = gate.votes.at(-1);
    if (vote === undefined || gate.status !== 'approved' || gate.kind === 'attempts') return [];
    return {
      section: 'gates',
      kind: 'gates',
      prefix: `${shortGateId(gate.id)} approved by ${vote.by}:`,
      slots: [new Slot(vote.reason, (vote.version >= state.phase_version ? 2 : DEALT_WITH) * FADE ** index)],
      separator: SEPARATOR,
      must: false,
      below: null,
    };
  });
