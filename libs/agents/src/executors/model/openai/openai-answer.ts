import type { OpenAI } from 'openai';
import type { ChatAnswer, ToolCall, Usage } from '../chat/chat.js';
import type { Growing } from '../chat/streamed.js';

type Chunk = OpenAI.ChatCompletionChunk;
type Choice = Chunk['choices'][number];
type CallPiece = NonNullable<Choice['delta']['tool_calls']>[number];
type Draft = { -readonly [K in keyof ToolCall]: ToolCall[K] };

/** An answer of chat completions, from its chunks. Reads what servers that only resemble OpenAI leave out or repeat, too. */
export class OpenAiAnswer implements Growing<Chunk> {
  readonly #calls: Draft[] = [];
  readonly #callAt = new Map<number, Draft>();
  #text = '';
  #refusal = '';
  #finish: Choice['finish_reason'] = null;
  #usage: Usage | null = null;

  take({ choices, usage }: Chunk): void {
    if (usage) this.#usage = { input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens };
    // An empty list comes with the usage, and with keep-alives of some servers.
    const [choice] = choices ?? [];
    if (choice === undefined) return;
    this.#text += choice.delta?.content ?? '';
    this.#refusal += choice.delta?.refusal ?? '';
    for (const piece of choice.delta?.tool_calls ?? []) this.#takeCall(piece);
    this.#finish = choice.finish_reason ?? this.#finish;
  }

  get heard(): string {
    return [this.#text, this.#refusal, ...this.#calls.map(({ name, input }) => name + input)].join('');
  }

  get whole(): ChatAnswer | null {
    if (this.#finish === null) return null;
    const refused = this.#refusal !== '' || this.#finish === 'content_filter';
    const stop = refused ? 'refused' : this.#finish === 'length' ? 'cut' : 'ended';
    return { turn: { from: 'model', text: this.#refusal || this.#text, calls: this.#calls }, stop, usage: this.#usage };
  }

  #takeCall({ index, id, function: said }: CallPiece): void {
    const known = this.#callAt.get(index ?? this.#calls.length - 1);
    // Some servers count every call as the first one; a new id tells them apart.
    const call = known !== undefined && (!id || id === known.id) ? known : this.#newCall(index ?? this.#calls.length, id);
    call.name += said?.name ?? '';
    call.input += said?.arguments ?? '';
  }

  #newCall(index: number, id: string | undefined): Draft {
    const call: Draft = { id: id || `call_${this.#calls.length + 1}`, name: '', input: '' };
    this.#calls.push(call);
    this.#callAt.set(index, call);
    return call;
  }
}
