import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from './edge-request.js';

/** The version the caller has, as `If-None-Match` names it. */
export const KnownTag = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  context.switchToHttp().getRequest<EdgeRequest>().headers['if-none-match']?.replace(/^W\//, ''),
);
