/** Something the model may call, with the JSON Schema of what it takes. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it: JSON, or what it took for JSON. */
  readonly input: string;
}

export interface ToolAnswer {
  readonly id: string;
  readonly text: string;
  readonly failed: boolean;
}

/** One turn of the model. Given back as the same object it came as, so that a provider finds what belongs to it. */
export interface ModelTurn {
  readonly from: 'model';
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

export type ChatMessage =
  | { readonly from: 'user'; readonly text: string }
  | { readonly from: 'tools'; readonly answers: readonly ToolAnswer[] }
  | ModelTurn;

export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

export interface ChatAnswer {
  readonly turn: ModelTurn;
  /** `cut`: it would have gone on, had it been given more tokens. */
  readonly stop: 'ended' | 'cut' | 'refused';
  /** Null when the server doesn't tell. */
  readonly usage: Usage | null;
}

export interface ChatAsk {
  readonly instructions: string;
  readonly messages: readonly ChatMessage[];
  readonly maxOutputTokens: number;
}

/** A chat model, whoever provides it. Asks once; what goes wrong is thrown as a ChatFailure, except that its signal was aborted. */
export interface Chat {
  answer(ask: ChatAsk, signal: AbortSignal): Promise<ChatAnswer>;
}
