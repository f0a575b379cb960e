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
    ...(isOwnClone ? ownCloneRows(root) : []),
    ...(address === undefined ? [] : [['Try', `curl ${address}/health/ready`]]),
    ['Stop', 'Ctrl-C'],
  ];
  return `\nJerry Handoff ${version} is up.\n\n${rows.map(([name = '', text]) => `  ${name.padEnd(9)}${text}\n`).join('')}\n`;
}

/** @param {string} root */
function ownCloneRows(root) {
  return [
    ['', "This is the service's own clone. For a project of yours:"],
    ['', `cd your/project && npm --prefix ${root.replace(/\/$/, '')} start`],
  ];
}
