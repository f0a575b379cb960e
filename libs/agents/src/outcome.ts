import { AgentName, BODIES, Phase, StateDelta } from '@app/handoff';
import { z } from 'zod';

const { reason, failed } = BODIES.release.shape;

/** A handoff without what only the worker knows: the version it builds on and the claim it is posted under. */
const HandoffOutcome = z.strictObject({ phase: Phase, target_agent: AgentName.optional(), state_delta: StateDelta.optional() });

/** Why nothing came of it. `limit` and `transient` pass and are tried again later; `code` counts as an attempt. */
const Failure = failed.unwrap().extend({ reason });
export type Failure = z.infer<typeof Failure>;

/** What came of a piece of work. Agents are not trusted: whatever an executor returns is held against this. */
export const Outcome = z.union([z.strictObject({ handoff: HandoffOutcome }), z.strictObject({ failed: Failure })]);
export type Outcome = z.infer<typeof Outcome>;
