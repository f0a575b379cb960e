import { Principal } from '@app/handoff';
import { z } from 'zod';

/** A token as it lies on the disk: who it speaks for, and a hash from which it cannot be made again. */
export const StoredToken = z.strictObject({
  id: z.string().regex(/^k[0-9a-f]{12}$/),
  principal: Principal,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  created_by: Principal,
  created_at: z.iso.datetime({ precision: 3 }),
  expires_at: z.iso.datetime({ precision: 3 }).nullable(),
});
export type StoredToken = z.infer<typeof StoredToken>;
