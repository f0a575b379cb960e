import { json, type Seen } from '../wire.js';
import { eventStream, piecesOf } from './event-stream.js';
import { type Asked, type ModelApi, type Speech, type Told, written } from './model-api.js';

type Fields = Readonly<Record<string, unknown>>;

const event = (type: string, data: Fields): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

const begun = (input: number): string =>
  event('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      usage: { input_tokens: input, output_tokens: 1 },
    },
  });

const block = (index: number, content_block: Fields, deltas: readonly Fields[]): string[] => [
  event('content_block_start', { index, content_block }),
  ...deltas.map((delta) => event('content_block_delta', { index, delta })),
  event('content_block_stop', { index }),
];

function blocksOf({ thinking, text, calls = [] }: Speech): (readonly [Fields, readonly Fields[]])[] {
  const thought =
    thinking === undefined
      ? []
      : [
          ...piecesOf(thinking).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
          { type: 'signature_delta', signature: 'sig==' },
        ];
  return [
    ...(thinking === undefined ? [] : [[{ type: 'thinking', thinking: '', signature: '' }, thought] as const]),
    ...(text === undefined
      ? []
      : [[{ type: 'text', text: '' }, piecesOf(text).map((piece) => ({ type: 'text_delta', text: piece }))] as const]),
    ...calls.map(({ name, input }, at) => {
      const pieces = piecesOf(written(input)).map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
      return [{ type: 'tool_use', id: `toolu_${at}_${name}`, name, input: {} }, pieces] as const;
    }),
  ];
}

function eventsOf(speech: Speech): string[] {
  const { stop, usage } = speech;
  const { input, output } = usage === null ? { input: 0, output: 0 } : (usage ?? { input: 100, output: 10 });
  const stop_reason = stop === 'cut' ? 'max_tokens' : stop === 'refused' ? 'refusal' : speech.calls ? 'tool_use' : 'end_turn';
  return [
    begun(input),
    event('ping', {}),
    ...blocksOf(speech).flatMap(([started, deltas], index) => block(index, started, deltas)),
    event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: output } }),
    event('message_stop', {}),
  ];
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string;
  readonly name?: string;
  readonly input?: unknown;
}

function asked({ body, headers }: Seen): Asked {
  const { model, max_tokens, system, tools, messages } = JSON.parse(body);
  return {
    key: headers.authorization?.replace('Bearer ', ''),
    model,
    maxTokens: max_tokens,
    instructions: system.map(({ text }: Block) => text).join(''),
    tools: tools.map(({ name, description, input_schema }: Record<string, never>) => ({ name, description, schema: input_schema })),
    told: messages.flatMap(toldBy),
  };
}

function toldBy({ role, content }: { readonly role: string; readonly content: readonly Block[] }): Told[] {
  const answers = content.filter(({ type }) => type === 'tool_result').map((one): Told => ({ by: 'tool', text: one.content ?? '' }));
  if (answers.length > 0) return answers;
  const text = content.map((one) => one.text ?? '').join('');
  const calls = content.filter(({ type }) => type === 'tool_use').map(({ name = '', input }) => ({ name, input }));
  return [{ by: role === 'assistant' ? 'model' : 'user', text, ...(calls.length === 0 ? {} : { calls }) }];
}

/** Messages. */
export const anthropicApi: ModelApi = {
  name: 'anthropic',
  says: (speech, course = 'whole') => eventStream(eventsOf(speech), course),
  refuses: (status, type, message, headers = {}) => json(status, { type: 'error', error: { type, message }, request_id: 'req_1' }, headers),
  stumbles: (type, message) => eventStream([begun(100), event('error', { error: { type, message } })], 'whole'),
  asked,
};
