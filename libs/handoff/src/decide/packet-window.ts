import type { Packet } from '../schema/packet.js';
import type { TaskState } from '../schema/task-state.js';
import type { Draft } from './draft.js';
import { weigh, weighAll } from './weigh.js';

/** In the order in which their last items leave. */
const LISTS = ['observed', 'changed', 'not_done', 'failed_approaches'] as const;
const TEXTS = ['attempted', 'highest_impact_uncertainty', 'next_agent_should_first', 'payload'] as const;
/** How much of the window the newest packet may take from the older ones. */
const NEWEST_SHARE = 0.6;
/** How many of the newest packets stay as they are while older ones can give way. */
const FULL_PACKETS = 3;

const isThin = (packet: Packet): boolean => packet.attempted === null && packet.observed.length + packet.changed.length === 0;
const stillTeaches = (packet: Packet): boolean => packet.failed_approaches.length + packet.not_done.length > 0;

/** An old packet keeps what still teaches: what failed and what was not done. The rest is read from the history. */
const thin = (draft: Draft, index: number, packet: Packet): void => {
  for (const list of ['observed', 'changed'] as const)
    if (packet[list].length > 0) draft.change({ op: 'replace', path: `/packets/${index}/${list}`, value: [] });
  for (const text of TEXTS) if (packet[text] !== null) draft.change({ op: 'replace', path: `/packets/${index}/${text}`, value: null });
  if (packet.clipped === undefined) draft.change({ op: 'add', path: `/packets/${index}/clipped`, value: true });
};

/** Even one packet can be larger than the window: then its longest lists lose their ends. */
const trimNewest = (draft: Draft, budget: number): void => {
  const newest = draft.state.packets[0];
  if (newest === undefined) return;
  const left = LISTS.map((list) => ({ list, weights: newest[list].map(weigh) }));
  let excess = weigh(newest) - budget;
  while (excess > 0) {
    const longest = left.reduce((a, b) => (total(b.weights) > total(a.weights) ? b : a));
    if (longest.weights.length === 0) return;
    excess -= longest.weights.pop() ?? 0;
    draft.change({ op: 'remove', path: `/packets/0/${longest.list}/${longest.weights.length}` });
  }
};

const total = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

/** Who gives way next: the oldest that is still full, then the oldest that is thin, and only then one of the newest. */
const nextToGive = ({ packets }: TaskState): number => {
  const full = packets.findLastIndex((packet, index) => index >= FULL_PACKETS && !isThin(packet));
  if (full >= 0) return full;
  return packets.length > FULL_PACKETS ? packets.length - 1 : packets.findLastIndex((packet, index) => index > 0 && !isThin(packet));
};

export const fitPackets = (draft: Draft, budget: number, least: number): void => {
  if (weighAll(draft.state.packets) <= budget) return;
  trimNewest(draft, budget * NEWEST_SHARE);
  while (weighAll(draft.state.packets) > budget && draft.state.packets.length > least) {
    const index = nextToGive(draft.state);
    const packet = draft.state.packets[index];
    if (packet !== undefined && !isThin(packet) && stillTeaches(packet)) thin(draft, index, packet);
    else draft.remove('packets', packet === undefined ? draft.state.packets.length - 1 : index);
  }
};
