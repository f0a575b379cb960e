import { itemId } from '../schema/ids.js';
import type { StateDelta } from '../schema/state-delta.js';
import { changeArtifacts } from './artifacts.js';
import { reportChecks } from './checks.js';
import type { DecideContext } from './context.js';
import { makeDecisions } from './decisions.js';
import type { Draft } from './draft.js';
import { raiseIssues, resolveIssues } from './issues.js';
import { addPacket } from './packets.js';

const addWarnings = (draft: Draft, agent: string, warnings: readonly string[]): void =>
  warnings.forEach((text, k) => {
    const id = itemId('warnings', draft.version, k);
    const warning = draft.clipText(id, 'warning', text);
    draft.insert('warnings', k, { id, warning, agent, timestamp: draft.at, ...draft.clippedMark(id) });
    draft.count('warnings');
  });

/** Everything a delta records, but for feedback: what that means depends on the move. Issues are resolved before new ones count. */
export const applyDelta = (draft: Draft, ctx: DecideContext, agent: string, delta: StateDelta): void => {
  resolveIssues(draft, delta.issues_resolved ?? []);
  raiseIssues(draft, agent, delta.issues_raised ?? []);
  makeDecisions(draft, ctx.items, agent, delta.decisions ?? []);
  changeArtifacts(draft, ctx, agent, delta.artifacts ?? [], delta.artifacts_removed ?? []);
  addWarnings(draft, agent, delta.warnings ?? []);
  reportChecks(draft, agent, delta.checks ?? []);
  if (delta.packet !== undefined && Object.keys(delta.packet).length > 0) addPacket(draft, agent, delta.packet, null);
};
