import { HandoffError } from '@app/handoff';
import type { FastifyRequest } from 'fastify';

export const BODY_BYTES = 256 * 1024;

/** Whether this body would be read at all, as far as its headers tell. Throws the refusal: too large before not JSON, as callers are told. */
export const requireReadable = (request: Pick<FastifyRequest, 'headers'>): void => {
  if (!hasBody(request)) return;
  const { headers } = request;
  if (Number(headers['content-length']) > BODY_BYTES) throw new HandoffError('too_large', `A body has at most ${BODY_BYTES} bytes.`);
  if (headers['content-encoding'] !== undefined)
    throw new HandoffError('unsupported_media_type', 'Send the body as plain JSON, not compressed.');
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new HandoffError('unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.');
};

const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');
