import type { Principal } from '@app/handoff';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from './edge-request.js';

/** Who calls, as their token says. */
export const Caller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal | undefined => context.switchToHttp().getRequest<EdgeRequest>().principal,
);
