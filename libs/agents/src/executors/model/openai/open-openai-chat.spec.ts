import { openAiApi } from '../../../../../../test/support/model-apis/openai-api.js';
import { Wire } from '../../../../../../test/support/wire.js';
import { ModelExecutor } from '../../../model-executor.js';
import { openOpenAiChat } from './open-openai-chat.js';

describe('chat completions of a server that is not OpenAI', () => {
  let wire: Wire;
  beforeEach(async () => {
    wire = await Wire.open();
  });
  afterEach(() => wire.close());

  const opened = () =>
    openOpenAiChat({
      config: ModelExecutor.parse({ kind: 'model', api: 'openai', model: 'm', base_url: `${wire.address}/v1/` }),
      key: 'none',
      callee: { name: 'm', keyName: null, hush: (text) => text },
      tools: [],
      silenceMs: 10_000,
    });
  const ask = { instructions: 'Be brief.', messages: [{ from: 'user', text: 'Hello.' }], maxOutputTokens: 300 } as const;
  const never = new AbortController().signal;
  const sent = () => wire.seen.map(({ url, body }) => ({ url, ...JSON.parse(body) }));

  it('are asked for again, and from then on, without what it does not know', async () => {
    const unknown = (field: string) => openAiApi.refuses(422, 'invalid_request_error', `Extra inputs are not permitted: ${field}`);
    wire.answers(unknown('max_completion_tokens'), unknown('stream_options'), openAiApi.says({ text: 'Hi.', usage: null }));
    const chat = await opened();
    expect(await chat.answer(ask, never)).toMatchObject({ turn: { text: 'Hi.' }, usage: null });
    await chat.answer(ask, never);
    expect(
      sent().map(({ url, max_completion_tokens, max_tokens, stream_options }) => [url, max_completion_tokens, max_tokens, stream_options]),
    ).toEqual([
      ['/v1/chat/completions', 300, undefined, { include_usage: true }],
      ['/v1/chat/completions', undefined, 300, { include_usage: true }],
      ['/v1/chat/completions', undefined, 300, undefined],
      ['/v1/chat/completions', undefined, 300, undefined],
    ]);
  });

  it('are not asked for for ever', async () => {
    wire.answers(openAiApi.refuses(400, 'invalid_request_error', 'max_completion_tokens and stream_options: no'));
    await expect((await opened()).answer(ask, never)).rejects.toThrow('400');
    expect(wire.seen).toHaveLength(3);
  });
});
