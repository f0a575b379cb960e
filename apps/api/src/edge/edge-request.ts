import type { Principal } from '@app/handoff';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../arrival/account.js';
import type { Visit } from '../arrival/visit.js';

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** A request with what the edge has found out about it on its way in. */
export interface EdgeRequest extends FastifyRequest {
  /** Who calls, as their token says; undefined while nobody knows. */
  principal?: Principal;
  /** What its caller has underway. */
  account?: Account;
  /** This call, as it counts among those. */
  visit?: Visit;
  /** What was sent, once it is what the route takes. */
  input?: Input;
  /** The fields of the body in which secrets stood. */
  redacted?: readonly string[];
}
