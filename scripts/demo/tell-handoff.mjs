import { recordedIn } from './recorded-in.mjs';
import { tellCheck } from './tell-check.mjs';

const FINDINGS_SHOWN = 2;

/** @typedef {import('./recorded-in.mjs').State} State */

/**
 * What an agent leaves to whoever comes next.
 * @param {import('./page.mjs').Page} page
 * @param {{ before: State, after: State, proofs: State[], tookMs: number }} handoff
 */
export function tellHandoff(page, { before, after, proofs, tookMs }) {
  const { packet, decisions, raised, artifacts } = recordedIn(after);
  if (packet?.attempted) page.row('did', packet.attempted);
  for (const { finding } of packet?.observed.slice(0, FINDINGS_SHOWN) ?? []) page.row('found', finding);
  for (const { approach, why } of packet?.failed_approaches ?? []) page.row('tried', `✗ ${approach}: ${why}`, 'red');
  for (const { decision, rationale } of decisions) page.row('decided', `${decision}. ${rationale ?? ''}`);
  if (artifacts.length > 0) page.row('wrote', artifacts.map(({ path }) => path).join(', '));
  for (const { id, severity, issue } of raised) page.row('raises', `${id} ${severity}: ${issue}; open until settled by name`, 'red');
  const settled = openIn(before).filter((id) => !openIn(after).includes(id));
  if (settled.length > 0) page.row('settles', settled.join(', '), 'green');
  for (const proof of proofs) tellCheck(page, proof);
  tellMove(page, before, after, `v${after.version}, after ${(tookMs / 1_000).toFixed(1)} s`);
}

/** @param {import('./page.mjs').Page} page @param {State} before @param {State} after @param {string} when */
function tellMove(page, before, after, when) {
  const { feedback, packet } = recordedIn(after);
  if (after.status === 'awaiting_human') return page.row('wants', `${before.phase} → ${after.pending_handoff?.phase} (${when})`, 'yellow');
  page.row(
    feedback ? 'back' : 'hands on',
    `${before.phase} → ${after.phase}, to ${after.target_agent} (${when})`,
    feedback ? 'yellow' : 'cyan',
  );
  page.row('', `“${feedback?.feedback ?? packet?.next_agent_should_first}”`);
}

/** @param {State} state */
function openIn({ blocking_issues }) {
  return blocking_issues.filter(({ status }) => status === 'open').map(({ id }) => id);
}
