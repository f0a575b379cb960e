import type { Operation } from '../schema/operation.js';
import { COUNTED_KINDS, type CountedKind, type TaskState, type Total } from '../schema/task-state.js';
import type { Draft } from './draft.js';

const inPackets = (state: TaskState, list: 'observed' | 'not_done' | 'failed_approaches'): number =>
  state.packets.reduce((sum, packet) => sum + packet[list].length, 0);

const IN_STATE = {
  decisions: (state) => state.decisions_made.length,
  issues: (state) => state.blocking_issues.length,
  warnings: (state) => state.warnings.length,
  findings: (state) => inPackets(state, 'observed'),
  not_done: (state) => inPackets(state, 'not_done'),
  failed_approaches: (state) => inPackets(state, 'failed_approaches'),
  artifacts: (state) => state.artifacts.length,
  checks: (state) => state.checks.length,
  feedback: (state) => state.retry_feedback.length,
  gates: (state) => state.gates.length,
  packets: (state) => state.packets.length,
} satisfies Record<CountedKind, (state: TaskState) => number>;

/** Of artifacts, one per current path counts as recorded: an older entry of a path is history, not one more artifact. */
const recorded = (draft: Draft, kind: CountedKind): number =>
  kind === 'artifacts' ? draft.state.artifact_set.current : draft.state.totals[kind].recorded + (draft.counts.get(kind) ?? 0);

/** From so many on, all totals in one operation take fewer bytes than one operation each. */
const MANY = 7;

const PATHS = Object.fromEntries(
  COUNTED_KINDS.map((kind) => [
    kind,
    { both: `/totals/${kind}`, recorded: `/totals/${kind}/recorded`, inState: `/totals/${kind}/in_state` },
  ]),
) as Record<CountedKind, { both: string; recorded: string; inState: string }>;

const change = (kind: CountedKind, was: Total, now: Total): Operation => {
  const paths = PATHS[kind];
  if (was.in_state === now.in_state) return { op: 'replace', path: paths.recorded, value: now.recorded };
  if (was.recorded === now.recorded) return { op: 'replace', path: paths.inState, value: now.in_state };
  return { op: 'replace', path: paths.both, value: now };
};

export const tally = (draft: Draft): void => {
  const { totals } = draft.state;
  const changed = new Map<CountedKind, Total>();
  for (const kind of COUNTED_KINDS) {
    const now = { recorded: recorded(draft, kind), in_state: IN_STATE[kind](draft.state) };
    if (totals[kind].recorded !== now.recorded || totals[kind].in_state !== now.in_state) changed.set(kind, now);
  }
  if (changed.size < MANY) for (const [kind, total] of changed) draft.change(change(kind, totals[kind], total));
  else {
    const all = COUNTED_KINDS.map((kind) => [kind, changed.get(kind) ?? totals[kind]]);
    draft.change({ op: 'replace', path: '/totals', value: Object.fromEntries(all) });
  }
};
