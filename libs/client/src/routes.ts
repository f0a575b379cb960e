import type { Calls } from './calls.js';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Each `:` is a part of the address that the caller names. */
  readonly address: string;
  /** Where the call's input goes. */
  readonly input: 'body' | 'query' | 'none';
  readonly plainText?: boolean;
  /** Sent along with a key where nothing else would make a second sending a replay. */
  readonly keyed?: boolean;
  /** False where a second sending is a second deed: then only what was certainly refused is sent again. */
  readonly repeatable?: boolean;
}

const get = (address: string): Route => ({ method: 'GET', address, input: 'query' });
const ask = (address: string): Route => ({ method: 'GET', address, input: 'none' });
const post = (address: string): Route => ({ method: 'POST', address, input: 'body', keyed: true });
const ofTask = (rest: string) => `/v1/tasks/:${rest}`;

/** Where each call goes. */
export const ROUTES = {
  createTask: post('/v1/tasks'),
  listTasks: get('/v1/tasks'),
  task: get(ofTask('')),
  editTask: { method: 'PATCH', address: ofTask(''), input: 'body' },
  summary: get(ofTask('/summary')),
  lookUp: get(ofTask('/lookup')),
  handOff: post(ofTask('/handoffs')),
  prepareHandoff: { ...post(ofTask('/handoffs?dry_run=true')), keyed: false },
  update: post(ofTask('/updates')),
  claim: post(ofTask('/claim')),
  claimNext: post('/v1/me/claim'),
  heartbeat: { ...post(ofTask('/heartbeat')), keyed: false },
  release: post(ofTask('/release')),
  runChecks: post(ofTask('/checks')),
  checkRun: ask(ofTask('/checks/:')),
  history: get(ofTask('/history')),
  version: get(ofTask('/versions/:')),
  diff: get(ofTask('/diff')),
  verify: ask(ofTask('/verify')),
  next: ask(ofTask('/next')),
  fork: post(ofTask('/fork')),
  reopen: post(ofTask('/reopen')),
  reassign: post(ofTask('/reassign')),
  cancel: post(ofTask('/cancel')),
  listGates: get('/v1/gates'),
  gate: get('/v1/gates/:'),
  vote: post('/v1/gates/:/votes'),
  me: ask('/v1/me'),
  guide: { ...ask('/v1/me/guide'), plainText: true },
  listAgents: get('/v1/agents'),
  createToken: { ...post('/v1/tokens'), keyed: false, repeatable: false },
  listTokens: get('/v1/tokens'),
  revokeToken: { method: 'DELETE', address: '/v1/tokens/:', input: 'none' },
} as const satisfies Record<keyof Calls, Route>;
