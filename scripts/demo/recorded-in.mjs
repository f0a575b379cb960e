/**
 * @typedef {import('../../libs/client/src/index.js').TaskAnswer} State
 * @typedef {State['packets'][number]} Packet
 */

/** What one version added to its task, out of the state as it was then. @param {State} state */
export function recordedIn(state) {
  const { version } = state;
  const isNew = (/** @type {{ id: string }} */ { id }) => new RegExp(`^[A-Z]${version}(\\.|$)`).test(id);
  return {
    packet: state.packets.find(isNew),
    decisions: state.decisions_made.filter(isNew),
    raised: state.blocking_issues.filter(isNew),
    checks: state.checks.filter(isNew),
    feedback: state.retry_feedback.find(isNew),
    artifacts: state.artifacts.filter((artifact) => artifact.version === version),
  };
}
