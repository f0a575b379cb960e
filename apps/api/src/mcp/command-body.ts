import { BODIES, type Body, type CommandKind } from '@app/handoff';
import { NoParams, NoQuery } from '../edge/fields.js';
import { readInput } from '../edge/read-input.js';

/** A body that was put together here, read by the very schema that reads it over HTTP. Throws `invalid_request`. */
export const commandBody = <K extends CommandKind>(kind: K, body: object): Body<K> =>
  readInput({ params: NoParams, query: NoQuery, body: BODIES[kind] }, { params: {}, query: {}, body }).body as Body<K>;
