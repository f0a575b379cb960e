import type { ModelExecutor } from '../../../model-executor.js';
import type { Usage } from '../chat/chat.js';

const MILLION = 1_000_000;

type Terms = Pick<ModelExecutor, 'model' | 'budget' | 'price_usd_per_million'>;

/** What a run used up, as it stands in the packet it leaves. */
export interface SpendingReport extends Usage {
  readonly model: string;
  /** Null without a price. Tokens a provider gives a discount for, such as cached ones, are reckoned in full. */
  readonly cost_usd: number | null;
  readonly rounds: number;
}

/** The reckoning of one run, and what is left of its budget. */
export class Spending {
  #input = 0;
  #output = 0;
  #rounds = 0;

  constructor(private readonly terms: Terms) {}

  get rounds(): number {
    return this.#rounds;
  }

  /** A call that was answered. */
  addRound(usage: Usage): void {
    this.#rounds += 1;
    this.add(usage);
  }

  add({ input_tokens, output_tokens }: Usage): void {
    this.#input += input_tokens;
    this.#output += output_tokens;
  }

  /** How many tokens the answer to so many tokens may have; below 1 when nothing is left for one. */
  outputLeft(inputTokens: number): number {
    const { budget, price_usd_per_million: price } = this.terms;
    const byTokens = budget.max_tokens - this.#input - this.#output - inputTokens;
    if (budget.max_cost_usd === undefined || price === undefined) return byTokens;
    const leftUsd = budget.max_cost_usd - this.#costUsd(price) - (inputTokens * price.input) / MILLION;
    if (leftUsd <= 0) return 0;
    return price.output === 0 ? byTokens : Math.min(byTokens, Math.floor((leftUsd * MILLION) / price.output));
  }

  /** The part of the budget that is gone, from 0 to 1 and beyond. */
  get share(): number {
    const { budget, price_usd_per_million: price } = this.terms;
    const ofTokens = (this.#input + this.#output) / budget.max_tokens;
    if (budget.max_cost_usd === undefined || price === undefined) return ofTokens;
    return Math.max(ofTokens, this.#costUsd(price) / budget.max_cost_usd);
  }

  get report(): SpendingReport {
    const { model, price_usd_per_million: price } = this.terms;
    const cost_usd = price === undefined ? null : Math.round(this.#costUsd(price) * MILLION) / MILLION;
    return { model, input_tokens: this.#input, output_tokens: this.#output, cost_usd, rounds: this.#rounds };
  }

  #costUsd(price: { readonly input: number; readonly output: number }): number {
    return (this.#input * price.input + this.#output * price.output) / MILLION;
  }
}
