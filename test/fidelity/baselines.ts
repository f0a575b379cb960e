import { itemsOf, type TaskRecord, type TaskState, type Tokenizer } from '@app/handoff';

/** The formatter of ADR-005, as the decision record describes it: counts, the last two decisions and the first blocker, each cut at 50 characters. */
export const adrFormatter = (state: TaskState): string => {
  const types = [...new Set(state.artifacts.map((artifact) => artifact.artifact_type))].join(', ');
  const blockers = state.blocking_issues.filter((issue) => issue.severity === 'blocker');
  const decisions = state.decisions_made.slice(0, 2).map((decision) => decision.decision.slice(0, 50));
  return [
    '## Agent Handoff State',
    `Task: ${state.task_id} - ${state.task_title}`,
    `Phase: ${state.phase} (from: ${state.previous_phase ?? 'start'})`,
    `Artifacts: ${state.artifacts.length} files${types === '' ? '' : ` (${types})`}`,
    `Decisions: ${decisions.reverse().join('; ') || 'None'}`,
    `Blocking: ${blockers.length === 0 ? 'None' : `${blockers.length} blocker(s): ${blockers[0]?.issue.slice(0, 50)}...`}`,
    `Gates: ${state.quality_gates_passed.length} passed, ${state.quality_gates_failed.length} failed`,
    `State file: .jerry/state/${state.task_id}.json`,
  ].join('\n');
};

const lineOf = (kind: string, id: string, value: Readonly<Record<string, unknown>>): string => {
  const texts = Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' && !['id', 'at', 'timestamp', 'raised_at'].includes(key) ? [one] : [],
  );
  return `${kind} ${id}: ${texts.join(' | ')}`;
};

const pathsOf = (record: TaskRecord): string[] =>
  record.effect.flatMap((op) =>
    op.op === 'add' && op.path.startsWith('/artifacts/') ? [`file ${(op.value as { path: string }).path}`] : [],
  );

/** Everything that was recorded as plain text, newest version first, cut where the budget ends. */
export const newestFirstDump = (state: TaskState, records: readonly TaskRecord[], tokenizer: Tokenizer, maxTokens: number): string => {
  const lines = [...records]
    .reverse()
    .flatMap((record) => [...itemsOf(record).map((item) => lineOf(item.kind, item.id, item.value)), ...pathsOf(record)]);
  const words = [`${state.task_id} ${state.task_title}, ${state.phase}`, ...lines].join('\n').split(/(?<=\s)/);
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokenizer.countTokens(words.slice(0, middle).join('')) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return words.slice(0, low).join('');
};
