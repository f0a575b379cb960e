import type { Tokenizer } from '@app/handoff';
import type { ChatMessage } from '../chat/chat.js';

const LEFT_OUT = '[Left out to save room. Ask again if you still need it.]';
/** Room is made for several rounds at once: each time it is, what a provider remembers of the conversation is of no use any more. */
const KEPT_SHARE = 0.75;

interface Entry {
  readonly message: ChatMessage;
  readonly tokens: number;
}

/** What was said so far, kept within a bound by leaving out what the tools answered first. Everything the model said stays. */
export class Conversation {
  #entries: Entry[] = [];

  constructor(
    private readonly tokenizer: Tokenizer,
    /** What goes along with every call: the instructions and the tools. */
    private readonly standingTokens: number,
    private readonly maxTokens: number,
  ) {}

  get messages(): readonly ChatMessage[] {
    return this.#entries.map(({ message }) => message);
  }

  /** By o200k_base: other vocabularies differ from it by a quarter or so. */
  get tokens(): number {
    return this.#entries.reduce((sum, { tokens }) => sum + tokens, this.standingTokens);
  }

  add(message: ChatMessage): void {
    this.#entries.push(this.#counted(message));
  }

  /** The newest answers always stay: the model has not seen them yet. */
  makeRoom(): void {
    if (this.tokens <= this.maxTokens) return;
    for (let at = 0; at < this.#entries.length - 1 && this.tokens > this.maxTokens * KEPT_SHARE; at += 1) {
      const message = this.#entries[at]?.message;
      if (message?.from !== 'tools') continue;
      const answers = message.answers.map((answer) => (answer.text.length > LEFT_OUT.length ? { ...answer, text: LEFT_OUT } : answer));
      this.#entries[at] = this.#counted({ from: 'tools', answers });
    }
  }

  #counted(message: ChatMessage): Entry {
    return { message, tokens: this.tokenizer.countTokens(JSON.stringify(message)) };
  }
}
