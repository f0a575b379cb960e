import { o200kTokenizer } from '../../libs/handoff/src/summary/o200k-tokenizer.js';
import { summarize } from '../../libs/handoff/src/summary/summarize.js';
import type { Tokenizer } from '../../libs/handoff/src/summary/tokenizer.js';
import { Random } from './support/random.js';
import { RandomHistory } from './support/random-history.js';
import { stretched } from './support/stretched.js';
import { summaryFaults } from './support/summary-faults.js';
import { unreachable } from './support/unreachable.js';

const BUDGETS = [499, 300, 220];
const LARGEST_BYTES = 5_000_000;
const LARGEST = 22;
const STATES_PER_DECADE = 7;

/** For paging through five megabytes twenty times: quick to count. */
const byLength: Tokenizer = { encoding: 'a third of the characters', countTokens: (text) => Math.ceil(text.length / 3) };

describe('the summary of any state', () => {
  let tokenizer: Tokenizer;
  const faults: string[] = [];
  let states = 0;
  let histories = 0;
  let largest = 0;

  const check = (state: Parameters<typeof summarize>[0], where: string): void => {
    const stateFile = `.jerry/state/${state.task_id}.json`;
    states += 1;
    for (const maxTokens of BUDGETS) {
      const summary = summarize(state, { maxTokens, tokenizer, stateFile });
      const found = summaryFaults(state, summary, maxTokens, stateFile);
      if (tokenizer.countTokens(summary.text) !== summary.tokens) found.push('says another number of tokens than it has');
      faults.push(...found.map((fault) => `${where}, ${maxTokens} tokens: ${fault}`));
    }
  };

  /** A history is looked at again and again while it grows: small sizes as often as large ones, seen by orders of magnitude. */
  const grow = async (seed: number, bytes: number): Promise<void> => {
    const random = new Random(seed);
    const task = new RandomHistory(random, bytes);
    let next = 0;
    while (task.bytes < bytes) {
      if (task.bytes >= next) {
        check(task.state, `seed ${seed} at ${task.bytes} bytes`);
        next = Math.max(800, task.bytes * 10 ** (1 / STATES_PER_DECADE));
      }
      task.step();
    }
    check(task.state, `seed ${seed} at its end`);
    check(stretched(task.state, random), `seed ${seed} stretched`);
    if (bytes >= LARGEST_BYTES) largest += 1;
    histories += 1;
    const budget = BUDGETS[seed % BUDGETS.length] as number;
    const lost = await unreachable(task.history, { maxTokens: budget, tokenizer }, { maxTokens: 30_000, tokenizer: byLength });
    faults.push(...lost.map((id) => `seed ${seed}, from ${budget} tokens: ${id} cannot be reached`));
  };

  beforeAll(async () => {
    tokenizer = await o200kTokenizer();
  });

  it('keeps its budget and its promises, and loses nothing', async () => {
    for (let seed = 1; seed <= LARGEST; seed += 1) await grow(seed, LARGEST_BYTES);
    for (let seed = LARGEST + 1; states < 2_000; seed += 1) await grow(seed, new Random(seed).logUniform(1_000, LARGEST_BYTES / 2));
    process.stdout.write(
      `${states} states of ${histories} histories, ${largest} of them of ${LARGEST_BYTES} bytes, at ${BUDGETS.join(', ')} tokens\n`,
    );
    expect(faults.slice(0, 20)).toEqual([]);
    expect(states).toBeGreaterThanOrEqual(2_000);
    expect(largest).toBeGreaterThanOrEqual(20);
  });

  it('is the same for the same state', () => {
    const task = new RandomHistory(new Random(5), 60_000);
    while (task.bytes < 60_000) task.step();
    const options = { maxTokens: 499, tokenizer, stateFile: 'x.json' };
    const copy = structuredClone(task.state);
    expect(summarize(copy, options)).toEqual(summarize(task.state, options));
  });
});
