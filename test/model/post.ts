import type { KnownItems } from '../../libs/handoff/src/decide/context.js';
import type { CommandKind } from '../../libs/handoff/src/schema/command.js';
import type { TaskState } from '../../libs/handoff/src/schema/task-state.js';
import { GATE_DIGEST, sha256 } from '../support/walk.js';
import { MADE_INSTANCE } from './lifecycle-model.js';
import type { Delta, Request } from './request.js';

export interface Posting {
  readonly kind: CommandKind;
  readonly body: Record<string, unknown>;
  readonly items: KnownItems;
  readonly gate: string | undefined;
}

export const proof = ({ name, passed }: { name: string; passed: boolean }) => ({
  name,
  passed,
  command: ['npm', 'run', name],
  exit_code: passed ? 0 : 1,
  duration_ms: 1,
  output_hash: sha256(name),
  tree_hash: sha256('tree'),
  stable: true,
});

const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)));

const deltaBody = (delta: Delta) =>
  present({
    feedback: delta.feedback ? 'Session lost after a restart.' : undefined,
    repeat_reason: delta.repeatReason ? 'The check was wrong.' : undefined,
    packet: delta.nextStep ? { next_agent_should_first: 'Go on.' } : undefined,
    artifacts: delta.files.map(({ path, content }) => ({ path, ...(content === null ? {} : { content_hash: sha256(content) }) })),
    artifacts_removed: delta.removed,
    issues_raised: delta.raised.map(({ severity, asks }) => ({ issue: 'Something', severity, requires_human: asks })),
    issues_resolved: delta.resolved.map((issue_id) => ({ issue_id, resolution: 'mended' })),
    checks: delta.checks,
  });

const bodyOf = (request: Request, version: number): Record<string, unknown> => {
  const { kind, expected, epoch, phase, target, delta } = request;
  const bodies: Record<Request['kind'], Record<string, unknown>> = {
    handoff: { phase, target_agent: phase === 'completed' ? undefined : target, claim_epoch: epoch, state_delta: deltaBody(delta) },
    update: { claim_epoch: epoch, state_delta: deltaBody(delta) },
    claim: { instance: request.instance },
    release: { claim_epoch: epoch, reason: 'stopped', failed: request.failure === undefined ? undefined : { class: request.failure } },
    vote: {
      decision: request.approve ? 'approve' : 'reject',
      reason: 'so',
      digest: request.digestShown ? GATE_DIGEST : sha256('something else'),
      issue_resolutions: request.resolutions.map((issue_id) => ({ issue_id, resolution: 'answered' })),
    },
    evidence: { claim_epoch: epoch, results: request.results.map(proof) },
    reopen: { reason: 'again', phase: phase === 'completed' ? undefined : phase, target_agent: target },
    reassign: { reason: 'better', target_agent: target },
    cancel: { reason: 'not needed' },
    edit: { goal: `Goal of version ${version}` },
    fork: { version, task_id: 'T2' },
  };
  return present({ ...bodies[kind], expected_version: expected });
};

/** A request of the model as it is really posted. */
export const post = (request: Request, state: TaskState): Posting => ({
  kind: request.kind,
  body: bodyOf(request, state.version),
  items: { claimAlive: state.claim === null ? null : !request.leaseOver, source: state, instance: MADE_INSTANCE },
  gate: request.kind === 'vote' ? request.gate : undefined,
});
