import type { Principal } from '@app/handoff';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { EdgeRequest } from '../edge/edge-request.js';

/** The connection a caller waits on. */
export interface Line {
  readonly principal: Principal;
  /** Calls back once nobody is there any more, whether they were answered, hung up or were hung up on. */
  onClosed(heard: () => void): void;
  /** Counts the call among those that wait, where nothing in its address said so. Throws `rate_limited`. */
  lengthen(): void;
}

export const OpenLine = createParamDecorator((_: unknown, context: ExecutionContext): Line => {
  const { principal = '', visit } = context.switchToHttp().getRequest<EdgeRequest>();
  const { raw } = context.switchToHttp().getResponse<FastifyReply>();
  // Whoever hung up before we asked will not do so again.
  const onClosed = (heard: () => void) => void (raw.destroyed ? heard() : raw.once('close', heard));
  return { principal, onClosed, lengthen: () => visit?.lengthen() };
});
