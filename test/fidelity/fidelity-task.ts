import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type QuestionKind =
  | 'next_action'
  | 'open_blocker'
  | 'human_question'
  | 'failing_check'
  | 'changed_file'
  | 'decision_in_force'
  | 'biggest_unknown'
  | 'why'
  | 'failed_before'
  | 'not_done';

export interface Question {
  readonly rank: 1 | 2;
  readonly kind: QuestionKind;
  readonly question: string;
  /** Word groups, copied from what an agent posted; all must be found. */
  readonly answer: readonly string[];
}

export interface Step {
  readonly by: string;
  readonly do: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The life of one task up to some moment, and what a successor would ask then. */
export interface FidelityTask {
  readonly slug: string;
  readonly software: string;
  /** The locked half is never looked at while the summary is tuned. */
  readonly half: 'open' | 'locked';
  readonly steps: readonly Step[];
  readonly questions: readonly Question[];
  readonly settled: readonly string[];
  readonly superseded: readonly string[];
}

const DIRECTORY = join(__dirname, 'tasks');

export const fidelityTasks = (): FidelityTask[] =>
  readdirSync(DIRECTORY)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(DIRECTORY, name), 'utf8')) as FidelityTask);
