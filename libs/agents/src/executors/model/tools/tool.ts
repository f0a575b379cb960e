import { z } from 'zod';
import type { ChatTool } from '../chat/chat.js';

export interface ToolSaid {
  readonly text: string;
  readonly failed: boolean;
}

export interface Tool {
  readonly about: ChatTool;
  /** What goes wrong is said to the model; throws only when called off. */
  use(input: string, signal: AbortSignal): Promise<ToolSaid>;
}

export interface ToolParts<T> {
  readonly name: string;
  readonly description: string;
  readonly takes: z.ZodType<T>;
  readonly use: (input: T, signal: AbortSignal) => Promise<string>;
}

/** A tool whose input is checked before it gets it. */
export function toolFrom<T>({ name, description, takes, use }: ToolParts<T>): Tool {
  const about = { name, description, schema: z.toJSONSchema(takes, { io: 'input' }) };
  return {
    about,
    use: async (input, signal) => {
      try {
        return { text: await use(takes.parse(JSON.parse(input)), signal), failed: false };
      } catch (error) {
        signal.throwIfAborted();
        return { text: `${name} failed: ${faultOf(error)}`, failed: true };
      }
    },
  };
}

function faultOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}
