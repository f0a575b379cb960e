import { existsSync } from 'node:fs';
import { isAlive } from './processes.js';
import { TypedDemo } from './typed-demo.js';

describe('npm run demo, stopped', () => {
  let demo: TypedDemo;
  afterEach(() => demo.close());

  it('by Ctrl-C in the middle: nothing goes on running, and what there is stays', async () => {
    demo = await TypedDemo.type();
    await demo.says(/^── 3 · .*\n.* tokens/m);
    const all = demo.processes;
    expect(all.length).toBeGreaterThanOrEqual(5);
    demo.interrupt();
    expect(await demo.exit()).toBe(130);
    expect(demo.output.replace(/\s+/g, ' ')).toContain(`Stopping. What there is so far: ${demo.project}`);
    expect(all.filter(isAlive)).toEqual([]);
    expect(existsSync(`${demo.project}/.jerry/history/BILL.jsonl`)).toBe(true);
    expect(demo.output).not.toContain('Completed');
  });

  it('by Ctrl-C at the gate: nobody has approved anything', async () => {
    demo = await TypedDemo.type(['--', '--pause']);
    for (let scene = 1; scene <= 7; scene++) {
      await demo.says(new RegExp(`(Enter: [^]*){${scene}}`));
      demo.type('\n');
      await demo.says(new RegExp(`^── ${scene} · `, 'm'));
    }
    await demo.says(/Enter: approve it/);
    demo.interrupt();
    expect(await demo.exit()).toBe(130);
    expect(demo.output).not.toContain('approves this digest');
  });

  it('before it began: whoever typed something else, or has no room, reads one sentence', async () => {
    demo = await TypedDemo.type(['--', '--puase']);
    expect(await demo.exit()).toBe(1);
    expect(demo.output).toBe("Unknown option '--puase': npm run demo, or npm run demo -- --pause to go on by Enter\n");
    await demo.close();
    demo = await TypedDemo.type([], { TMPDIR: '/nowhere' });
    expect(await demo.exit()).toBe(1);
    expect(demo.output).toBe(
      'The demo needs a directory for its project, and none can be made in /nowhere (ENOENT): set TMPDIR to another place.\n',
    );
  });
});
