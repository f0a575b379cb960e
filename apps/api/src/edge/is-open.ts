import type { RouteSpec } from './route.js';

/** Whether only this machine can call, because nothing else is listened to. */
export const ON_LOOPBACK = Symbol('on loopback');

/** Whether a route answers callers nobody knows. */
export const isOpen = ({ roles }: Pick<RouteSpec, 'roles'>, onLoopback: boolean): boolean =>
  roles === 'public' || (roles === 'public-on-loopback' && onLoopback);
