import { versionOf } from '../../../libs/handoff/src/schema/ids.js';
import { COUNTED_KINDS, type CountedKind, type TaskState } from '../../../libs/handoff/src/schema/task-state.js';
import type { Summary } from '../../../libs/handoff/src/summary/summarize.js';
import { type ParsedItem, type ParsedSummary, parseSummary } from './parse-summary.js';
import { isShownOf } from './shown-text.js';

type Texts = readonly (string | null)[];

const LETTERS: Readonly<Record<string, CountedKind>> = {
  D: 'decisions',
  I: 'issues',
  W: 'warnings',
  F: 'findings',
  N: 'not_done',
  A: 'failed_approaches',
  C: 'checks',
  B: 'feedback',
  G: 'gates',
};

/** The texts an id may be shown with: only of what is open, in force or standing. */
const textsOf = (state: TaskState, id: string): Texts | undefined => {
  const packets = state.packets;
  const found = {
    D: state.decisions_made.filter((one) => one.superseded_by === null).map((one) => [one.id, one.decision, one.rationale] as const),
    I: state.blocking_issues.map((one) => [one.id, one.issue, one.suggested_action] as const),
    W: state.warnings.map((one) => [one.id, one.warning] as const),
    F: packets.flatMap((packet) => packet.observed).map((one) => [one.id, one.finding] as const),
    N: packets.flatMap((packet) => packet.not_done).map((one) => [one.id, one.item, one.reason] as const),
    A: packets.flatMap((packet) => packet.failed_approaches).map((one) => [one.id, one.approach, one.why] as const),
    C: state.checks
      .filter((one) => !one.passed && state.quality_gates_failed.includes(one.name))
      .map((one) => [one.id, one.name, one.detail] as const),
    B: state.retry_feedback.map((one) => [one.id, one.feedback] as const),
    G: state.gates.map((one) => [one.id.slice(one.id.lastIndexOf('.') + 1), one.votes.at(-1)?.reason ?? null] as const),
  }[id.charAt(0)];
  return found?.find(([other]) => other === id)?.slice(1);
};

const forgedValues = (state: TaskState, { id, values }: ParsedItem): string[] => {
  const texts = textsOf(state, id);
  if (texts === undefined) return [`${id} is shown and is nothing that stands`];
  return values.flatMap((value, index) => {
    const text = texts[index];
    return text != null && isShownOf(value, text) ? [] : [`${id} shows what it does not say: ${value}`];
  });
};

const forged = (state: TaskState, parsed: ParsedSummary): string[] => {
  const faults = parsed.items.flatMap((item) => forgedValues(state, item));
  const ids = parsed.items.map(({ id }) => id);
  if (new Set(ids).size < ids.length) faults.push('an item is shown twice');
  if (!isShownOf(parsed.task.title, state.task_title)) faults.push('the title is another');
  if (parsed.goal !== null && !isShownOf(parsed.goal, state.goal ?? '')) faults.push('the goal is another');
  for (const criterion of parsed.criteria)
    if (!state.acceptance_criteria.some((text) => isShownOf(criterion, text))) faults.push(`nobody asked for this: ${criterion}`);
  if (parsed.attempted !== null && !isShownOf(parsed.attempted, state.packets[0]?.attempted ?? ''))
    faults.push('what was attempted is another');
  const { unknown } = parsed;
  const said = state.packets.map((packet) => packet.highest_impact_uncertainty).find((text) => text !== null);
  if (unknown !== null && !isShownOf(unknown, said ?? '')) faults.push('the unknown is another');
  const paths = new Set([...state.artifacts.map(({ path }) => path), ...(state.packets[0]?.changed ?? []).map(({ artifact }) => artifact)]);
  for (const path of parsed.changed) if (!paths.has(path)) faults.push(`${path} is no path`);
  return faults;
};

const nextFaults = (state: TaskState, { next }: ParsedSummary): string[] => {
  const spoken = state.packets
    .filter(({ id }) => next.packet === null || id === next.packet)
    .map((packet) => packet.next_agent_should_first ?? '');
  if (spoken.some((text) => isShownOf(next.text, text))) return [];
  const derived =
    /^(?:plan the work|implement it|test it|review it|nothing, the task is \w+|a human decides on G\d+|(?:act on|resolve|get an answer to|mend) [IBC]\d+(?:\.\d+)?|mend the failing check)$/;
  return next.packet === null && derived.test(next.text) ? [] : [`the next action is nobody's: ${next.text}`];
};

