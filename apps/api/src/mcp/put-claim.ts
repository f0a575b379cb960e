import type { ClaimAnswer, StateDelta, TaskReader } from '@app/handoff';
import { putSummary } from './put-summary.js';
import type { Room } from './room.js';
import { putNext } from './tool-next.js';

/** For naming what had no room. */
const OMITTED_TOKENS = 150;

/** The handle of each part of what was handed over; first what matters most. */
const KIND_OF = {
  feedback: 'feedback',
  packet: 'packets',
  issues_raised: 'issues',
  checks: 'checks',
  issues_resolved: 'issues',
  warnings: 'warnings',
  decisions: 'decisions',
  artifacts: 'artifacts',
  artifacts_removed: 'artifacts',
  repeat_reason: 'history',
} as const satisfies Record<keyof StateDelta, string>;

/** A task with all that is needed to work on it: as much of what was handed over as has room, and handles to the rest. */
export const putClaim = async (room: Room, answer: ClaimAnswer, reader: Pick<TaskReader, 'summary'>): Promise<void> => {
  const { task_id, version, phase, claim, effect_key, command, artifacts, next } = answer;
  room.put({ task_id, expected_version: version, claim_epoch: claim.claim_epoch, phase, effect_key });
  if (next !== undefined) putNext(room, next, task_id);
  await putSummary(room, reader, task_id);
  const odd = artifacts.filter(({ status }) => status !== 'verified');
  const unseen = room.offerSome('file_warnings', odd, room.left / 2) > 0 ? ['artifacts'] : [];
  const omitted = command === null ? [] : putDelta(room, command.source_agent, command.state_delta);
  const handles = [...new Set([...unseen, ...omitted])].map((kind) => `${kind}@${version}`);
  room.offerSome('omitted', handles);
};

/** Returns the kinds of what had no room. */
const putDelta = (room: Room, from: string, delta: StateDelta): string[] => {
  const parts = (Object.keys(KIND_OF) as (keyof StateDelta)[]).filter((key) => delta[key] !== undefined);
  const told = { ...delta, artifacts: delta.artifacts?.map(({ path }) => path) };
  const given: Record<string, unknown> = { from };
  const omitted: string[] = [];
  let left = room.left - OMITTED_TOKENS;
  for (const key of parts) {
    const part = { [key]: told[key] };
    const tokens = room.tokensOf(part, left);
    if (tokens > left) omitted.push(KIND_OF[key]);
    else {
      Object.assign(given, part);
      left -= tokens;
    }
  }
  if (parts.length > omitted.length) room.offer('handed_over', given);
  return omitted;
};
