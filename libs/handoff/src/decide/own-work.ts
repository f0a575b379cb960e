import type { Gate } from '../schema/gate.js';
import type { Principal } from '../schema/principal.js';

/** Whoever handed the work in does not decide on it. Whether to try again after too many attempts is nobody's own work. */
export const isOwnWork = (gate: Gate, principal: Principal): boolean => gate.kind !== 'attempts' && gate.opened_by === principal;
