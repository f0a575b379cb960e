import { z } from 'zod';
import { CheckEvidence } from './check.js';
import { Instance } from './claim.js';
import { DECISIONS_ON_GATES, type GateId } from './gate.js';
import { AgentName, TaskId } from './ids.js';
import { IssueResolution } from './issue.js';
import { LIMITS } from './limits.js';
import { FailureClass, PacketPosted } from './packet.js';
import { Phase, WorkPhase } from './phase.js';
import { StateDelta } from './state-delta.js';
import { Sha256Hex, Text, text, Version } from './text.js';

const claim_epoch = z.number().int().positive();
const expected_version = Version.optional();

const TaskFacts = z.strictObject({
  task_title: text(LIMITS.titleChars),
  goal: text(LIMITS.goalChars).optional(),
  acceptance_criteria: z.array(text(LIMITS.criterionChars)).max(LIMITS.criteria).optional(),
  labels: z.array(text(LIMITS.labelChars)).max(LIMITS.labels).optional(),
});

/** The bodies as callers post them: strict, so that a misspelt key is an error and not a lost wish. */
export const BODIES = {
  create: TaskFacts.extend({
    task_id: TaskId.optional(),
    target_agent: AgentName.optional(),
    phase: z.enum(['planning', 'implementing']).optional(),
  }),
  edit: TaskFacts.partial()
    .extend({ expected_version })
    .refine((body) => Object.keys(body).some((key) => key !== 'expected_version'), { message: 'must change at least one field' }),
  handoff: z
    .strictObject({
      phase: Phase,
      target_agent: AgentName.optional(),
      expected_version,
      claim_epoch: claim_epoch.optional(),
      state_delta: StateDelta.optional(),
    })
    .refine((body) => body.phase !== 'completed' || body.target_agent === undefined, {
      message: 'must be absent when the task is completed: nobody works on it then',
      path: ['target_agent'],
    }),
  update: z.strictObject({ expected_version, claim_epoch: claim_epoch.optional(), state_delta: StateDelta }),
  claim: z.strictObject({ expected_version, instance: Instance.optional() }),
  release: z.strictObject({
    expected_version,
    claim_epoch,
    reason: Text,
    failed: z
      .strictObject({ class: FailureClass, packet: PacketPosted.optional(), retry_after_s: z.number().int().min(0).max(86_400).optional() })
      .optional(),
  }),
  vote: z.strictObject({
    expected_version,
    decision: z.enum(DECISIONS_ON_GATES),
    reason: Text,
    digest: Sha256Hex,
    issue_resolutions: z.array(IssueResolution).max(LIMITS.listItems).optional(),
  }),
  evidence: z.strictObject({
    expected_version,
    claim_epoch: claim_epoch.optional(),
    results: z.array(CheckEvidence).min(1).max(LIMITS.listItems),
  }),
  reopen: z.strictObject({ expected_version, reason: Text, phase: WorkPhase.optional(), target_agent: AgentName.optional() }),
  reassign: z.strictObject({ expected_version, target_agent: AgentName, reason: Text }),
  cancel: z.strictObject({ expected_version, reason: Text }),
  fork: z.strictObject({ version: Version, task_id: TaskId.optional() }),
} as const;

/** What somebody can ask of one task. `abandon` is not among them: it is written when attempts are used up. */
export const COMMAND_KINDS = Object.keys(BODIES) as (keyof typeof BODIES)[];
export type CommandKind = keyof typeof BODIES;
export type Body<K extends CommandKind> = z.infer<(typeof BODIES)[K]>;

type Addressed = { [K in CommandKind]: { kind: K; task_id: string; body: Body<K> } };

/** One request to the one door. A vote also names its gate; everything else is in the body. */
export type Command = {
  [K in CommandKind]: K extends 'vote' ? Addressed[K] & { gate_id: z.infer<typeof GateId> } : Addressed[K];
}[CommandKind];
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>;
