import type { Outcome } from '../../../outcome.js';
import type { Prompt } from '../../prompt.js';
import { askPatiently, type Patience } from '../chat/ask-patiently.js';
import type { Chat, ChatAnswer } from '../chat/chat.js';
import type { ChatFailure } from '../chat/chat-failure.js';
import { HAND_IN, readHandIn } from '../tools/hand-in.js';
import { outcomeIn } from '../tools/outcome-in.js';
import type { Toolbox } from '../tools/toolbox.js';
import type { Conversation } from './conversation.js';
import type { Hush } from './hush.js';
import { RunFailure } from './run-failure.js';
import type { Spending } from './spending.js';

const ROUNDS = 40;
/** From here on the model is told to come to an end, so that what it has found is not lost. */
const LAST_ROUNDS = 3;
const SCARCE_SHARE = 0.8;
/** An answer with fewer could not even say why nothing came of it. */
const LEAST_ANSWER_TOKENS = 256;
const REASON_CHARS = 1_000;
const COME_TO_AN_END = `\n[Little is left of what this work may use. Call ${HAND_IN.name} now.]`;

export interface ModelRunParts {
  readonly chat: Chat;
  readonly prompt: Prompt;
  readonly toolbox: Toolbox;
  readonly conversation: Conversation;
  readonly spending: Spending;
  readonly tokensOf: (text: string) => number;
  readonly maxOutputTokens: number;
  readonly hush: Hush;
  readonly patience: Omit<Patience, 'onFailure'>;
}

/** One conversation, until something is handed in that can be read. What ends it otherwise is thrown as a RunFailure. */
export class ModelRun {
  #mended = false;
  #said = '';

  constructor(private readonly parts: ModelRunParts) {}

  /** What the model said last. */
  get said(): string {
    return this.#said;
  }

  async toItsEnd(): Promise<Outcome> {
    const { conversation, prompt } = this.parts;
    conversation.add({ from: 'user', text: prompt.briefing });
    for (;;) {
      const answer = await this.#ask();
      this.#said = answer.turn.text.trim() === '' ? this.#said : answer.turn.text;
      const outcome = await this.#take(answer);
      if (outcome !== null) return outcome;
    }
  }

  async #ask(): Promise<ChatAnswer> {
    const { chat, prompt, conversation, spending, maxOutputTokens, tokensOf, patience } = this.parts;
    if (spending.rounds >= ROUNDS) throw new RunFailure({ class: 'code', reason: `It had handed in nothing after ${ROUNDS} answers.` });
    conversation.makeRoom();
    const input_tokens = conversation.tokens;
    const left = spending.outputLeft(input_tokens);
    // Every run has the same budget: waiting brings no more of it. As an attempt it counts, so that what is spent on a task has an end too.
    if (left < LEAST_ANSWER_TOKENS) throw new RunFailure({ class: 'code', reason: this.#budgetReason(input_tokens) });
    const ask = { instructions: prompt.instructions, messages: conversation.messages, maxOutputTokens: Math.min(maxOutputTokens, left) };
    const onFailure = ({ heard }: ChatFailure) => {
      if (heard !== null) spending.add({ input_tokens, output_tokens: tokensOf(heard) });
    };
    const answer = await askPatiently(chat, ask, { ...patience, onFailure });
    const { text, calls } = answer.turn;
    spending.addRound(answer.usage ?? { input_tokens, output_tokens: tokensOf(text + JSON.stringify(calls)) });
    return answer;
  }

  /** Null when there is more to be said. */
  async #take({ turn, stop }: ChatAnswer): Promise<Outcome | null> {
    const { conversation, hush, patience, toolbox } = this.parts;
    if (stop === 'refused')
      throw new RunFailure({ class: 'code', reason: `The model refused: ${this.#clipped(turn.text) || 'it said nothing.'}` });
    const written = turn.calls.find(({ name }) => name === HAND_IN.name)?.input ?? (turn.calls.length === 0 ? outcomeIn(turn.text) : null);
    const handedIn = written === null ? null : readHandIn(written, hush);
    if (handedIn !== null && 'outcome' in handedIn) return handedIn.outcome;
    if (turn.text.trim() !== '' || turn.calls.length > 0) conversation.add(turn);
    if (turn.calls.length === 0) {
      const fault = handedIn?.fault ?? (stop === 'cut' ? 'Your answer was cut off: it was too long.' : 'Nothing was handed in.');
      conversation.add({ from: 'user', text: this.#mend(fault) });
      return null;
    }
    const handInFault = handedIn === null ? '' : this.#mend(handedIn.fault);
    const answers = await toolbox.answer(turn.calls, handInFault, patience.signal);
    const note = this.#isScarce ? COME_TO_AN_END : '';
    conversation.add({ from: 'tools', answers: answers.map((answer) => ({ ...answer, text: answer.text + note })) });
    return null;
  }

  /** What to tell the model that handed in nothing that can be read; it gets one more chance. */
  #mend(fault: string): string {
    const said = this.#clipped(fault);
    if (this.#mended) throw new RunFailure({ class: 'code', reason: `It was told what was wrong, and the next was no better: ${said}` });
    this.#mended = true;
    return `${said} Call ${HAND_IN.name} with an outcome that its schema allows. This is the last chance.`;
  }

  get #isScarce(): boolean {
    const { spending } = this.parts;
    return spending.rounds >= ROUNDS - LAST_ROUNDS || spending.share >= SCARCE_SHARE;
  }

  #budgetReason(nextTokens: number): string {
    const { input_tokens, output_tokens, cost_usd, rounds } = this.parts.spending.report;
    const cost = cost_usd === null ? '' : ` (${cost_usd} USD)`;
    return `Its budget is used up: ${input_tokens + output_tokens} tokens${cost} in ${rounds} answers, and the next would begin with ${nextTokens}.`;
  }

  #clipped(text: string): string {
    return this.parts.hush(text.trim()).slice(0, REASON_CHARS);
  }
}
