import type { Clock, Desk, LeaseBook, TaskStore, Tokenizer } from '@app/handoff';
import { type Logger, Metrics, type ProjectConfig } from '@app/platform';
import type { DynamicModule, Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import type { CheckDesk } from './checks/check-desk.js';
import { NextClaim } from './claiming/next-claim.js';
import { CONTROLLERS } from './controllers.js';
import { CommandDoor } from './desk/command-door.js';
import { CHECK_DESK, COORDINATOR, PROJECT, READER, STORE } from './desk/desk-tokens.js';
import { AnswerInterceptor } from './edge/answer.interceptor.js';
import { IdentityGuard } from './edge/identity.guard.js';
import { ON_LOOPBACK } from './edge/is-open.js';
import { LoadInterceptor } from './edge/load.interceptor.js';
import { ProblemFilter } from './edge/problem.filter.js';
import { Refusals } from './edge/refusals.js';
import { RoleGuard } from './edge/role.guard.js';
import { ShapeGuard } from './edge/shape.guard.js';
import { Readiness } from './health/readiness.js';
import { StoreStatus } from './health/store-status.js';
import { openToolbox } from './mcp/open-toolbox.js';
import { Toolbox } from './mcp/toolbox.js';
import { RefusedNextInterceptor } from './me/refused-next.interceptor.js';
import { API_DOCUMENT } from './openapi/api-document.js';
import { declaredRoutes } from './openapi/declared-routes.js';
import { documentOf } from './openapi/document.js';
import { TokenBook } from './tokens/token-book.js';
import type { PresenceBook } from './waiting/presence-book.js';
import { Vigils } from './waiting/vigils.js';
import { waitingParts } from './waiting/waiting-parts.js';

class ApiModule {}

/** What the application stands on: opened before and handed in, so that a part that cannot open keeps the whole from starting. */
export interface Foundation {
  readonly store: TaskStore;
  readonly desk: Desk;
  readonly checks: CheckDesk;
  readonly tokens: TokenBook;
  readonly leases: LeaseBook;
  readonly clock: Clock;
  readonly tokenizer: Tokenizer;
  readonly presence: PresenceBook;
  readonly project: ProjectConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** With the bell that rings them. */
  readonly queues: DynamicModule;
  /** Whether only this machine can call. */
  readonly onLoopback: boolean;
}

/** In the order in which a request meets them: who, what, whether they may. */
const EDGE: Provider[] = [
  { provide: APP_GUARD, useClass: IdentityGuard },
  { provide: APP_GUARD, useClass: ShapeGuard },
  { provide: APP_GUARD, useClass: RoleGuard },
  { provide: APP_INTERCEPTOR, useClass: LoadInterceptor },
  { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
  { provide: APP_INTERCEPTOR, useClass: RefusedNextInterceptor },
];

export const apiModule = (foundation: Foundation): DynamicModule => ({
  module: ApiModule,
  imports: [foundation.queues],
  controllers: CONTROLLERS,
  providers: [...EDGE, ...parts(foundation), ...waitingParts(foundation), toolboxOf(foundation)],
});

/** What agents reach over MCP. */
const toolboxOf = ({ desk, checks, project, tokenizer }: Foundation): Provider => ({
  provide: Toolbox,
  useFactory: (door: CommandDoor, nextClaim: NextClaim, vigils: Vigils, refusals: Refusals) =>
    openToolbox({ desk, checks, project, tokenizer, door, nextClaim, vigils, refusals }),
  inject: [CommandDoor, NextClaim, Vigils, Refusals],
});

const parts = ({ store, desk, checks, tokens, project, logger, metrics, onLoopback }: Foundation): Provider[] => [
  { provide: Refusals, useValue: new Refusals(logger, metrics) },
  { provide: APP_FILTER, useClass: ProblemFilter },
  { provide: STORE, useValue: store },
  { provide: COORDINATOR, useValue: desk.coordinator },
  { provide: READER, useValue: desk.reader },
  { provide: CHECK_DESK, useValue: checks },
  { provide: CommandDoor, useValue: new CommandDoor(desk, metrics) },
  { provide: ON_LOOPBACK, useValue: onLoopback },
  { provide: API_DOCUMENT, useValue: documentOf(declaredRoutes(CONTROLLERS)) },
  { provide: PROJECT, useValue: project },
  { provide: Metrics, useValue: metrics },
  { provide: TokenBook, useValue: tokens },
  { provide: StoreStatus, useValue: new StoreStatus(store) },
  Readiness,
];
