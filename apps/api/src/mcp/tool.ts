import { z } from 'zod';
import { NoParams, NoQuery } from '../edge/fields.js';
import { readSafely } from '../edge/read-safely.js';
import { compactSchema } from './compact-schema.js';
import type { Room } from './room.js';
import type { ToolName } from './tool-name.js';
import type { Visitor } from './visitor.js';

/** Has room for the shortest summary of any task, also where each of its characters is escaped. */
const LEAST_TOKENS = 800;
const USUAL_TOKENS = 2_000;
const MOST_TOKENS = 50_000;

/** What every tool takes besides its own. */
export const bounds = { max_tokens: z.number().int().min(LEAST_TOKENS).max(MOST_TOKENS).default(USUAL_TOKENS) };

/** A call whose arguments have been read. */
export interface ReadCall {
  readonly maxTokens: number;
  /** Where secrets stood. */
  readonly redacted: readonly string[];
  carryOut(visitor: Visitor, room: Room): Promise<void>;
}

export interface Tool {
  readonly name: ToolName;
  /** What a model reads. */
  readonly about: string;
  readonly schema: Record<string, unknown>;
  readonly isReading: boolean;
  /** Throws `invalid_request` with every fault. */
  read(args: unknown): ReadCall;
}

interface ToolSpec<A extends z.ZodType<{ max_tokens: number }>> {
  readonly name: ToolName;
  readonly about: string;
  /** The schemas of the domain, put together; strict. */
  readonly takes: A;
  /** Where a model reads what a `state_delta` is. */
  readonly spellsDelta?: boolean;
  readonly isReading?: boolean;
  /** What a model should always send, though the rules that ask for it say more than a schema can when it is missing. */
  readonly alwaysNames?: readonly (keyof z.input<A> & string)[];
  use(args: z.output<A>, visitor: Visitor, room: Room): Promise<void>;
}

export const toolFrom = <A extends z.ZodType<{ max_tokens: number }>>(spec: ToolSpec<A>): Tool => {
  const { name, about, takes, spellsDelta = false, isReading = false, alwaysNames = [] } = spec;
  const shapes = { params: NoParams, query: NoQuery, body: takes };
  return {
    name,
    about,
    isReading,
    schema: compactSchema(takes, spellsDelta ? 'full' : 'named', alwaysNames),
    read: (given) => {
      const { input, redacted } = readSafely(shapes, { params: {}, query: {}, body: given });
      const args = input.body as z.output<A>;
      return { maxTokens: args.max_tokens, redacted, carryOut: (visitor, room) => spec.use(args, visitor, room) };
    },
  };
};
