import type { AgentsConfig } from './agents-config.js';
import { BUILT_IN_AGENTS } from './built-in-agents.js';
import type { ExecutorConfig } from './executor-config.js';

/** Enough that a slow task does not hold up the next one, and few enough that no machine is overrun unasked. */
const CONCURRENCY = 2;

export interface Role {
  readonly name: string;
  readonly executor: ExecutorConfig;
  /** On how many tasks one worker lets it work at once. */
  readonly concurrency: number;
}

/** Every agent work can be handed to, each with exactly one executor. Fixed once made. */
export interface RoleRegistry {
  readonly roles: readonly Role[];
  find(name: string): Role | undefined;
  /** Agents this service runs itself, and so has to ring. */
  readonly served: readonly Role[];
}

/** The built-in agents plus those configured; configuration may change the executor of either, and can remove none. */
export function createRoleRegistry(configured: AgentsConfig = {}): RoleRegistry {
  const names = [...new Set([...BUILT_IN_AGENTS, ...Object.keys(configured)])];
  // A map, not an object: `constructor` and `valueOf` are legal agent names.
  const byName = new Map(names.map((name) => [name, roleOf(name, configured)]));
  const roles = Object.freeze([...byName.values()]);
  const served = Object.freeze(roles.filter((role) => role.executor.kind !== 'external'));
  return Object.freeze({ roles, served, find: (name: string) => byName.get(name) });
}

function roleOf(name: string, configured: AgentsConfig): Role {
  const entry = Object.hasOwn(configured, name) ? configured[name] : undefined;
  const executor = Object.freeze(entry?.executor ?? { kind: 'external' as const });
  return Object.freeze({ name, executor, concurrency: entry?.concurrency ?? CONCURRENCY });
}
