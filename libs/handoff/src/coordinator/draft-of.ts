import type { Accepted } from '../decide/decided.js';
import type { RecordDraft } from '../schema/record.js';
import { SCHEMA_VERSION } from '../schema/task-state.js';
import type { Request } from './request.js';

/** What was decided, with who asked for it, when, and under which configuration: all a version says. */
export const draftOf = (decided: Accepted, request: Request, at: string, configHash: string): RecordDraft => {
  const { kind, by, effect, whole, settled, removed, repeat_reason } = decided;
  const { principal, fingerprint, idempotencyKey } = request;
  return {
    schema_version: SCHEMA_VERSION,
    at,
    principal: by,
    ...(by === principal ? {} : { posted_by: principal }),
    kind,
    fingerprint,
    ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
    effect,
    ...(whole === undefined ? {} : { whole }),
    ...(settled === undefined ? {} : { settled }),
    ...(removed === undefined ? {} : { removed }),
    ...(repeat_reason === undefined ? {} : { repeat_reason }),
    config_hash: configHash,
  };
};
