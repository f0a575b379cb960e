export { AgentsConfig } from './agents-config.js';
export type { Executor, Executors } from './executor.js';
export { failurePacket } from './failure-packet.js';
export type { Failure, Outcome } from './outcome.js';
export { readOutcome } from './read-outcome.js';
export { createRoleRegistry, type Role, type RoleRegistry } from './role-registry.js';
export type { Work } from './work.js';
