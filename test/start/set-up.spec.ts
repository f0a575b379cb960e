import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPTS = join(__dirname, '../../scripts');

/** Works with a helper, and neither stops for anybody who asks politely, as an npm that is tidying up. */
const STUBBORN = `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
setInterval(() => undefined, 1_000);
if (process.argv[2] === 'helper') writeFileSync('working', '');
else spawn(process.execPath, ['stubborn.mjs', 'helper'], { stdio: 'inherit' });
`;
const COMMAND = `
import { watch } from 'node:fs';
import { runNode } from './scripts/command/run.mjs';
import { inTurn } from './scripts/set-up/turn.mjs';
watch('.', (_, name) => name === 'working' && process.send('working'));
await inTurn(() => runNode(['stubborn.mjs'], { group: true }));
process.send('went on');
`;

describe('a set-up that is interrupted', () => {
  let clone: string;
  beforeEach(async () => {
    clone = await mkdtemp(join(tmpdir(), 'jerry-set-up-'));
    for (const folder of ['command', 'set-up']) await cp(join(SCRIPTS, folder), join(clone, 'scripts', folder), { recursive: true });
    await writeFile(join(clone, 'stubborn.mjs'), STUBBORN);
    await writeFile(join(clone, 'command.mjs'), COMMAND);
  });
  afterEach(() => rm(clone, { recursive: true }));

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s ends with all that it runs, and leaves the turn to the next', async (signal) => {
    const command = spawn(process.execPath, ['command.mjs'], { cwd: clone, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const said: unknown[] = [];
    command.on('message', (message) => said.push(message));
    const ended = once(command, 'exit');
    await once(command, 'message');
    command.kill(signal);
    // It waits for the output of both to end: whoever went on would keep it waiting.
    expect(await ended).toEqual([null, signal]);
    expect([(await readdir(clone)).includes('.setup'), said.includes('went on')]).toEqual([false, false]);
  });
});
