import { wholeItem } from '../../libs/handoff/src/lookup/whole-item.js';
import type { TaskState } from '../../libs/handoff/src/schema/task-state.js';
import { Random } from './support/random.js';
import { RandomHistory } from './support/random-history.js';
import type { TaskHistory } from './support/task-history.js';

type Fields = Readonly<Record<string, unknown>>;

const HISTORIES = 60;
const VERSIONS = 40;

const itemsIn = (state: TaskState): Fields[] => [
  ...state.decisions_made,
  ...state.blocking_issues,
  ...state.warnings,
  ...state.checks,
  ...state.retry_feedback,
  ...state.gates,
];

/** A text that the state cut goes on, wherever it stands; everything else is the same. */
const agrees = (kept: unknown, whole: unknown): boolean => {
  if (typeof kept === 'string' && kept.endsWith('…')) return String(whole).startsWith(kept.slice(0, -1));
  if (typeof kept !== 'object' || kept === null) return kept === whole;
  if (Array.isArray(kept)) return kept.every((entry, k) => agrees(entry, (whole as unknown[] | undefined)?.[k]));
  return Object.entries(kept).every(([key, value]) => key === 'clipped' || agrees(value, (whole as Fields | undefined)?.[key]));
};

const disagreements = async ({ state, ledger, readRecord }: TaskHistory): Promise<string[]> => {
  const found: string[] = [];
  for (const kept of itemsIn(state)) {
    const whole = await wholeItem(ledger, kept.id as string, readRecord);
    for (const [key, value] of Object.entries(kept))
      if (key !== 'clipped' && !agrees(value, whole?.[key])) found.push(`${state.task_id} ${kept.id} ${key}`);
  }
  return found;
};

describe('what stands behind an id', () => {
  it(`says what the state says of it, over ${HISTORIES} random histories`, async () => {
    let acknowledged = 0;
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const task = new RandomHistory(new Random(seed), 20_000);
      for (let step = 0; step < VERSIONS; step += 1) task.step();
      expect(await disagreements(task.history)).toEqual([]);
      acknowledged += task.state.blocking_issues.filter((issue) => issue.acknowledged !== null).length;
    }
    expect(acknowledged).toBeGreaterThan(0);
  });
});
