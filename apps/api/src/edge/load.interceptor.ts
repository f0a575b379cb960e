import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { finalize, type Observable } from 'rxjs';
import type { EdgeRequest } from './edge-request.js';
import { routeOf } from './route-of.js';

/** Few calls at once for each caller that read a whole history. They count until the work is done, also when nobody waits for it any more. */
@Injectable()
export class LoadInterceptor implements NestInterceptor {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { account } = context.switchToHttp().getRequest<EdgeRequest>();
    if (account === undefined || routeOf(this.reflector, context).load !== 'heavy') return next.handle();
    account.enterHeavy();
    return next.handle().pipe(finalize(() => account.leaveHeavy()));
  }
}
