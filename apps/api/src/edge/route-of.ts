import { HandoffError } from '@app/handoff';
import type { ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ROUTE, type RouteSpec } from './route.js';

/** What a handler was declared to be. One that was not declared is not answered: deny by default. */
export const routeOf = (reflector: Reflector, context: ExecutionContext): RouteSpec => {
  const spec = reflector.get<RouteSpec | undefined>(ROUTE, context.getHandler());
  if (spec === undefined) throw new HandoffError('not_found', 'There is nothing at this address.');
  return spec;
};
