import { HandoffError } from '@app/handoff';
import { redactValue } from '@app/platform';
import type { EdgeRequest, Input } from './edge-request.js';
import { readInput } from './read-input.js';
import type { RouteSpec } from './route.js';

/**
 * Reads what was sent as its route takes it, without the secrets in it: nothing behind this ever sees one. A retry with the same secret
 * is the same request. What was not too long does not become so by what stands in place of a secret.
 */
export const readSafely = (
  spec: Pick<RouteSpec, 'params' | 'query' | 'body' | 'wraps'>,
  request: Pick<EdgeRequest, 'params' | 'query' | 'body'>,
): { input: Input; redacted: readonly string[] } => {
  const input = readInput(spec, request);
  if (spec.body === undefined || spec.wraps) return { input, redacted: [] };
  const { value, fields } = redactValue(request.body);
  if (fields.length === 0) return { input, redacted: [] };
  for (const body of [value, redactValue(request.body, { keepLength: true }).value]) {
    const read = spec.body.safeParse(body);
    if (read.success) return { input: { ...input, body: read.data }, redacted: fields };
  }
  // It stood where nothing but a name may stand, and a name is not rewritten.
  const errors = fields.map((path) => ({ path, message: 'must not hold a secret' }));
  throw new HandoffError('invalid_request', `${errors.map(({ path, message }) => `${path} ${message}`).join('; ')}.`, { errors });
};
