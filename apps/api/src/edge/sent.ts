import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest, Input } from './edge-request.js';

/** What was sent: path, query and body, already read by the route's schemas. */
export const Sent = createParamDecorator(
  (_: unknown, context: ExecutionContext): Input | undefined => context.switchToHttp().getRequest<EdgeRequest>().input,
);
