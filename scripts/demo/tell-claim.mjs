const WORK = {
  planning: ['plans', 'plans anew'],
  implementing: ['writes code and tests', 'mends it'],
  testing: ['tries it', 'tries it again'],
  reviewing: ['reviews it', 'reviews it again'],
};

/**
 * An agent begins: who, and all it reads of what was before.
 * @param {import('./narrator.mjs').Telling} telling
 * @param {import('./recorded-in.mjs').State} state
 * @param {import('../../libs/client/src/index.js').SummaryAnswer} summary
 * @param {{ scene: number, isAgain: boolean }} place
 */
export async function tellClaim({ page, steps }, { target_agent, phase, version }, summary, { scene, isAgain }) {
  await steps.next('go on');
  const [first, again] = WORK[/** @type {keyof typeof WORK} */ (phase)];
  page.heading(`${scene} · ${target_agent} ${isAgain ? again : first}`);
  page.row(
    'reads',
    `${summary.summary_tokens} tokens${scene === 1 ? ', all that an agent is told of what came before' : ''} (v${version}):`,
  );
  page.quote(summary.context_summary);
  if (scene === 1) page.row('', 'What has no room stands behind a handle, such as goal@2, and is one call away.', 'dim');
}
