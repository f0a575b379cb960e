import { json, type Seen } from '../wire.js';
import { eventStream, piecesOf } from './event-stream.js';
import { type Asked, type ModelApi, type Speech, type Told, written } from './model-api.js';

const chunk = (choices: unknown[], more: Record<string, unknown> = {}): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more })}\n\n`;
const delta = (said: unknown, finish_reason: string | null = null): string => chunk([{ index: 0, delta: said, finish_reason }]);

const callsOf = ({ calls = [] }: Speech): string[] =>
  calls.flatMap(({ name, input }, index) => [
    delta({ tool_calls: [{ index, id: `call_${index}_${name}`, type: 'function', function: { name, arguments: '' } }] }),
    ...piecesOf(written(input)).map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]);

function eventsOf(speech: Speech): string[] {
  const { text = '', stop, usage = { input: 100, output: 10 } } = speech;
  const field = stop === 'refused' ? 'refusal' : 'content';
  const finish = stop === 'cut' ? 'length' : speech.calls ? 'tool_calls' : 'stop';
  return [
    delta({ role: 'assistant', content: '' }),
    ...piecesOf(text).map((piece) => delta({ [field]: piece })),
    ...callsOf(speech),
    delta({}, finish),
    ...(usage === null ? [] : [chunk([], { usage: { prompt_tokens: usage.input, completion_tokens: usage.output, total_tokens: 0 } })]),
    'data: [DONE]\n\n',
  ];
}

function asked({ body, headers }: Seen): Asked {
  const { model, messages, tools = [], max_completion_tokens, max_tokens } = JSON.parse(body);
  const [system, ...others] = messages;
  return {
    key: headers.authorization?.replace('Bearer ', ''),
    model,
    maxTokens: max_completion_tokens ?? max_tokens,
    instructions: system.content,
    tools: tools.map(({ function: tool }: never) => {
      const { name, description, parameters } = tool as Record<string, never>;
      return { name, description, schema: parameters };
    }),
    told: others.map(toldBy),
  };
}

interface Message {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

function toldBy({ role, content, tool_calls }: Message): Told {
  const calls = tool_calls?.map(({ function: { name, arguments: input } }) => ({ name, input: JSON.parse(input) }));
  return { by: role === 'assistant' ? 'model' : role, text: content ?? '', ...(calls === undefined ? {} : { calls }) };
}

/** Chat completions. */
export const openAiApi: ModelApi = {
  name: 'openai',
  says: (speech, course = 'whole') => eventStream(eventsOf(speech), course),
  refuses: (status, type, message, headers = {}) => json(status, { error: { message, type, param: null, code: type } }, headers),
  stumbles: (type, message) =>
    eventStream(
      [delta({ role: 'assistant', content: 'Well' }), `data: ${JSON.stringify({ error: { message, type, code: type } })}\n\n`],
      'whole',
    ),
  asked,
};
