import type { Role } from '@app/handoff';
import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';

export const ROUTE = 'jerry:route';
type Shape = z.ZodType;

/** Everything there is to say about one call: guards, parsing and the published document are made from it, so that they cannot disagree. */
export interface RouteSpec<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Who may ever make this call. `public` needs no token, `public-on-loopback` none while only this machine can call. */
  readonly roles: readonly Role[] | 'public' | 'public-on-loopback';
  readonly params: P;
  readonly query: Q;
  /** Absent where the call takes no body. */
  readonly body?: B;
  /** What is answered, for the published document. */
  readonly answer?: Shape;
  readonly answerType?: string;
  /** Answers of other shapes, by status. */
  readonly otherAnswers?: Readonly<Record<number, Shape>>;
  /** `heavy` reads a whole history: few at once for each caller. `stream` stays open, and counts as no request underway. */
  readonly load?: 'heavy' | 'stream';
  /** Headers it goes by, beside those that all calls of its method know. */
  readonly headers?: readonly string[];
  /** The body is the envelope of another call, which is read where it is opened, and cleaned of secrets there: an envelope is not rewritten. */
  readonly wraps?: true;
  /** The status of an answer that is not an error. */
  readonly status: number;
  /** One sentence for the published document. */
  readonly about: string;
}

/** What a caller sent, read by the schemas of its route. */
export interface InputOf<S extends RouteSpec> {
  readonly params: z.infer<S['params']>;
  readonly query: z.infer<S['query']>;
  readonly body: z.infer<NonNullable<S['body']>>;
}

export const route = <P extends Shape, Q extends Shape, B extends Shape = z.ZodUndefined>(spec: RouteSpec<P, Q, B>): RouteSpec<P, Q, B> =>
  spec;

const METHODS = { GET: RequestMethod.GET, POST: RequestMethod.POST, PATCH: RequestMethod.PATCH, DELETE: RequestMethod.DELETE };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For whatever must know the route before Nest does. */
    readonly route?: RouteSpec;
  }
}

/** Makes a controller's method answer a route. A method without it answers nobody. */
export const Route = (spec: RouteSpec): MethodDecorator =>
  applyDecorators(
    SetMetadata(ROUTE, spec),
    RouteConfig({ route: spec }),
    RequestMapping({ path: spec.path, method: METHODS[spec.method] }),
    HttpCode(spec.status),
  );
