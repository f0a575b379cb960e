import type { RoleRegistry } from '@app/agents';

/** Who works here and who runs them, for the start screen: `dev-engineer, dev-reviewer from outside; dev-qa by this service`. */
export const agentsFact = ({ roles, served }: RoleRegistry): string => {
  const names = (of: RoleRegistry['roles']) => of.map(({ name }) => name).join(', ');
  const outside = roles.filter((role) => !served.includes(role));
  return [
    ...(outside.length === 0 ? [] : [`${names(outside)} from outside`]),
    ...(served.length === 0 ? [] : [`${names(served)} by this service`]),
  ].join('; ');
};
