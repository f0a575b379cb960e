import { z } from 'zod';

/** The RFC 6902 operations an effect is made of: what `decide` needs, and nothing that would make replay depend on more than the state. */
export const Operation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('add'), path: z.string(), value: z.json() }),
  z.strictObject({ op: z.literal('replace'), path: z.string(), value: z.json() }),
  z.strictObject({ op: z.literal('remove'), path: z.string() }),
]);
export type Operation = z.infer<typeof Operation>;
export type OperationValue = Extract<Operation, { op: 'add' }>['value'];
