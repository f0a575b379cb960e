import type { HandleKind } from '../schema/ids.js';
import type { Shortenable } from './shortened.js';

const list = (path: readonly string[], kind: HandleKind): Shortenable => ({ path, kindsOf: () => [kind] });
const ofDelta = (key: string, kind: HandleKind): Shortenable => list(['command', 'state_delta', key], kind);
const ofPacket = (key: string, kind: HandleKind): Shortenable => list(['command', 'state_delta', 'packet', key], kind);

/** What the answer to a claim can be shortened by. */
export const LISTS_OF_CLAIM: readonly Shortenable[] = [
  ofDelta('issues_raised', 'issues'),
  ofDelta('issues_resolved', 'issues'),
  ofDelta('decisions', 'decisions'),
  ofPacket('not_done', 'not_done'),
  ofPacket('failed_approaches', 'failed_approaches'),
  ofPacket('observed', 'findings'),
  ofPacket('changed', 'packets'),
  ofDelta('warnings', 'warnings'),
  ofDelta('checks', 'checks'),
  list(['artifacts'], 'artifacts'),
  ofDelta('artifacts', 'artifacts'),
  ofDelta('artifacts_removed', 'artifacts'),
];
