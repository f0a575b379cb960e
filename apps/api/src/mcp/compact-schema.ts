import { StateDelta } from '@app/handoff';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** What a model needs to write a call. Lengths and forms are checked when it comes, and named if they are wrong. */
const KEPT: ReadonlySet<string> = new Set(['type', 'properties', 'required', 'items', 'enum', 'description']);
/** Told by the service, which sees the file. */
const FOUND_OUT: ReadonlySet<string> = new Set(['artifact_type', 'content_hash', 'size_bytes']);

/** The schema by which arguments are read, as short as it can be said. A `state_delta` is spelt out in one tool, and named by the others. */
export const compactSchema = (takes: z.ZodType, spelling: 'full' | 'named', alsoRequired: readonly string[] = []): JsonSchema => {
  const named = ({ zodSchema, jsonSchema, path }: { zodSchema: unknown; jsonSchema: JsonSchema; path: (string | number)[] }): void => {
    if (path.at(-1) === 'payload') instead(jsonSchema, { type: 'object' });
    if (spelling === 'full') return;
    if (zodSchema === StateDelta) instead(jsonSchema, { type: 'object', description: 'as in hand_off' });
    if (path.at(-1) === 'packet') instead(jsonSchema, { type: 'object', description: 'as in state_delta' });
  };
  const schema = short(z.toJSONSchema(takes, { io: 'input', reused: 'inline', override: named })) as { readonly required?: string[] };
  const required = [...(schema.required ?? []), ...alsoRequired];
  return { ...schema, ...(required.length > 0 && { required }) };
};

const instead = (schema: JsonSchema, other: JsonSchema): void => {
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, other);
};

const short = (schema: unknown): unknown => {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const entries = Object.entries(schema).filter(([key]) => KEPT.has(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, key === 'properties' ? properties(value as JsonSchema) : short(value)]));
};

const properties = (all: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(all).flatMap(([name, schema]) => (FOUND_OUT.has(name) ? [] : [[name, short(schema)]])));
