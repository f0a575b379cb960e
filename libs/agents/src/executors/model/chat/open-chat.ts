import type { ModelExecutor } from '../../../model-executor.js';
import { openAnthropicChat } from '../anthropic/open-anthropic-chat.js';
import { openOpenAiChat } from '../openai/open-openai-chat.js';
import type { Chat } from './chat.js';
import type { Door } from './door.js';

/** Each loads its SDK when it is first asked for: a worker without model agents does without. */
const CHATS = { openai: openOpenAiChat, anthropic: openAnthropicChat } satisfies Record<
  ModelExecutor['api'],
  (door: Door) => Promise<Chat>
>;

export const openChat = (door: Door): Promise<Chat> => CHATS[door.config.api](door);
