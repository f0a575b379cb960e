import { z } from 'zod';
import { Artifact } from './artifact.js';
import { Check } from './check.js';
import { Claim } from './claim.js';
import { Decision } from './decision.js';
import { Feedback } from './feedback.js';
import { Gate, PendingHandoff } from './gate.js';
import { AgentName, TaskId } from './ids.js';
import { Issue } from './issue.js';
import { Packet } from './packet.js';
import { Phase } from './phase.js';
import { Principal } from './principal.js';
import { Status } from './status.js';
import { Sha256Hex, Timestamp, Version } from './text.js';
import { Warning } from './warning.js';

export const SCHEMA_VERSION = 1;

const count = z.number().int().nonnegative();

/** How many of a kind were ever recorded, and how many of them the state still holds. */
export const Total = z.strictObject({ recorded: count, in_state: count });
export type Total = z.infer<typeof Total>;

export const COUNTED_KINDS = [
  'decisions',
  'issues',
  'warnings',
  'findings',
  'not_done',
  'failed_approaches',
  'artifacts',
  'checks',
  'feedback',
  'gates',
  'packets',
] as const;
export type CountedKind = (typeof COUNTED_KINDS)[number];

/** All current artifacts, also those moved out: how many, how many of unknown content, and a digest that does not depend on their order. */
export const ArtifactSet = z.strictObject({ current: count, unhashed: count, digest: Sha256Hex });
export type ArtifactSet = z.infer<typeof ArtifactSet>;

/**
 * Everything the rules need to decide, and the newest of everything that was recorded: bounded, however long the history.
 * Lists stand newest first. It changes only by applying a record's operations.
 */
export const TaskState = z.strictObject({
  schema_version: z.literal(SCHEMA_VERSION),
  task_id: TaskId,
  task_title: z.string(),
  goal: z.string().nullable(),
  acceptance_criteria: z.array(z.string()),
  labels: z.array(z.string()),
  clipped: z.literal(true).optional(),
  created_by: Principal,
  created_at: Timestamp,
  updated_by: Principal,
  updated_at: Timestamp,
  version: Version,
  status: Status,
  phase: Phase,
  previous_phase: Phase.nullable(),
  furthest_phase: Phase,
  phase_started_at: Timestamp,
  phase_version: Version,
  source_agent: AgentName.nullable(),
  posted_by: Principal.nullable(),
  target_agent: AgentName.nullable(),
  handoff_timestamp: Timestamp.nullable(),
  assigned_version: Version,
  delivered_version: Version.nullable(),
  claim: Claim.nullable(),
  last_epoch: count,
  attempts: count,
  failures_in_row: count,
  not_before: Timestamp.nullable(),
  artifacts: z.array(Artifact),
  artifact_set: ArtifactSet,
  decisions_made: z.array(Decision),
  blocking_issues: z.array(Issue),
  warnings: z.array(Warning),
  checks: z.array(Check),
  quality_gates_passed: z.array(z.string()),
  quality_gates_failed: z.array(z.string()),
  packets: z.array(Packet),
  retry_feedback: z.array(Feedback),
  gates: z.array(Gate),
  pending_handoff: PendingHandoff.nullable(),
  forked_from: z.strictObject({ task_id: TaskId, version: Version }).nullable(),
  totals: z.record(z.enum(COUNTED_KINDS), Total),
});
export type TaskState = z.infer<typeof TaskState>;
