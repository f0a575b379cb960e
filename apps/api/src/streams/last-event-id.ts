import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from '../edge/edge-request.js';

/** The last event the caller saw, if it says so. */
export const LastEventId = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  const id = context.switchToHttp().getRequest<EdgeRequest>().headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
});
