import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Supervisor } from '../../scripts/house/supervisor.mjs';

/** A part that is ready at once, and takes a moment to stop; it notes when it has. */
const PART = `
const { appendFileSync } = require('node:fs');
const [name, log] = process.argv.slice(2);
process.on('SIGTERM', () => setTimeout(() => { appendFileSync(log, name); process.exit(0); }, 100));
setInterval(() => undefined, 60_000);
process.send({ ready: {} });
`;

describe('Supervisor', () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'jerry-supervisor-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('stops one part after the other, the last one first, so that each finds those it needs to the end', async () => {
    const [program, log] = [join(directory, 'part.cjs'), join(directory, 'stopped')];
    await writeFile(program, PART);
    const house = new Supervisor(
      ['queue ', 'api ', 'worker '].map((name) => ({ name, args: [program, name, log] })),
      () => undefined,
    );
    await house.ready;
    house.stop();
    expect(await house.ended).toBe(0);
    expect(await readFile(log, 'utf8')).toBe('worker api queue ');
  });
});
