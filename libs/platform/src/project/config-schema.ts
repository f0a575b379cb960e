import { z } from 'zod';
import { ConfigFile } from './config-file.js';

/** The parts of JSON Schema that ours uses. */
export interface SchemaNode {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | false;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly items?: SchemaNode;
  readonly required?: readonly string[];
  /** One for each kind of a thing that comes in several. */
  readonly oneOf?: readonly SchemaNode[];
  readonly [keyword: string]: unknown;
}

/** JSON Schema of `.jerry/config.json`, for editors and for people. */
export function configSchema(): SchemaNode {
  const { $schema, ...rest } = z.toJSONSchema(ConfigFile, { io: 'input' });
  return { $schema, title: '.jerry/config.json of Jerry Handoff', ...rest } as SchemaNode;
}
