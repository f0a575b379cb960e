import type { OpenAI } from 'openai';
import type { Chat, ChatAsk } from '../chat/chat.js';
import { ChatFailure } from '../chat/chat-failure.js';
import type { Door } from '../chat/door.js';
import { streamed } from '../chat/streamed.js';
import { OpenAiAnswer } from './openai-answer.js';
import { openAiMessages, openAiTool } from './openai-messages.js';

type Request = OpenAI.ChatCompletionCreateParamsStreaming;

/** What OpenAI asks for and some compatible servers refuse by name. */
const CONTESTED = ['max_completion_tokens', 'stream_options'] as const;
type Contested = (typeof CONTESTED)[number];

/** Chat completions rather than responses: that is what compatible servers speak. */
export async function openOpenAiChat(door: Door): Promise<Chat> {
  const { OpenAI } = await import('openai');
  const client = new OpenAI({
    apiKey: door.key,
    baseURL: door.config.base_url ?? 'https://api.openai.com/v1',
    // Whatever the environment holds for others: only what the configuration says goes out.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // Whether to ask again depends on what is left of the run.
    maxRetries: 0,
    timeout: door.silenceMs,
    logLevel: 'off',
    // A redirect would take the key elsewhere.
    fetchOptions: { redirect: 'manual' },
  });
  const refused = new Set<Contested>();
  const answer: Chat['answer'] = async (ask, signal) => {
    const request = requestOf(door, ask, refused);
    const open = (either: AbortSignal) => client.chat.completions.create(request, { signal: either });
    try {
      return await streamed(door, signal, open, new OpenAiAnswer());
    } catch (error) {
      const field = error instanceof ChatFailure && error.failure.class === 'code' ? named(error.message, refused) : undefined;
      if (field === undefined) throw error;
      refused.add(field);
      return answer(ask, signal);
    }
  };
  return { answer };
}

const named = (message: string, refused: ReadonlySet<Contested>): Contested | undefined =>
  CONTESTED.find((field) => !refused.has(field) && message.includes(field));

function requestOf({ config, tools }: Door, ask: ChatAsk, refused: ReadonlySet<Contested>): Request {
  const { maxOutputTokens } = ask;
  return {
    model: config.model,
    messages: openAiMessages(ask),
    tools: tools.map(openAiTool),
    stream: true,
    ...(refused.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    ...(refused.has('max_completion_tokens') ? { max_tokens: maxOutputTokens } : { max_completion_tokens: maxOutputTokens }),
  };
}
