import type { Anthropic } from '@anthropic-ai/sdk';
import { AnthropicAnswer } from './anthropic-answer.js';

type Event = Anthropic.RawMessageStreamEvent;
type Block = Anthropic.RawContentBlockStartEvent['content_block'];
type Delta = Anthropic.RawContentBlockDelta;

const usage = (more: object) => ({ input_tokens: 0, output_tokens: 0, ...more }) as Anthropic.Usage;
const begin = (more: object = {}) => ({ type: 'message_start', message: { usage: usage(more) } }) as Event;
const block = (index: number, started: object, ...deltas: readonly object[]): Event[] => [
  { type: 'content_block_start', index, content_block: started as Block },
  ...deltas.map((delta): Event => ({ type: 'content_block_delta', index, delta: delta as Delta })),
];
const end = (stop_reason: Anthropic.StopReason | null, more: object = {}): Event[] => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null, stop_details: null, container: null }, usage: usage(more) } as Event,
  { type: 'message_stop' },
];
const heard = (...events: readonly Event[]) => {
  const given: Anthropic.ContentBlockParam[] = [];
  const answer = new AnthropicAnswer((_, blocks) => given.push(...blocks));
  for (const event of events) answer.take(event);
  const { whole } = answer;
  return { whole, given, text: answer.heard };
};

describe('an answer of the messages API', () => {
  it('is given back block by block, what was thought unseen too, and without blocks that say nothing', () => {
    const { whole, given } = heard(
      begin(),
      ...block(
        0,
        { type: 'thinking', thinking: 'H', signature: '' },
        { type: 'thinking_delta', thinking: 'm' },
        { type: 'signature_delta', signature: 's' },
      ),
      ...block(1, { type: 'redacted_thinking', data: 'unreadable' }),
      ...block(2, { type: 'text', text: '' }, { type: 'text_delta', text: ' \n' }),
      ...block(3, { type: 'text', text: 'Let ' }, { type: 'text_delta', text: 'me.' }),
      ...block(4, { type: 'tool_use', id: 'a', name: 'list_files', input: {} }),
      ...block(5, { type: 'tool_use', id: 'b', name: 'look_up', input: {} }, { type: 'input_json_delta', partial_json: '{"handle":"D1"}' }),
      ...block(6, { type: 'a_block_of_tomorrow' }, { type: 'a_delta_of_tomorrow' }),
      { type: 'content_block_delta', index: 9, delta: { type: 'text_delta', text: 'of no block' } as Delta },
      ...end('tool_use'),
    );
    expect(given).toEqual([
      { type: 'thinking', thinking: 'Hm', signature: 's' },
      { type: 'redacted_thinking', data: 'unreadable' },
      { type: 'text', text: 'Let me.' },
      { type: 'tool_use', id: 'a', name: 'list_files', input: {} },
      { type: 'tool_use', id: 'b', name: 'look_up', input: { handle: 'D1' } },
    ]);
    const calls = [
      { id: 'a', name: 'list_files', input: '{}' },
      { id: 'b', name: 'look_up', input: '{"handle":"D1"}' },
    ];
    expect(whole).toEqual({ turn: { from: 'model', text: ' \nLet me.', calls }, stop: 'ended', usage: null });
  });

  it('is reckoned with what was read from a cache and written to it, by the later of two totals', () => {
    const { whole } = heard(
      begin({ input_tokens: 10, cache_creation_input_tokens: 200, cache_read_input_tokens: 3_000, output_tokens: 1 }),
      ...end('end_turn', { output_tokens: 40 }),
    );
    expect(whole?.usage).toEqual({ input_tokens: 3_210, output_tokens: 40 });
  });

  it.each<[Anthropic.StopReason | null, string]>([
    ['end_turn', 'ended'],
    ['tool_use', 'ended'],
    ['max_tokens', 'cut'],
    ['model_context_window_exceeded', 'cut'],
    ['refusal', 'refused'],
    [null, 'ended'],
  ])('that stopped for %s is %s', (reason, stop) => expect(heard(begin(), ...end(reason)).whole?.stop).toBe(stop));

  it('that broke off is none, and was heard as far as it came', () => {
    const { whole, text } = heard(begin(), ...block(0, { type: 'text', text: 'Let ' }, { type: 'text_delta', text: 'me' }));
    expect([whole, text]).toEqual([null, 'Let me']);
  });
});
