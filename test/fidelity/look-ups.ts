import { ItemLedger, lookUp, type Tokenizer } from '@app/handoff';
import type { Question, QuestionKind } from './fidelity-task.js';
import type { Played } from './play.js';

const MAX_TOKENS = 2_000;

/** The handle a reader would follow for a question that the summary leaves open. */
const HANDLE_FOR: Readonly<Record<QuestionKind, string>> = {
  next_action: 'packets',
  open_blocker: 'issues',
  human_question: 'issues',
  failing_check: 'checks',
  changed_file: 'artifacts',
  decision_in_force: 'decisions',
  biggest_unknown: 'packets',
  why: 'decisions',
  failed_before: 'failed_approaches',
  not_done: 'not_done',
};

const handleFor = (question: Question): string =>
  question.kind === 'why' && /sent back|reject/i.test(question.question) ? 'feedback' : HANDLE_FOR[question.kind];

/** What one look-up shows, of every kind somebody may ask for: one page of it. */
export class LookUps {
  private constructor(readonly pages: ReadonlyMap<string, unknown>) {}

  static async into({ state, records }: Pick<Played, 'state' | 'records'>, tokenizer: Tokenizer): Promise<LookUps> {
    const ledger = new ItemLedger();
    for (const record of records) ledger.fold(record);
    const options = { tokenizer, maxTokens: MAX_TOKENS, readRecord: async (version: number) => records[version - 1] };
    const pages = new Map<string, unknown>();
    for (const kind of [...new Set(Object.values(HANDLE_FOR)), 'feedback'])
      pages.set(kind, (await lookUp(ledger, state, `${kind}@${state.version}`, options)).value);
    return new LookUps(pages);
  }

  answering(question: Question): string {
    return JSON.stringify(this.pages.get(handleFor(question)));
  }
}
