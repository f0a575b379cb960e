import type { ModelExecutor } from '../../../model-executor.js';
import { RunFailure } from './run-failure.js';

const OWN_KEYS = { openai: 'OPENAI_API_KEY', anthropic: 'ANTHROPIC_API_KEY' } satisfies Record<ModelExecutor['api'], string>;
/** SDKs insist on one; servers that need none don't look. */
const NO_KEY = 'none';
const TRY_AGAIN_S = 300;

export interface ModelKey {
  /** The variable it stands in; null: none is sent. */
  readonly name: string | null;
  readonly value: string;
}

/** The key to call the model with, read when it is needed and kept nowhere. */
export function keyFor(
  { api, base_url, api_key_env }: Pick<ModelExecutor, 'api' | 'base_url' | 'api_key_env'>,
  env: Readonly<Record<string, string | undefined>>,
): ModelKey {
  // Another address than the provider's gets a key only if the configuration says which one: the provider's own is none of its business.
  const name = api_key_env ?? (base_url === undefined ? OWN_KEYS[api] : null);
  if (name === null) return { name, value: NO_KEY };
  const value = env[name]?.trim() ?? '';
  if (/^[\x21-\x7e]+$/.test(value)) return { name, value };
  const fault = value === '' ? 'is not set' : 'holds characters that no key has';
  const reason = `${name} ${fault}: the worker needs the key of this model's API in it. Set it where the worker is started, and start it again.`;
  throw new RunFailure({ class: 'limit', reason, retry_after_s: TRY_AGAIN_S });
}
