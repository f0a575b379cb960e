import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { EdgeRequest } from './edge-request.js';
import { readSafely } from './read-safely.js';
import { routeOf } from './route-of.js';

/** 400: what is not what the route takes gets no further. A guard, because the contract says so before it says 403. */
@Injectable()
export class ShapeGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    const { input, redacted } = readSafely(routeOf(this.reflector, context), request);
    request.input = input;
    if (redacted.length > 0) request.redacted = redacted;
    return true;
  }
}
