import { z } from 'zod';
import { Outcome } from '../../outcome.js';

/** The JSON Schema of an outcome, as short as it can be written. */
export const outcomeShape = (): string => {
  const { $schema: _, ...shape } = z.toJSONSchema(Outcome, { io: 'input', unrepresentable: 'any' });
  return JSON.stringify(shape);
};
