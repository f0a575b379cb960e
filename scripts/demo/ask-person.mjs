/**
 * The task waits for a person: shows exactly what is decided on, and decides.
 * @param {import('./narrator.mjs').Telling} telling @param {string} gateId @param {number} scene
 */
export async function askPerson({ client, page, steps, signal }, gateId, scene) {
  const { subject, digest } = await client.gate(gateId, {}, { signal });
  await steps.next('go on');
  page.heading(`${scene} · A person is asked`, 'yellow');
  page.row('gate', `${gateId}: here nothing completes without a person, and no agent can vote. Decided on:`);
  page.row(
    'move',
    `${subject.move?.from_phase} → ${subject.move?.phase}, wanted by ${subject.move?.source_agent} (v${subject.move?.version})`,
  );
  for (const { path, content_hash, on_disk } of subject.artifacts)
    page.row(
      'file',
      `${path.padEnd(24)} ${content_hash?.slice(0, 12)} ${on_disk === content_hash ? 'the same on disk' : 'BUT ANOTHER ON DISK'}`,
    );
  for (const { id, name, passed, evidence } of subject.evidence)
    page.row('evidence', `${name} (${id}): ${passed ? 'passed' : 'failed'}, on files with hash ${evidence?.tree_hash.slice(0, 12)}`);
  page.row('digest', digest);
  await steps.next('approve it');
  const reason = 'Shown in the demo: every cent adds up, and the tests would notice.';
  const { version, votes } = await client.vote(gateId, { decision: 'approve', reason, digest }, { signal });
  page.row('vote', `${votes[0]?.by} approves this digest; it fits no longer once a byte has changed (v${version})`, 'green');
}
