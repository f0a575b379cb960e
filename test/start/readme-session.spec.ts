import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks } from '../docs/pages.js';
import { StartedHouse } from './started-house.js';

/** A first start may have to build. */

const CLONE = join(__dirname, '../..');

describe('the README’s session', () => {
  it('runs to its end against npm start, and prints what the README says', async () => {
    const readme = await readFile(join(CLONE, 'README.md'), 'utf8');
    const [shown = ''] = codeBlocks(readme, 'text');
    const project = await mkdtemp(join(tmpdir(), 'jerry-readme-'));
    const stateHome = await mkdtemp(join(tmpdir(), 'jerry-state-'));
    const env = { XDG_STATE_HOME: stateHome };
    const house = new StartedHouse(project, env);
    try {
      const address = await house.address();
      await house.says(/Stop {2,}Ctrl-C/);
      // Word for word but for where the service is, and where npm finds this clone from a project of its own.
      const session = codeBlocks(readme, 'bash')
        .join('\n')
        .replace('JERRY=http://127.0.0.1:4777', `JERRY=${address}`)
        .replaceAll('npm run', `npm --prefix ${CLONE} run`);
      const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|JERRY_)/.test(name)));
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', session], {
        cwd: project,
        env: { ...inherited, ...env },
      });
      expect(stdout).toContain(shown.trim());
      const answers = stdout.split('\n').filter((line) => line.startsWith('{'));
      expect(answers.map((line) => JSON.parse(line))).toMatchObject([
        { version: 1, status: 'pending' },
        { version: 2, target_agent: 'dev-qa' },
        { version: 3, dispatch: 'awaiting_gate', gate_id: 'T1.G3' },
        { version: 4, status: 'approved', votes: [{ by: 'human:noor' }] },
        { version: 5, phase: 'completed', target_agent: null },
        { ok: true, versions: 5 },
      ]);
      // The terminal asked, before anybody looked.
      expect(house.output).toContain('T1.G3 asks a person');
      expect(house.output).toContain('May sessions live 30 days?');
    } finally {
      await house.stop();
      await Promise.all([project, stateHome].map((directory) => rm(directory, { recursive: true })));
    }
  });
});
