import { z } from 'zod';
import { AgentName, ItemId } from './ids.js';
import { LIMITS } from './limits.js';
import { Phase } from './phase.js';
import { Text, Timestamp, text } from './text.js';
import { utf8Bytes } from './utf8-bytes.js';

export const FAILURE_CLASSES = ['limit', 'transient', 'code'] as const;
export const FailureClass = z.enum(FAILURE_CLASSES);
export type FailureClass = z.infer<typeof FailureClass>;

const list = <T extends z.ZodType>(item: T) => z.array(item).max(LIMITS.listItems).optional();

/** The body, its delta and the packet stand around a payload. */
const PAYLOAD_DEPTH = LIMITS.bodyDepth - 3;

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

type Json = z.infer<ReturnType<typeof z.json>>;

const wellFormed = (value: Json): Json => {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  return typeof value === 'object' && value !== null ? wellFormedRecord(value) : value;
};

const wellFormedRecord = (record: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key.toWellFormed(), wellFormed(value)]));

/** Whatever a step wants to pass on that has no field of its own. Its texts survive JSON and UTF-8 like all others. */
export const Payload = z
  .record(z.string(), z.json())
  .transform(wellFormedRecord)
  .refine((value) => utf8Bytes(JSON.stringify(value)) <= LIMITS.payloadBytes, {
    message: `must be at most ${LIMITS.payloadBytes} bytes as JSON`,
  })
  .refine((value) => depthOf(value) <= PAYLOAD_DEPTH, { message: `must be at most ${PAYLOAD_DEPTH} levels deep` });

/** What one step of work leaves to whoever comes next. */
export const PacketPosted = z.strictObject({
  attempted: Text.optional(),
  observed: list(
    z.strictObject({ finding: text(LIMITS.findingChars), source: Text.optional(), confidence: z.number().min(0).max(1).optional() }),
  ),
  changed: list(z.strictObject({ artifact: Text, ref: Text })),
  not_done: list(z.strictObject({ item: Text, reason: Text.optional() })),
  failed_approaches: list(z.strictObject({ approach: Text, why: Text.optional() })),
  highest_impact_uncertainty: Text.optional(),
  next_agent_should_first: Text.optional(),
  payload: Payload.optional(),
});
export type PacketPosted = z.infer<typeof PacketPosted>;

const clipped = z.literal(true).optional();
export const Finding = z.strictObject({
  id: ItemId,
  finding: z.string(),
  source: z.string().nullable(),
  confidence: z.number().nullable(),
  clipped,
});
export type Finding = z.infer<typeof Finding>;
export const NotDone = z.strictObject({ id: ItemId, item: z.string(), reason: z.string().nullable(), clipped });
export type NotDone = z.infer<typeof NotDone>;
export const FailedApproach = z.strictObject({ id: ItemId, approach: z.string(), why: z.string().nullable(), clipped });
export type FailedApproach = z.infer<typeof FailedApproach>;

/** A packet in the state. Its lists grow shorter as their items move out; the newest ones stay longest. */
export const Packet = z.strictObject({
  id: ItemId,
  agent: AgentName,
  phase: Phase,
  at: Timestamp,
  failed_class: FailureClass.nullable(),
  attempted: z.string().nullable(),
  observed: z.array(Finding),
  changed: z.array(z.strictObject({ artifact: z.string(), ref: z.string() })),
  not_done: z.array(NotDone),
  failed_approaches: z.array(FailedApproach),
  highest_impact_uncertainty: z.string().nullable(),
  next_agent_should_first: z.string().nullable(),
  payload: Payload.nullable(),
  clipped,
});
export type Packet = z.infer<typeof Packet>;
