import type { Anthropic } from '@anthropic-ai/sdk';
import type { ChatMessage, ChatTool, ModelTurn } from '../chat/chat.js';

export type BlocksOf = (turn: ModelTurn) => Anthropic.ContentBlockParam[];

/** Up to here the conversation is the same in the next round, and need not be read at full price again. */
const CACHED = { cache_control: { type: 'ephemeral' } } as const;

/** A conversation as the messages API takes it; `blocksOf` knows the model's turns as they came. */
export function anthropicMessages(messages: readonly ChatMessage[], blocksOf: BlocksOf): Anthropic.MessageParam[] {
  return messages.map((message, index) => {
    const cached = index === messages.length - 1 ? CACHED : {};
    if (message.from === 'user') return { role: 'user', content: [{ type: 'text', text: message.text, ...cached }] };
    if (message.from === 'model') return { role: 'assistant', content: blocksOf(message) };
    const last = message.answers.length - 1;
    return {
      role: 'user',
      content: message.answers.map(({ id, text, failed }, at) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: text,
        is_error: failed,
        ...(at === last ? cached : {}),
      })),
    };
  });
}

export const anthropicInstructions = (text: string): Anthropic.TextBlockParam[] => [{ type: 'text', text, ...CACHED }];

export const anthropicTool = ({ name, description, schema }: ChatTool): Anthropic.Tool => ({
  name,
  description,
  input_schema: { ...schema, type: 'object' },
});
