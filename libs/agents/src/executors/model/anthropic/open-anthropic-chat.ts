import type { Anthropic } from '@anthropic-ai/sdk';
import type { Chat, ModelTurn } from '../chat/chat.js';
import type { Door } from '../chat/door.js';
import { streamed } from '../chat/streamed.js';
import { AnthropicAnswer } from './anthropic-answer.js';
import { anthropicInstructions, anthropicMessages, anthropicTool } from './anthropic-messages.js';

export async function openAnthropicChat(door: Door): Promise<Chat> {
  const { Anthropic } = await import('@anthropic-ai/sdk');
  const client = new Anthropic({
    apiKey: door.key,
    baseURL: door.config.base_url ?? 'https://api.anthropic.com',
    // Whatever the environment holds for others: only what the configuration says goes out.
    authToken: null,
    webhookKey: null,
    openTelemetry: false,
    // Whether to ask again depends on what is left of the run.
    maxRetries: 0,
    timeout: door.silenceMs,
    logLevel: 'off',
    // A redirect would take the key elsewhere.
    fetchOptions: { redirect: 'manual' },
  });
  const { model } = door.config;
  const tools = door.tools.map(anthropicTool);
  const blocks = new WeakMap<ModelTurn, Anthropic.ContentBlockParam[]>();
  return {
    answer: ({ instructions, messages, maxOutputTokens }, signal) => {
      const request: Anthropic.MessageCreateParamsStreaming = {
        model,
        max_tokens: maxOutputTokens,
        system: anthropicInstructions(instructions),
        messages: anthropicMessages(messages, (turn) => blocks.get(turn) ?? []),
        tools,
        stream: true,
      };
      const open = (either: AbortSignal) => client.messages.create(request, { signal: either });
      return streamed(door, signal, open, new AnthropicAnswer((turn, came) => blocks.set(turn, came)));
    },
  };
}
