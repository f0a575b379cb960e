import { HandoffError } from '@app/handoff';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { EdgeRequest } from './edge-request.js';
import { isOpen, ON_LOOPBACK } from './is-open.js';
import { routeOf } from './route-of.js';

/** 401: whoever is not known gets no further, except where a route is open to all. */
@Injectable()
export class IdentityGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(ON_LOOPBACK) private readonly onLoopback: boolean,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (isOpen(routeOf(this.reflector, context), this.onLoopback)) return true;
    if (context.switchToHttp().getRequest<EdgeRequest>().principal !== undefined) return true;
    throw new HandoffError('unauthorized', 'Send a token that is known and in force: Authorization: Bearer <token>.');
  }
}
