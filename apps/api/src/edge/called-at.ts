import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from './edge-request.js';

/** Longer names are possible, but nobody could put them into a prompt. */
const NAME_CHARS = 64;

/** Where the service is, as this caller reached it. The name was looked at on arrival: it is one of ours. */
export const CalledAt = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { protocol, host, socket } = context.switchToHttp().getRequest<EdgeRequest>();
  return `${protocol}://${host.length <= NAME_CHARS ? host : `${socket.localAddress}:${socket.localPort}`}`;
});
