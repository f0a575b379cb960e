import { stateFile, summarize, type TaskState, type Tokenizer } from '@app/handoff';
import { adrFormatter, newestFirstDump } from './baselines.js';
import { type FidelityTask, fidelityTasks, type Question } from './fidelity-task.js';
import { LookUps } from './look-ups.js';
import { flooded, withNoise } from './noisy.js';
import { type Played, playTask } from './play.js';
import { addTask, emptyScore, type Score } from './score.js';

const BUDGET_TOKENS = 499;
/** A task whose every text has room in three budgets and a half: most tasks are like that. */
const SHORT_TOKENS = 1_750;

export const ROWS = [
  'summary',
  'summary + one look-up',
  'harder',
  'newest-first dump',
  'ADR-005 formatter',
  'harder, dump',
  'short tasks',
  'short, harder',
  'short, flooded',
  'short, dump',
] as const;
export type Row = (typeof ROWS)[number];
export type Halves = Readonly<Record<FidelityTask['half'], Score>>;

/** Every way of handing over, asked the same questions, apart for the half that may be looked at and the one that may not. */
export class Measurement {
  readonly scores = Object.fromEntries(ROWS.map((row) => [row, { open: emptyScore(), locked: emptyScore() }])) as unknown as Record<
    Row,
    Halves
  >;

  constructor(private readonly tokenizer: Tokenizer) {}

  async run(): Promise<this> {
    const tasks = fidelityTasks();
    for (const [index, task] of tasks.entries()) {
      const played = playTask(task);
      const harder = playTask(task, withNoise(task, tasks, index));
      await this.#plain(task, played);
      this.#noisy(task, harder);
      if (this.#isShort(played)) this.#short(task, played, [harder, playTask(task, flooded(task, tasks, index))]);
    }
    return this;
  }

  summary(state: TaskState): string {
    return summarize(state, { maxTokens: BUDGET_TOKENS, tokenizer: this.tokenizer, stateFile: stateFile(state.task_id) }).text;
  }

  async #plain(task: FidelityTask, { state, records }: Played): Promise<void> {
    const summary = this.summary(state);
    const lookUps = await LookUps.into({ state, records }, this.tokenizer);
    this.#add('summary', task, summary);
    this.#add('summary + one look-up', task, summary, (question) => `${summary}\n${lookUps.answering(question)}`);
    this.#add('newest-first dump', task, newestFirstDump(state, records, this.tokenizer, BUDGET_TOKENS));
    this.#add('ADR-005 formatter', task, adrFormatter(state));
  }

  #noisy(task: FidelityTask, { state, records }: Played): void {
    this.#add('harder', task, this.summary(state));
    this.#add('harder, dump', task, newestFirstDump(state, records, this.tokenizer, BUDGET_TOKENS));
  }

  #isShort({ state, records }: Played): boolean {
    return this.tokenizer.countTokens(newestFirstDump(state, records, this.tokenizer, Number.POSITIVE_INFINITY)) < SHORT_TOKENS;
  }

  #short(task: FidelityTask, { state, records }: Played, [harder, flood]: readonly [Played, Played]): void {
    this.#add('short tasks', task, this.summary(state));
    this.#add('short, harder', task, this.summary(harder.state));
    this.#add('short, flooded', task, this.summary(flood.state));
    this.#add('short, dump', task, newestFirstDump(state, records, this.tokenizer, BUDGET_TOKENS));
  }

  #add(row: Row, task: FidelityTask, text: string, textFor?: (question: Question) => string): void {
    addTask(this.scores[row][task.half], task, text, textFor);
  }
}
