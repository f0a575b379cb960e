import type { Digest } from '../ports/digest.js';
import type { Artifact } from '../schema/artifact.js';
import type { Check } from '../schema/check.js';
import type { Gate, PendingHandoff } from '../schema/gate.js';
import type { TaskState } from '../schema/task-state.js';
import { canonicalJson } from './canonical-json.js';

/** Exactly what a person decides on: what the service knows, not what an agent says about it. */
export interface GateSubject {
  readonly task_id: string;
  readonly task_title: string;
  readonly kind: Gate['kind'];
  readonly move: (Omit<PendingHandoff, 'gate_id'> & { readonly from_phase: string }) | null;
  readonly attempts: number;
  /** The asking issues, with all their text. */
  readonly issues: readonly Readonly<Record<string, unknown>>[];
  readonly artifacts: readonly (Pick<Artifact, 'path' | 'content_hash'> & { readonly on_disk: string | null })[];
  readonly evidence: readonly Check[];
}

export interface SubjectParts {
  readonly issues: GateSubject['issues'];
  readonly artifacts: GateSubject['artifacts'];
}

const moveOf = (state: TaskState, gate: Gate): GateSubject['move'] => {
  if (state.pending_handoff?.gate_id !== gate.id) return null;
  const { gate_id: _, ...move } = state.pending_handoff;
  return { from_phase: state.phase, ...move };
};

export const gateSubject = (state: TaskState, gate: Gate, { issues, artifacts }: SubjectParts): GateSubject => ({
  task_id: state.task_id,
  task_title: state.task_title,
  kind: gate.kind,
  move: moveOf(state, gate),
  attempts: state.attempts,
  issues,
  artifacts: [...artifacts].sort((a, b) => (a.path < b.path ? -1 : 1)),
  evidence: state.checks.filter((check) => check.source === 'evidence'),
});

/** A vote binds to this: the same subject, the same digest; anything else, another one. */
export const subjectDigest = (digest: Digest, subject: GateSubject): string => digest(canonicalJson(subject));
