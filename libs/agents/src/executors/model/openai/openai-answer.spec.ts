import type { OpenAI } from 'openai';
import { OpenAiAnswer } from './openai-answer.js';

type Delta = OpenAI.ChatCompletionChunk.Choice.Delta;

const heard = (deltas: readonly Delta[], finish: 'stop' | 'length' | 'content_filter' | null = 'stop') => {
  const answer = new OpenAiAnswer();
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' } as const;
  for (const delta of deltas) answer.take({ ...chunk, choices: [{ index: 0, delta, finish_reason: null }] });
  answer.take({ ...chunk, choices: [] });
  answer.take({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  return answer;
};
const call = (index: number, id: string | undefined, name: string | undefined, args: string) => ({
  tool_calls: [{ index, ...(id === undefined ? {} : { id }), function: { ...(name === undefined ? {} : { name }), arguments: args } }],
});

describe('an answer of chat completions', () => {
  it('is put together from its pieces, call by call', () => {
    const { whole } = heard([
      { role: 'assistant', content: 'Let ' },
      { content: 'me.' },
      call(0, 'a', 'read_file', ''),
      call(1, 'b', 'look_up', '{"han'),
      call(0, undefined, undefined, '{"path":"x"}'),
      call(1, undefined, undefined, 'dle":"D1"}'),
    ]);
    const calls = [
      { id: 'a', name: 'read_file', input: '{"path":"x"}' },
      { id: 'b', name: 'look_up', input: '{"handle":"D1"}' },
    ];
    expect(whole).toEqual({ turn: { from: 'model', text: 'Let me.', calls }, stop: 'ended', usage: null });
  });

  it.each([
    ['count every call as the first', [call(0, 'a', 'x', '1'), call(0, 'b', 'y', '2')], ['a', 'b']],
    ['give calls no id', [call(0, undefined, 'x', '1'), call(1, undefined, 'y', '2')], ['call_1', 'call_2']],
    ['give calls an empty id in later pieces', [call(0, 'a', 'x', ''), call(0, '', undefined, '1'), call(1, 'b', 'y', '2')], ['a', 'b']],
    ['do not count calls', [call(undefined as never, 'a', 'x', '1'), call(undefined as never, 'b', 'y', '2')], ['a', 'b']],
  ])('is understood of servers that %s', (_, deltas, ids) => {
    expect(heard(deltas).whole?.turn.calls).toEqual([
      { id: ids[0], name: 'x', input: '1' },
      { id: ids[1], name: 'y', input: '2' },
    ]);
  });

  it('is none before its end', () => {
    const answer = heard([{ content: 'Half' }, call(0, 'a', 'x', '{')], null);
    expect(answer.whole).toBeNull();
    expect(answer.heard).toBe('Halfx{');
  });

  it.each([
    [[{ content: 'So' }], 'length', 'cut'],
    [[{ content: 'So' }], 'content_filter', 'refused'],
    [[{ refusal: 'No.' }], 'stop', 'refused'],
  ] as const)('ends after %j by %s as %s', (deltas, finish, stop) => expect(heard(deltas, finish).whole?.stop).toBe(stop));
});
