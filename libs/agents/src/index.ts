export { AgentsConfig } from './agents-config.js';
export { createRoleRegistry, type Role, type RoleRegistry } from './role-registry.js';
