import type { Type } from '@nestjs/common';
import { ROUTE, type RouteSpec } from '../edge/route.js';

/** Every route these controllers answer, in the order they were written. */
export const declaredRoutes = (controllers: readonly Type[]): RouteSpec[] =>
  controllers.flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).flatMap((name) => (Reflect.getMetadata(ROUTE, prototype[name]) as RouteSpec | undefined) ?? []),
  );
