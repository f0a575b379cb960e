import type { Answer, Seen } from '../wire.js';

/** What a model says in one answer. An input that is a string goes out as it is, whatever it is. */
export interface Speech {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  readonly stop?: 'cut' | 'refused';
  /** Null: it doesn't tell. */
  readonly usage?: { readonly input: number; readonly output: number } | null;
}

/** How a stream goes on after its half: to its end, or not. */
export type Course = 'whole' | 'cut' | 'hangs' | 'closes';

/** One thing that was said to the model, in words of neither API. */
export interface Told {
  readonly by: 'user' | 'model' | 'tool';
  readonly text: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
}

export interface Asked {
  readonly key: string | undefined;
  readonly model: string;
  readonly maxTokens: number | undefined;
  readonly instructions: string;
  readonly tools: readonly { readonly name: string; readonly description: string; readonly schema: Record<string, unknown> }[];
  readonly told: readonly Told[];
}

/** The wire format of an API, from the side that answers. */
export interface ModelApi {
  readonly name: 'openai' | 'anthropic';
  says(speech: Speech, course?: Course): Answer;
  refuses(status: number, type: string, message: string, headers?: Record<string, string>): Answer;
  /** An error that comes when the stream has begun. */
  stumbles(type: string, message: string): Answer;
  asked(seen: Seen): Asked;
}

export const written = (input: unknown): string => (typeof input === 'string' ? input : JSON.stringify(input));