const missing = (state: TaskState, parsed: ParsedSummary, stateFile: string): string[] => {
  const faults: string[] = [];
  const must = (holds: boolean, what: string): void => {
    if (!holds) faults.push(`missing: ${what}`);
  };
  const { phase, handles, items } = parsed;
  must(
    (parsed.task.id ?? state.task_id) === state.task_id && parsed.stateFile === stateFile && stateFile.includes(state.task_id),
    'task and state file',
  );
  must(phase.phase === state.phase && phase.from === (state.previous_phase ?? 'new'), 'phase and where it came from');
  must(phase.status === state.status && phase.version === state.version, 'status and version');
  const gate = state.gates.find(({ status }) => status === 'open');
  must(gate === undefined || (parsed.waits ?? '').includes(gate.id.slice(gate.id.lastIndexOf('.') + 1)), 'the open gate');
  const open = state.blocking_issues.length;
  must(parsed.noOpenIssues === (open === 0), 'whether issues are open');
  must(open === 0 || (handles.get(`issues@${state.version}`) ?? '').startsWith(`${open} open`), 'how many issues are open');
  const failing = state.quality_gates_failed.length;
  must(failing === 0 || (handles.get(`checks@${state.version}`) ?? '').startsWith(`${failing} failing`), 'how many checks fail');
  const feedback = state.retry_feedback[0];
  const current = feedback !== undefined && versionOf(feedback.id) >= state.phase_version;
  must(!current || items.some(({ id }) => id === feedback.id), 'why it came back');
  return faults;
};

/** The worst issue is shown, and none before a worse one; at least one failing check has its line. */
const outOfOrder = (state: TaskState, { items }: ParsedSummary): string[] => {
  const shown = items.filter(({ id }) => id.startsWith('I')).map(({ id }) => id);
  const rank = ({ severity, requires_human }: TaskState['blocking_issues'][number]): number =>
    (severity === 'blocker' || requires_human ? 0 : 10) + ['blocker', 'high', 'medium', 'low'].indexOf(severity);
  const ranks = state.blocking_issues.map(rank).sort((a, b) => a - b);
  const shownRanks = shown.flatMap((id) => state.blocking_issues.filter((issue) => issue.id === id).map(rank));
  const faults = shownRanks.some((one, index) => one !== ranks[index]) ? ['a worse issue is left out'] : [];
  if ((ranks[0] ?? 10) < 10 && shown.length === 0) faults.push('the worst issue is not shown');
  if (state.quality_gates_failed.length > 0 && !items.some(({ id }) => /^C|^check$/.test(id))) faults.push('no failing check is shown');
  return faults;
};

const uncounted = (state: TaskState, parsed: ParsedSummary, { omitted }: Summary): string[] => {
  const shown = (kind: CountedKind): number => {
    if (kind === 'artifacts') return parsed.changed.filter((path) => state.artifacts.some((one) => one.path === path)).length;
    const gate = kind === 'gates' && state.gates.some(({ status }) => status === 'open') ? 1 : 0;
    return gate + parsed.items.filter(({ id }) => LETTERS[id.charAt(0)] === kind).length;
  };
  const left = (kind: CountedKind): number => omitted.find((omission) => omission.kind === kind)?.count ?? 0;
  return [
    ...COUNTED_KINDS.flatMap((kind) =>
      shown(kind) + left(kind) >= state.totals[kind].recorded ? [] : [`${kind}: ${shown(kind)} shown, ${left(kind)} left out`],
    ),
    ...omitted.flatMap(({ handle }) => (parsed.handles.has(handle) ? [] : [`${handle} is not printed`])),
    ...[...parsed.handles.keys()].flatMap((handle) => (handle.endsWith(`@${state.version}`) ? [] : [`${handle} is forged`])),
  ];
};

const NOT_PRINTABLE = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]|(?!\n)\p{Cc}/u;

/** With the longest of names and numbers, in the smallest of budgets, issues and checks may be counted only. */
const mayOnlyCount = (state: TaskState, maxTokens: number): boolean => maxTokens < 300 && state.task_id.length > 40 && state.version > 999;

/** Everything that is wrong with a summary of this state; nothing when it keeps its promises. */
export const summaryFaults = (state: TaskState, summary: Summary, maxTokens: number, stateFile: string): string[] => {
  const parsed = parseSummary(summary.text);
  return [
    ...(summary.tokens <= maxTokens ? [] : [`${summary.tokens} tokens of ${maxTokens}`]),
    ...(NOT_PRINTABLE.test(summary.text) ? ['something invisible is in it'] : []),
    ...missing(state, parsed, stateFile),
    ...(mayOnlyCount(state, maxTokens) ? [] : outOfOrder(state, parsed)),
    ...nextFaults(state, parsed),
    ...forged(state, parsed),
    ...uncounted(state, parsed, summary),
  ];
};
