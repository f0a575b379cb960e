import { createHash } from 'node:crypto';
import { HandoffError, LIMITS } from '@app/handoff';
import { redactSecrets } from '@app/platform';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from './edge-request.js';

/** How a caller wants to be answered, and how it recognises its own retry. */
export interface Wishes {
  readonly idempotencyKey?: string;
  readonly minimal: boolean;
}

export const wishesOf = ({ headers }: Pick<EdgeRequest, 'headers'>): Wishes => {
  const key = headers['idempotency-key'];
  if (Array.isArray(key) || key === '' || (key?.length ?? 0) > LIMITS.idempotencyKeyChars)
    throw new HandoffError('invalid_request', `Idempotency-Key must be one text of 1 to ${LIMITS.idempotencyKeyChars} characters.`, {
      errors: [{ path: 'Idempotency-Key', message: `must have 1 to ${LIMITS.idempotencyKeyChars} characters` }],
    });
  const minimal = [headers.prefer ?? []].flat().some((value) => /(^|[,;\s])return\s*=\s*minimal($|[,;\s])/i.test(value));
  return { minimal, ...(key === undefined ? {} : { idempotencyKey: withoutSecret(key) }) };
};

/** Keys are kept with the history. One that is itself a secret stays a key of its own, in a form that tells nobody the secret. */
const withoutSecret = (key: string): string =>
  redactSecrets(key).formats.length === 0 ? key : `sha256-${createHash('sha256').update(key).digest('hex')}`;

export const Wish = createParamDecorator(
  (_: unknown, context: ExecutionContext): Wishes => wishesOf(context.switchToHttp().getRequest<EdgeRequest>()),
);
