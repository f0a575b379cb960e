import { z } from 'zod';

/**
 * The name of a variable of the environment: never its value, which would be a secret in a file, and none of this service's own, which
 * would hand its tokens to whoever gets it.
 */
export const EnvName = z
  .string()
  .regex(/^(?!JERRY_)[A-Za-z_][A-Za-z0-9_]{0,127}$/, { message: "must be the name of a variable, and none of this service's own" });

/** How long one run may take. */
export const RunSeconds = z.number().int().min(1).max(86_400).default(1_800).describe('after this a run is ended and counts as failed');
