import type { ModelExecutor } from '../../../model-executor.js';
import type { ChatTool } from './chat.js';
import type { Callee } from './read-chat-error.js';

/** What it takes to talk to a provider. */
export interface Door {
  readonly config: ModelExecutor;
  readonly key: string;
  readonly callee: Callee;
  readonly tools: readonly ChatTool[];
  /** How long it may say nothing. */
  readonly silenceMs: number;
}
