import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from './edge-request.js';

/** Whether the caller would rather have plain text than JSON. */
export const AcceptsText = createParamDecorator((_: unknown, context: ExecutionContext): boolean =>
  /^\s*text\/plain/i.test(context.switchToHttp().getRequest<EdgeRequest>().headers.accept ?? ''),
);
