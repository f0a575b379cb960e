import type { RoleRegistry } from '@app/agents';
import { HandoffError, nameOf, type Principal, roleOf } from '@app/handoff';

/** The agents a caller may take work for: an agent for itself, a worker for those this service runs. Throws for any other. */
export const ownAgents = (caller: Principal, named: readonly string[] | undefined, roles: RoleRegistry): readonly string[] => {
  if (roleOf(caller) === 'agent') {
    const other = named?.find((name) => name !== nameOf(caller));
    if (other !== undefined) throw new HandoffError('forbidden', `${caller} takes work for itself, not for ${other}.`);
    return [nameOf(caller)];
  }
  const served = roles.served.map(({ name }) => name);
  for (const name of named ?? []) {
    if (roles.find(name) === undefined) throw new HandoffError('unknown_agent', `No agent is called ${name}.`);
    if (!served.includes(name))
      throw new HandoffError('forbidden', `${name} is not run by this service; workers act only for agents that are.`);
  }
  return named ?? served;
};
