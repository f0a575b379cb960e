import { itemId } from '../schema/ids.js';
import { LIMITS } from '../schema/limits.js';
import type { FailureClass, Packet, PacketPosted } from '../schema/packet.js';
import { clip } from './clip.js';
import type { Draft } from './draft.js';
import { weigh } from './weigh.js';

const CHANGED_BYTES = 3_000;
const PAYLOAD_BYTES = 800;
/** What changed is mostly a file: a path is shown whole or not at all. */
const PATH_BYTES = 3 * LIMITS.pathChars;

const optional = (draft: Draft, id: string, field: string, text: string | undefined): string | null =>
  text === undefined ? null : draft.clipText(id, field, text);

const findings = (draft: Draft, posted: NonNullable<PacketPosted['observed']>): Packet['observed'] =>
  posted.map(({ finding, source, confidence }, k) => {
    const id = itemId('findings', draft.version, k);
    const texts = { finding: draft.clipText(id, 'finding', finding), source: optional(draft, id, 'source', source) };
    return { id, ...texts, confidence: confidence ?? null, ...draft.clippedMark(id) };
  });

const undone = (draft: Draft, posted: NonNullable<PacketPosted['not_done']>): Packet['not_done'] =>
  posted.map(({ item, reason }, k) => {
    const id = itemId('not_done', draft.version, k);
    return { id, item: draft.clipText(id, 'item', item), reason: optional(draft, id, 'reason', reason), ...draft.clippedMark(id) };
  });

const failed = (draft: Draft, posted: NonNullable<PacketPosted['failed_approaches']>): Packet['failed_approaches'] =>
  posted.map(({ approach, why }, k) => {
    const id = itemId('failed_approaches', draft.version, k);
    return { id, approach: draft.clipText(id, 'approach', approach), why: optional(draft, id, 'why', why), ...draft.clippedMark(id) };
  });

const changes = (draft: Draft, id: string, posted: NonNullable<PacketPosted['changed']>): Packet['changed'] =>
  draft.clipEntries(
    id,
    'changed',
    posted,
    ({ artifact, ref }) => ({ artifact: clip(artifact, LIMITS.pathChars, PATH_BYTES), ref: clip(ref) }),
    CHANGED_BYTES,
  );

const smallPayload = (draft: Draft, id: string, payload: PacketPosted['payload']): Packet['payload'] => {
  if (payload === undefined) return null;
  if (weigh(payload) <= PAYLOAD_BYTES) return payload;
  draft.keepWhole(id, 'payload', payload);
  return null;
};

export const addPacket = (draft: Draft, agent: string, posted: PacketPosted, failedClass: FailureClass | null): void => {
  const id = itemId('packets', draft.version, 0);
  const lists = {
    observed: findings(draft, posted.observed ?? []),
    changed: changes(draft, id, posted.changed ?? []),
    not_done: undone(draft, posted.not_done ?? []),
    failed_approaches: failed(draft, posted.failed_approaches ?? []),
  };
  const attempted = optional(draft, id, 'attempted', posted.attempted);
  const uncertainty = optional(draft, id, 'highest_impact_uncertainty', posted.highest_impact_uncertainty);
  const nextStep = optional(draft, id, 'next_agent_should_first', posted.next_agent_should_first);
  const payload = smallPayload(draft, id, posted.payload);
  draft.insert('packets', 0, {
    id,
    agent,
    phase: draft.state.phase,
    at: draft.at,
    failed_class: failedClass,
    attempted,
    ...lists,
    highest_impact_uncertainty: uncertainty,
    next_agent_should_first: nextStep,
    payload,
    ...draft.clippedMark(id),
  });
  draft.count('packets');
  draft.count('findings', lists.observed.length);
  draft.count('not_done', lists.not_done.length);
  draft.count('failed_approaches', lists.failed_approaches.length);
};
