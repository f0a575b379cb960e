import { z } from 'zod';
import { LIMITS } from './limits.js';

/** Text from outside: never empty, never a lone surrogate (they are replaced, so that every text survives JSON and UTF-8). */
export const text = (maxChars: number) =>
  z
    .string()
    .max(maxChars)
    .transform((value) => value.toWellFormed())
    .refine((value) => value.trim().length > 0, { message: 'must not be empty' });

export const Text = text(LIMITS.textChars);

/** Moments are ISO-8601 in UTC with milliseconds, as `Date.toISOString` prints them. */
export const Timestamp = z.iso.datetime({ precision: 3 });
export type Timestamp = z.infer<typeof Timestamp>;

export const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');
export type Sha256Hex = z.infer<typeof Sha256Hex>;

export const Version = z.number().int().positive();
