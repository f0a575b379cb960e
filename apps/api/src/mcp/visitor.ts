import type { Principal } from '@app/handoff';
import type { Line } from '../waiting/line.js';

/** An agent that calls a tool. */
export interface Visitor {
  readonly principal: Principal;
  /** Which of several that work under one token; the same name gets the same claim back. */
  readonly instance: string;
  readonly line: Line;
}
