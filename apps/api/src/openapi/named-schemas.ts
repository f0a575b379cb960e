import { BODIES, Operation, StateDelta } from '@app/handoff';
import { z } from 'zod';
import { Gate } from '../answers/gate.js';
import { Next } from '../answers/next.js';
import { Omitted } from '../answers/omitted.js';
import { ProblemAnswer } from '../answers/problem-answer.js';
import { Claimed, HandedOff, ShownState, Written } from '../answers/written.js';

/** The schemas a reader of the published document meets by name; everything else stands where it is used. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  CreateTask: BODIES.create,
  EditTask: BODIES.edit,
  Handoff: BODIES.handoff,
  Update: BODIES.update,
  Claim: BODIES.claim,
  Release: BODIES.release,
  Vote: BODIES.vote,
  Reopen: BODIES.reopen,
  Reassign: BODIES.reassign,
  Cancel: BODIES.cancel,
  Fork: BODIES.fork,
  StateDelta,
  Task: ShownState,
  Written,
  HandedOff,
  Claimed,
  Gate,
  Next,
  Omitted,
  Operation,
  Problem: ProblemAnswer,
};

type JsonSchema = Record<string, unknown>;

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });

/** One schema as OpenAPI has it; what has a name is referred to, and collected in `named`. */
export const jsonSchemaOf = (schema: z.ZodType, named: Record<string, JsonSchema>): JsonSchema => {
  const holder = z.object({ it: schema });
  const { $defs, properties } = z.toJSONSchema(holder, {
    metadata: registry,
    io: 'input',
    unrepresentable: 'any',
    override: asShown,
  }) as unknown as Holder;
  for (const [name, definition] of Object.entries($defs ?? {})) named[nameOf(name)] = placed(definition) as JsonSchema;
  return placed(properties.it) as JsonSchema;
};

interface Holder {
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties: { readonly it: JsonSchema };
}

/** Queries arrive as text; readers of the document are told what the text has to be. */
const asShown = ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }): void => {
  const shown = z.globalRegistry.get(zodSchema as z.ZodType)?.shown;
  if (shown === undefined) return;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, shown);
};

/** The one recursive schema among ours, any JSON value, has no name of its own. */
const nameOf = (name: string): string => (name.startsWith('__') ? 'AnyJson' : name);

const placed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(placed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'id' || typeof (value as JsonSchema).id !== 'string');
  return Object.fromEntries(entries.map(([key, inner]) => (key === '$ref' ? [key, referred(String(inner))] : [key, placed(inner)])));
};

const referred = (reference: string): string => `#/components/schemas/${nameOf(reference.slice(reference.lastIndexOf('/') + 1))}`;
