import { configSchema, type SchemaNode } from './config-schema.js';

/** The part of the schema that speaks of this place; an empty one where none does. */
export function schemaAt(path: readonly PropertyKey[]): SchemaNode {
  let node: SchemaNode = configSchema();
  for (const part of path) node = below(node, part) ?? {};
  return node;
}

/** Of several kinds: the first that has such an entry. Where more than one has it, they mean the same by it. */
function below(node: SchemaNode, part: PropertyKey): SchemaNode | undefined {
  if (typeof part === 'number') return node.items;
  const name = String(part);
  const kinds = node.oneOf?.map((kind) => kind.properties?.[name]) ?? [];
  return node.properties?.[name] ?? kinds.find((kind) => kind !== undefined) ?? (node.additionalProperties || undefined);
}
