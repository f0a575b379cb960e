import type { OpenAI } from 'openai';
import type { ChatAsk, ChatMessage, ChatTool } from '../chat/chat.js';
import { echoedInput } from '../chat/echoed-input.js';

type Message = OpenAI.ChatCompletionMessageParam;

/** A conversation as chat completions take it. */
export function openAiMessages({ instructions, messages }: Pick<ChatAsk, 'instructions' | 'messages'>): Message[] {
  return [{ role: 'system', content: instructions }, ...messages.flatMap(messagesOf)];
}

export const openAiTool = ({ name, description, schema }: ChatTool): OpenAI.ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters: { ...schema } },
});

function messagesOf(message: ChatMessage): Message[] {
  if (message.from === 'user') return [{ role: 'user', content: message.text }];
  if (message.from === 'tools') return message.answers.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
  const { text, calls } = message;
  if (calls.length === 0) return [{ role: 'assistant', content: text }];
  const tool_calls = calls.map(({ id, name, input }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(echoedInput(input)) },
  }));
  return [{ role: 'assistant', content: text === '' ? null : text, tool_calls }];
}
