import { LeftProject } from './left-project.js';
import { TypedDemo } from './typed-demo.js';

describe('npm run demo -- --pause', () => {
  let demo: TypedDemo;
  afterEach(() => demo.close());

  /** Once it waits for so many-th time. */
  const waits = async (count: number, what: string) => {
    await demo.says(new RegExp(`(Enter: [^]*){${count}}`));
    expect(demo.output.match(/^ {2}Enter: .* $/m)).not.toBeNull();
    expect(demo.output.trimEnd().endsWith(`Enter: ${what}`)).toBe(true);
  };

  it('shows one scene for each Enter, and approves nothing before it, whatever dies meanwhile', async () => {
    demo = await TypedDemo.type(['--', '--pause']);
    for (let scene = 1; scene <= 7; scene++) {
      await waits(scene, 'go on');
      expect(demo.output).not.toContain(`── ${scene} · `);
      demo.type('\n');
      await demo.says(new RegExp(`^── ${scene} · `, 'm'));
    }
    await waits(8, 'approve it');
    expect(demo.output).toMatch(/digest +\w{64}/);
    expect(demo.output).not.toContain('approves this digest');
    demo.kill('supervisor', 'queue', 'api', 'worker');
    await demo.says(/The service is back\./);
    demo.type('\n');
    await demo.says(/human:you approves this digest/);
    await demo.says(/Enter: see what is left/);
    expect(demo.output).not.toContain('Where to look');
    demo.type('\n');
    expect(await demo.exit()).toBe(0);
    expect(demo.output).toContain('Where to look');
    const left = await LeftProject.open(demo.home, demo.project);
    expect((await left.kinds()).filter((kind) => kind === 'vote')).toHaveLength(1);
    await left.close();
  });

  it('goes on by itself where there is nobody to press Enter', async () => {
    demo = await TypedDemo.type(['--', '--pause']);
    demo.process.stdin?.end();
    expect(await demo.exit()).toBe(0);
    expect(demo.output).toContain('Completed in');
  });
});
