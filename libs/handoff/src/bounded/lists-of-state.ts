import type { HandleKind } from '../schema/ids.js';
import type { Packet } from '../schema/packet.js';
import type { Shortenable } from './shortened.js';

const list = (key: string, kind: HandleKind): Shortenable => ({ path: [key], kindsOf: () => [kind] });

/** With a packet goes what was found with it. */
const kindsOfPacket = (packet: unknown): HandleKind[] => {
  const { observed, not_done, failed_approaches } = packet as Packet;
  return [
    'packets',
    ...observed.map((): HandleKind => 'findings'),
    ...not_done.map((): HandleKind => 'not_done'),
    ...failed_approaches.map((): HandleKind => 'failed_approaches'),
  ];
};

/** What a state can be shortened by, what the next step depends on first. */
export const LISTS_OF_STATE: readonly Shortenable[] = [
  list('blocking_issues', 'issues'),
  list('gates', 'gates'),
  list('retry_feedback', 'feedback'),
  list('quality_gates_failed', 'checks'),
  list('acceptance_criteria', 'goal'),
  list('decisions_made', 'decisions'),
  { path: ['packets'], kindsOf: kindsOfPacket },
  list('warnings', 'warnings'),
  list('checks', 'checks'),
  list('artifacts', 'artifacts'),
  list('quality_gates_passed', 'checks'),
  list('labels', 'goal'),
];
