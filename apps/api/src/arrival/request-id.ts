import { randomUUID } from 'node:crypto';
import { redactSecrets } from '@app/platform';

const FROM_OUTSIDE = /^[A-Za-z0-9._-]{8,64}$/;

/** Every request gets one, and for these alone Node keeps random bytes ready. */
export const makeRequestId = (): string => randomUUID();

/** The caller's own, where it is fit for logs. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && FROM_OUTSIDE.test(given) && redactSecrets(given).formats.length === 0 ? given : makeRequestId();
