import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from './edge-request.js';

/** The versions the caller has, as `If-None-Match` names them. */
export const KnownTags = createParamDecorator((_: unknown, context: ExecutionContext): readonly string[] => {
  const header = context.switchToHttp().getRequest<EdgeRequest>().headers['if-none-match'] ?? '';
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
});
