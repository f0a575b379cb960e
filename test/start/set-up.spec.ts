import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPTS = join(__dirname, '../../scripts');

/** Tells that it works, and takes a while to tidy up, as npm does. */
const SLOW = `
import { writeFileSync } from 'node:fs';
process.on('SIGTERM', () => setTimeout(() => { writeFileSync('tidied-up', ''); process.exit(1); }, 300));
setInterval(() => undefined, 1_000);
writeFileSync('working', '');
`;
const COMMAND = `
import { watch } from 'node:fs';
import { runNode } from './scripts/command/run.mjs';
import { inTurn } from './scripts/set-up/turn.mjs';
watch('.', (_, name) => name === 'working' && process.send('working'));
await inTurn(() => runNode(['slow.mjs']));
process.send('went on');
`;

describe('a set-up that is interrupted', () => {
  let clone: string;
  beforeEach(async () => {
    clone = await mkdtemp(join(tmpdir(), 'jerry-set-up-'));
    for (const folder of ['command', 'set-up']) await cp(join(SCRIPTS, folder), join(clone, 'scripts', folder), { recursive: true });
    await writeFile(join(clone, 'slow.mjs'), SLOW);
    await writeFile(join(clone, 'command.mjs'), COMMAND);
  });
  afterEach(() => rm(clone, { recursive: true }));

  it('ends as it was told to, after what it ran has tidied up, and leaves the turn to the next', async () => {
    const command = spawn(process.execPath, ['command.mjs'], { cwd: clone, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const said: unknown[] = [];
    command.on('message', (message) => said.push(message));
    const ended = once(command, 'exit');
    await once(command, 'message');
    command.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    const left = await readdir(clone);
    expect([left.includes('tidied-up'), left.includes('.setup'), said.includes('went on')]).toEqual([true, false, false]);
  });
});
