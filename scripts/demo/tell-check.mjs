import { recordedIn } from './recorded-in.mjs';

/** What the service saw when it ran a check itself. @param {import('./page.mjs').Page} page @param {import('./recorded-in.mjs').State} state */
export function tellCheck(page, state) {
  for (const { name, passed, evidence } of recordedIn(state).checks) {
    if (evidence === undefined) continue;
    const how = `${passed ? 'passed' : 'FAILED'} in ${evidence.duration_ms} ms on files with hash ${evidence.tree_hash.slice(0, 12)}`;
    page.row('proof', `The service ran “${name}” itself: ${how} (v${state.version})`, passed ? 'green' : 'red');
  }
}
