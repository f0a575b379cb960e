import type { Executor, Executors, Role } from '@app/agents';
import { CannotStart } from '@app/platform';

export interface Served {
  readonly role: Role;
  readonly executor: Executor;
}

/** Each agent with what runs it. One that nothing here can run would be rung for ever, so nothing starts. */
export function requireExecutors(served: readonly Role[], executors: Executors): readonly Served[] {
  return served.map((role) => {
    const { kind } = role.executor;
    const executor = kind === 'external' ? undefined : executors[kind];
    if (executor !== undefined) return { role, executor };
    const known = Object.keys(executors).map((name) => `"${name}"`);
    throw new CannotStart(
      `The executor "${kind}" of ${role.name} in .jerry/config.json is not part of this version: use ${[...known, '"external"'].join(' or ')}, by which the agent fetches its work over HTTP.`,
    );
  });
}
