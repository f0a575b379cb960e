import { anthropicApi } from '../../../../../../test/support/model-apis/anthropic-api.js';
import { Wire } from '../../../../../../test/support/wire.js';
import { ModelExecutor } from '../../../model-executor.js';
import { openAnthropicChat } from './open-anthropic-chat.js';

describe('the messages API', () => {
  let wire: Wire;
  beforeEach(async () => {
    wire = await Wire.open();
  });
  afterEach(() => wire.close());

  it('gets back what the model thought, with its signature, and is told what stays the same', async () => {
    const chat = await openAnthropicChat({
      config: ModelExecutor.parse({ kind: 'model', api: 'anthropic', model: 'm', base_url: wire.address }),
      key: 'none',
      callee: { name: 'm', keyName: null, hush: (text) => text },
      tools: [],
      silenceMs: 10_000,
    });
    wire.answers(anthropicApi.says({ thinking: 'Hm, which file?', calls: [{ name: 'list_files', input: {} }] }));
    const signal = new AbortController().signal;
    const first = { from: 'user', text: 'Begin.' } as const;
    const { turn } = await chat.answer({ instructions: 'Be brief.', messages: [first], maxOutputTokens: 300 }, signal);
    expect(turn).toEqual({ from: 'model', text: '', calls: [{ id: 'toolu_0_list_files', name: 'list_files', input: '{}' }] });
    const answers = [{ id: 'toolu_0_list_files', text: 'a.ts', failed: false }];
    await chat.answer({ instructions: 'Be brief.', messages: [first, turn, { from: 'tools', answers }], maxOutputTokens: 300 }, signal);
    const { system, messages } = JSON.parse(wire.seen[1]?.body ?? '');
    const cache_control = { type: 'ephemeral' };
    expect(system).toEqual([{ type: 'text', text: 'Be brief.', cache_control }]);
    expect(messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Begin.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm, which file?', signature: 'sig==' },
          { type: 'tool_use', id: 'toolu_0_list_files', name: 'list_files', input: {} },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_0_list_files', content: 'a.ts', is_error: false, cache_control }],
      },
    ]);
  });
});
