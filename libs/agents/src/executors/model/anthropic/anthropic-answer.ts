import type { Anthropic } from '@anthropic-ai/sdk';
import type { ChatAnswer, ModelTurn, ToolCall, Usage } from '../chat/chat.js';
import { echoedInput } from '../chat/echoed-input.js';
import type { Growing } from '../chat/streamed.js';

type Event = Anthropic.RawMessageStreamEvent;
type Started = Anthropic.RawContentBlockStartEvent['content_block'];
type Delta = Anthropic.RawContentBlockDelta;
/** A block as it grows. What a call takes comes as pieces of JSON, which are one only at the end. */
interface Draft {
  readonly started: Started;
  text: string;
  signature: string;
}

/** An answer of the messages API, from its events. */
export class AnthropicAnswer implements Growing<Event> {
  readonly #drafts = new Map<number, Draft>();
  #input = 0;
  #output = 0;
  #stop: Anthropic.StopReason | null = null;
  #over = false;

  constructor(private readonly onTurn: (turn: ModelTurn, blocks: Anthropic.ContentBlockParam[]) => void) {}

  take(event: Event): void {
    if (event.type === 'message_start') this.#count(event.message.usage);
    if (event.type === 'content_block_start') this.#drafts.set(event.index, draftOf(event.content_block));
    if (event.type === 'content_block_delta') this.#grow(event.index, event.delta);
    if (event.type === 'message_delta') {
      this.#count(event.usage);
      this.#stop = event.delta.stop_reason ?? this.#stop;
    }
    this.#over ||= event.type === 'message_stop';
  }

  get heard(): string {
    return [...this.#drafts.values()].map(({ text }) => text).join('');
  }

  get whole(): ChatAnswer | null {
    if (!this.#over) return null;
    const drafts = [...this.#drafts.values()];
    const text = drafts.map((draft) => (draft.started.type === 'text' ? draft.text : '')).join('');
    const turn: ModelTurn = { from: 'model', text, calls: drafts.flatMap(callOf) };
    this.onTurn(turn, drafts.flatMap(blockOf));
    return { turn, stop: stopOf(this.#stop), usage: this.#usage() };
  }

  #grow(index: number, delta: Delta): void {
    const draft = this.#drafts.get(index);
    if (draft === undefined) return;
    if (delta.type === 'text_delta') draft.text += delta.text;
    if (delta.type === 'thinking_delta') draft.text += delta.thinking;
    if (delta.type === 'input_json_delta') draft.text += delta.partial_json;
    if (delta.type === 'signature_delta') draft.signature += delta.signature;
  }

  /** Both events tell totals, not what was added; the later one counts. What was read from a cache or written to it was sent all the same. */
  #count(usage: Anthropic.Usage | Anthropic.MessageDeltaUsage | undefined): void {
    const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage ?? {};
    const input = (input_tokens ?? 0) + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0);
    this.#input = Math.max(this.#input, input);
    this.#output = usage?.output_tokens ?? this.#output;
  }

  #usage(): Usage | null {
    return this.#input === 0 && this.#output === 0 ? null : { input_tokens: this.#input, output_tokens: this.#output };
  }
}

function draftOf(started: Started): Draft {
  if (started.type === 'text') return { started, text: started.text, signature: '' };
  if (started.type === 'thinking') return { started, text: started.thinking, signature: started.signature };
  return { started, text: '', signature: '' };
}

function callOf({ started, text }: Draft): ToolCall[] {
  // A call that takes nothing has no pieces.
  return started.type === 'tool_use' ? [{ id: started.id, name: started.name, input: text === '' ? '{}' : text }] : [];
}

/** As it has to be given back: thoughts with their signature, or the API refuses the answers to what was called after them. */
function blockOf({ started, text, signature }: Draft): Anthropic.ContentBlockParam[] {
  if (started.type === 'text') return text.trim() === '' ? [] : [{ type: 'text', text }];
  if (started.type === 'thinking') return [{ type: 'thinking', thinking: text, signature }];
  if (started.type === 'redacted_thinking') return [{ type: 'redacted_thinking', data: started.data }];
  if (started.type === 'tool_use') return [{ type: 'tool_use', id: started.id, name: started.name, input: echoedInput(text) }];
  return [];
}

function stopOf(reason: Anthropic.StopReason | null): ChatAnswer['stop'] {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'cut';
  return reason === 'refusal' ? 'refused' : 'ended';
}
