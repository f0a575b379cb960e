import type { ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { HandoffError } from '@app/handoff';
import type { EdgeRequest } from '../edge/edge-request.js';
import { isOpen } from '../edge/is-open.js';
import type { RouteSpec } from '../edge/route.js';
import type { Credential } from '../tokens/credential.js';
import type { CallKind } from './account.js';
import type { Accounts } from './accounts.js';
import type { AllowedHosts } from './allowed-hosts.js';
import type { OpenCalls } from './open-calls.js';
import { Visit } from './visit.js';

export interface ArrivalParts {
  readonly hosts: AllowedHosts;
  readonly accounts: Accounts;
  readonly openCalls: OpenCalls;
  /** Says whose token this is, if it is anybody's now. */
  readonly identify: (token: string) => Credential | undefined;
  /** Whether only this machine can reach the service. */
  readonly onLoopback: boolean;
}

/** What holds for every request before its body is read: where it may come from, who sends it, and how much they may ask. */
export class Arrival {
  constructor(private readonly parts: ArrivalParts) {}

  /** Throws what the request is refused with. What it finds out stands in the request afterwards. */
  admit(request: EdgeRequest, response: ServerResponse): void {
    const { headers } = request;
    this.#requireOwnAddress(headers.host, headers.origin);
    const route = request.routeOptions?.config?.route;
    const credential = this.parts.identify(bearerOf(headers.authorization));
    const isForAll = route !== undefined && isOpen(route, this.parts.onLoopback);
    const kind: CallKind = route !== undefined && isLong(route, request.query) ? 'long' : 'short';
    const caller = credential?.principal ?? `${isForAll ? 'public' : 'stranger'} ${neighbourhoodOf(request.ip)}`;
    const account = this.parts.accounts.enter(caller, kind);
    const visit = new Visit(account, kind, () => credential !== undefined && this.#endWith(credential, response));
    request.account = account;
    request.visit = visit;
    response.once('close', () => visit.end());
    if (credential !== undefined) request.principal = credential.principal;
    else if (!isForAll) throw new HandoffError('unauthorized', 'Send a token that is known and in force: Authorization: Bearer <token>.');
  }

  #requireOwnAddress(host: string | undefined, origin: string | undefined): void {
    if (host === undefined)
      throw new HandoffError('invalid_request', 'A request names the Host it is for.', {
        errors: [{ path: 'Host', message: 'is missing' }],
      });
    if (!this.parts.hosts.passes(host))
      throw new HandoffError(
        'forbidden',
        'This service is not called by the name in Host: use localhost or 127.0.0.1, or let its operator add the name to JERRY_ALLOWED_HOSTS.',
      );
    if (!this.parts.hosts.passesOrigin(origin))
      throw new HandoffError(
        'forbidden',
        'Pages of this Origin may not call the service: its operator can add the name to JERRY_ALLOWED_HOSTS.',
      );
  }

  #endWith(credential: Credential, response: ServerResponse): void {
    this.parts.openCalls.add(response, credential);
    response.once('close', () => this.parts.openCalls.remove(response));
  }
}

const bearerOf = (header: string | undefined): string => /^Bearer ([\x21-\x7e]{1,512})$/i.exec(header ?? '')?.[1] ?? '';

/** Only where the route knows how to wait: naming it elsewhere gets nobody around their limit. */
const isLong = (route: RouteSpec, query: unknown): boolean => {
  if (route.load === 'stream') return true;
  const waits = (query as { wait_s?: unknown } | undefined)?.wait_s;
  return waits !== undefined && waits !== '0' && 'wait_s' in ((route.query as { shape?: object }).shape ?? {});
};

/** Whoever has one IPv6 address has 2^64 of them. */
const neighbourhoodOf = (address: string): string => (isIP(address) === 6 ? address.split(':').slice(0, 4).join(':') : address);
