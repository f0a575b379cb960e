import { HandoffError, roleOf } from '@app/handoff';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { EdgeRequest } from './edge-request.js';
import { routeOf } from './route-of.js';

/** 403: whom the route does not name never may. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { roles } = routeOf(this.reflector, context);
    // Open routes know no roles: whoever the identity guard let through may.
    if (typeof roles === 'string') return true;
    const { principal } = context.switchToHttp().getRequest<EdgeRequest>();
    if (principal !== undefined && roles.includes(roleOf(principal))) return true;
    throw new HandoffError('forbidden', `${principal} may not make this call; it is for ${roles.join(', ')}.`);
  }
}
