import { z } from 'zod';

export const ROLES = ['admin', 'human', 'agent', 'viewer', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** Who acts, as the server knows it: never taken from a body. */
export const Principal = z
  .string()
  .regex(
    /^(agent:[a-z][a-z0-9-]{0,31}|(admin|human|viewer|worker):[A-Za-z0-9][A-Za-z0-9._@-]{0,63})$/,
    'must be a role and a name, such as agent:dev-qa or human:mira',
  );
export type Principal = z.infer<typeof Principal>;

export const roleOf = (principal: Principal): Role => principal.slice(0, principal.indexOf(':')) as Role;
export const nameOf = (principal: Principal): string => principal.slice(principal.indexOf(':') + 1);
export const isPerson = (principal: Principal): boolean => ['human', 'admin'].includes(roleOf(principal));
