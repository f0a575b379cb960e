import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs, { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Artifact, ArtifactStatus } from '@app/handoff';
import { openWorkspace } from './open-workspace.js';
import type { Workspace } from './workspace.js';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

const MARKER = 'what lies outside the project';
const INSIDE = 'what lies inside';

/** Paths that are none of a project's: no adversary needs more than text for them. */
const NO_PATHS: readonly string[] = [
  // upwards
  '..',
  '../outside/marker',
  '../outside',
  'src/../../outside/marker',
  'src/..',
  './src/a.ts',
  'src/./a.ts',
  '.',
  'src//a.ts',
  'src/',
  '/',
  '',
  '....//....//outside/marker',
  'src/../../../../../../../../../../etc/passwd',
  '../../../../../../etc/passwd%00.png',
  '..//outside/marker',
  'src/....//../../outside/marker',
  '.../../outside/marker',
  '.. /outside/marker',
  'src/.. /a.ts',
  ' ../outside/marker',
  '../outside/marker ',
  // from elsewhere
  '/etc/passwd',
  '//etc/passwd',
  '/dev/zero',
  '/dev/stdin',
  '/dev/tty',
  '/proc/self/environ',
  '/proc/self/mem',
  '/proc/self/root/etc/passwd',
  '/proc/self/cwd/package.json',
  '/dev/fd/0',
  '~/.ssh/id_rsa/',
  'file:///etc/passwd',
  '//server/share/marker',
  'C:/Windows/win.ini',
  'c:marker',
  'C:\\Windows\\win.ini',
  '\\\\server\\share\\marker',
  '\\\\?\\C:\\marker',
  // backslashes
  '..\\outside\\marker',
  'src\\..\\..\\outside\\marker',
  'src\\a.ts',
  '..\\/outside/marker',
  '\\etc\\passwd',
  // what is cut off, or read differently from what it is
  'src/a.ts\0',
  '\0',
  '../outside/marker\0.ts',
  'src/a.ts\0.png',
  'src/a.ts\n',
  'src/a.ts\r',
  'src/\ta.ts',
  'src/\u001b[2Ja.ts',
  'src/\u007fa.ts',
  'src/\u0085a.ts',
  'src/\u202ea.ts',
  'src/\u202dst.a',
  'src/\u2066a.ts',
  'src/a\u200b.ts',
  'src/\ufeffa.ts',
  'src/\u00a0a.ts',
  'src/\u{e0061}a.ts',
  'src/a\u00ad.ts',
  'src/a\ufe0f.ts',
  'src/a\u2028.ts',
  'src/a\u3164.ts',
  '\u202egnp.exe',
  '\ud800',
  'src/\udc00a.ts',
  'src/ a.ts',
  'src /a.ts',
  'src/a  b.ts',
  // flags and devices
  '-rf',
  '--upload-pack=touch marker',
  '-',
  'con',
  'CON.txt',
  'src/nul',
  'src/AUX.ts',
  'lpt1',
  'COM9.log',
  'prn/a.ts',
  // the service's and git's own
  '.jerry',
  '.jerry/',
  '.jerry/history/T1.jsonl',
  '.JERRY/history/T1.jsonl',
  '.Jerry/tokens',
  '.jErRy/owner/1',
  './.jerry/tokens',
  'src/../.jerry/tokens',
  '.jerry//tokens',
  '.git',
  '.git/config',
  '.GIT/config',
  '.Git/hooks/pre-commit',
  'src/.git/config',
  'src/.gIt',
  'src/.git',
  '.git/../src/a.ts',
  'src/.git\u200b/config',
  '.g\u200cit/config',
  '.git /config',
  '.git\\config',
  // long
  'a/'.repeat(300),
  `${'../'.repeat(170)}etc/passwd`,
  'x'.repeat(513),
  `${'x'.repeat(100)}/`.repeat(100),
];

/** Legal texts: what lies there, and whether it may be seen, the disk says. */
const ODD_NAMES: readonly string[] = [
  '%2e%2e/outside/marker',
  '..%2foutside/marker',
  '%2e%2e%2foutside%2fmarker',
  '..%252foutside',
  '..%c0%af..%c0%afoutside',
  '%00',
  'src/a.ts%00.png',
  '..\u2215outside',
  '\uff0e\uff0e/outside/marker',
  '..;/outside/marker',
  '....',
  '.../marker',
  '..marker',
  '~',
  '~root/marker',
  '$HOME/marker',
  '$(touch marker)',
  '`touch marker`',
  'a;touch marker',
  'a|b',
  '*',
  '?',
  'src/*',
  '{a,b}',
  '!!',
  'a&b',
  "'",
  '"',
  '#',
  '.jerryx/tokens',
  'src/.jerry.ts',
  '.gitignore',
  '.git.ts',
  '.github/marker',
  'etc/passwd',
  'proc/self/environ',
  'x'.repeat(256),
  `${'y'.repeat(255)}/${'z'.repeat(255)}`,
  'ä'.repeat(255),
  '__proto__',
  'constructor',
  'file:',
  'http:/outside',
];

interface Link {
  readonly to: string;
  readonly target: (at: { outside: string; root: string }) => string;
  /** What is asked for, when not the link itself. */
  readonly path?: string;
}

describe('hostile paths', () => {
  let home = '';
  let root = '';
  let outside = '';
  let files: Workspace;
  let server: net.Server;

  const artifact = (path: string): Artifact => ({
    path,
    content_hash: sha(MARKER),
    artifact_type: 'source',
    size_bytes: null,
    version: 1,
    agent: 'dev-engineer',
  });
  const answersAbout = async (
    path: string,
  ): Promise<{ content_hash: string | null; size_bytes: number | null; status: ArtifactStatus }> => {
    const { content_hash, size_bytes } = await files.look(path);
    return { content_hash, size_bytes, status: await files.status(artifact(path)) };
  };
  const UNSEEN = { content_hash: null, size_bytes: null };

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'jerry-hostile-'));
    [root, outside] = [join(home, 'project'), join(home, 'outside')];
    for (const directory of ['src', '.jerry/history', '.git', 'src/.git']) mkdirSync(join(root, directory), { recursive: true });
    mkdirSync(join(outside, 'deeper'), { recursive: true });
    for (const own of ['.jerry/tokens', '.jerry/history/T1.jsonl', '.git/config', 'src/.git/config'])
      writeFileSync(join(root, own), MARKER);
    for (const far of ['marker', 'deeper/marker']) writeFileSync(join(outside, far), MARKER);
    writeFileSync(join(root, 'src/a.ts'), INSIDE);
    server = net.createServer().listen(join(root, 'socket'));
    await once(server, 'listening');
    execFileSync('mkfifo', [join(root, 'pipe')]);
    files = await openWorkspace(root);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await new Promise((closed) => server.close(closed));
    rmSync(home, { recursive: true });
  });

  /** Everything that is opened while this is done, as the kernel sees where it lies. */
  const everythingOpened = async (work: () => Promise<void>): Promise<string[]> => {
    const opened: string[] = [];
    const real = promises.open;
    jest.spyOn(promises, 'open').mockImplementation(async (path, ...rest) => {
      const file = await real(path, ...rest);
      opened.push(process.platform === 'linux' ? fs.readlinkSync(`/proc/self/fd/${file.fd}`) : String(path));
      return file;
    });
    await work();
    return opened;
  };

  it('are more than a hundred', () => expect(new Set([...NO_PATHS, ...ODD_NAMES]).size).toBeGreaterThan(100));

  it('that are no paths of a project: unseen, and nothing is opened', async () => {
    const opened = await everythingOpened(async () => {
      for (const path of NO_PATHS) expect([path, await answersAbout(path)]).toEqual([path, { ...UNSEEN, status: 'unverified' }]);
    });
    expect(opened).toEqual([]);
  });

  it('that are odd names: just not there, whatever they look like to somebody who decodes them', async () => {
    const opened = await everythingOpened(async () => {
      for (const path of ODD_NAMES) expect([path, await answersAbout(path)]).toEqual([path, { ...UNSEEN, status: 'missing' }]);
    });
    expect(opened).toEqual([]);
  });

  it('that are odd names: files like others once they are there', async () => {
    const names = ODD_NAMES.filter((name) => name.split('/').every((part) => Buffer.byteLength(part) <= 255));
    expect(names.length).toBeGreaterThan(30);
    const opened = await everythingOpened(async () => {
      for (const name of names) {
        mkdirSync(join(root, name, '..'), { recursive: true });
        if (!fs.existsSync(join(root, name))) writeFileSync(join(root, name), INSIDE);
        const isFile = fs.statSync(join(root, name)).isFile();
        expect([name, await answersAbout(name)]).toEqual([
          name,
          isFile ? { content_hash: sha(INSIDE), size_bytes: INSIDE.length, status: 'changed' } : { ...UNSEEN, status: 'changed' },
        ]);
      }
    });
    expect(opened.every((path) => path.startsWith(`${fs.realpathSync(root)}/`))).toBe(true);
  });

  const links: readonly Link[] = [
    { to: 'a file outside', target: ({ outside }) => join(outside, 'marker') },
    { to: 'a file outside, relatively', target: () => '../outside/marker' },
    { to: 'a folder outside', target: ({ outside }) => outside, path: 'link/marker' },
    { to: 'a folder outside, and deeper', target: ({ outside }) => outside, path: 'link/deeper/marker' },
    { to: 'a folder outside, itself', target: ({ outside }) => outside },
    { to: 'the folder around the project', target: () => '..', path: 'link/outside/marker' },
    { to: 'the root of all', target: () => '/', path: 'link/etc/passwd' },
    { to: 'out and in again, by a folder outside', target: ({ outside }) => join(outside, 'back'), path: 'link/../../outside/marker' },
    { to: 'a name that only begins like the project', target: ({ root }) => `${root}-other/marker` },
    { to: "the service's own", target: () => '.jerry/tokens' },
    { to: "what may be the service's own on another disk", target: () => '.JERRY/tokens' },
    { to: "the service's own folder", target: () => '.jerry', path: 'link/history/T1.jsonl' },
    { to: "git's own", target: () => '.git/config' },
    { to: "git's own folder", target: () => 'src/.git', path: 'link/config' },
    { to: 'nothing outside', target: ({ outside }) => join(outside, 'nothing') },
    { to: 'nothing in a folder outside', target: ({ outside }) => outside, path: 'link/nothing' },
    { to: 'nothing inside', target: () => 'nothing' },
    { to: 'below a file outside', target: ({ outside }) => join(outside, 'marker'), path: 'link/below' },
    { to: 'itself', target: () => 'link' },
    { to: 'endless zeros', target: () => '/dev/zero' },
    { to: 'the terminal', target: () => '/dev/tty' },
    { to: 'what is typed', target: () => '/dev/stdin' },
    { to: 'an open file', target: () => '/dev/fd/0' },
    { to: 'the environment', target: () => '/proc/self/environ' },
    { to: "this process's root", target: () => '/proc/self/root', path: 'link/etc/passwd' },
    { to: "this process's directory", target: () => '/proc/self/cwd', path: 'link/package.json' },
    { to: "this process's program", target: () => '/proc/self/exe' },
  ];

  it.each(links)('a link to $to: unseen, whether or not something is there, and not opened', async ({ target, path }) => {
    mkdirSync(`${root}-other`);
    writeFileSync(`${root}-other/marker`, MARKER);
    mkdirSync(join(root, '.JERRY'), { recursive: true });
    writeFileSync(join(root, '.JERRY/tokens'), MARKER);
    symlinkSync(target({ outside, root }), join(root, 'link'));
    const opened = await everythingOpened(async () => {
      expect(await answersAbout(path ?? 'link')).toEqual({ ...UNSEEN, status: 'unverified' });
    });
    expect(opened).toEqual([]);
  });

  it('chains of links: seen while each stays inside, unseen once the last leaves', async () => {
    for (let k = 0; k < 20; k++) symlinkSync(k === 0 ? 'src/a.ts' : `l${k - 1}`, join(root, `l${k}`));
    expect((await files.look('l19')).content_hash).toBe(sha(INSIDE));
    unlinkSync(join(root, 'l0'));
    symlinkSync('../outside/marker', join(root, 'l0'));
    expect(await answersAbout('l19')).toEqual({ ...UNSEEN, status: 'unverified' });
  });

  it("the service's own behind a link of its own", async () => {
    renameSync(join(root, '.jerry'), join(root, 'elsewhere'));
    symlinkSync('elsewhere', join(root, '.jerry'));
    files = await openWorkspace(root);
    expect(await answersAbout('elsewhere/tokens')).toEqual({ ...UNSEEN, status: 'unverified' });
  });

  it.each(['pipe', 'socket', 'src'])('%s: something is there, but no file; never waited for', async (path) => {
    const opened = await everythingOpened(async () => expect(await answersAbout(path)).toEqual({ ...UNSEEN, status: 'changed' }));
    expect(opened).toEqual([]);
  });

  it('a hard link is the file itself', async () => {
    linkSync(join(root, 'src/a.ts'), join(root, 'src/b.ts'));
    expect((await files.look('src/b.ts')).content_hash).toBe(sha(INSIDE));
  });

  describe('swapped between look and open', () => {
    const swaps: Readonly<Record<string, () => void>> = {
      'the file for a link outside': () => {
        unlinkSync(join(root, 'src/a.ts'));
        symlinkSync('../../outside/a.ts', join(root, 'src/a.ts'));
      },
      'its folder for a link outside': () => {
        renameSync(join(root, 'src'), join(root, 'was-src'));
        symlinkSync('../outside', join(root, 'src'));
      },
      'its folder moved outside, with a link to it': () => {
        renameSync(join(root, 'src'), join(home, 'moved'));
        symlinkSync('../moved', join(root, 'src'));
      },
      'the file for a pipe': () => {
        unlinkSync(join(root, 'src/a.ts'));
        renameSync(join(root, 'pipe'), join(root, 'src/a.ts'));
      },
      'the file for a link to endless zeros': () => {
        unlinkSync(join(root, 'src/a.ts'));
        symlinkSync('/dev/zero', join(root, 'src/a.ts'));
      },
    };

    it.each(Object.keys(swaps))('%s: nothing of it is read', async (swap) => {
      writeFileSync(join(outside, 'a.ts'), MARKER);
      const real = promises.open;
      const read: string[] = [];
      let swapped = false;
      jest.spyOn(promises, 'open').mockImplementation(async (...args) => {
        if (!swapped) swaps[swap]?.();
        swapped = true;
        const file = await real(...args);
        const readOn = file.read.bind(file) as (...args: unknown[]) => Promise<unknown>;
        return Object.assign(file, {
          read: async (...args: unknown[]) => {
            read.push(fs.readlinkSync(`/proc/self/fd/${file.fd}`));
            return readOn(...args);
          },
        });
      });
      expect((await files.look('src/a.ts')).content_hash).toBeNull();
      expect(swapped).toBe(true);
      expect(read).toEqual([]);
    });
  });

  describe('swapped all the time by another process', () => {
    let swapper: ChildProcess;
    afterEach(async () => {
      const gone = once(swapper, 'exit');
      swapper.kill('SIGKILL');
      await gone;
    });

    /** Puts one of two links in the place of a name, again and again, as fast as it can. */
    const swap = async (name: string, targets: readonly string[]): Promise<void> => {
      const script = `const fs = require('fs'); const [at, ...to] = process.argv.slice(1);
        for (let k = 0; ; k++) { try { fs.unlinkSync(at + '.new'); } catch {} fs.symlinkSync(to[k % to.length], at + '.new'); fs.renameSync(at + '.new', at); if (k === 9) console.log('swapping'); }`;
      swapper = spawn(process.execPath, ['-e', script, join(root, name), ...targets], { stdio: ['ignore', 'pipe', 'ignore'] });
      await once(swapper.stdout as NodeJS.ReadableStream, 'data');
    };

    it.each([
      ['a file', 'swapped.ts', ['src/a.ts', '../outside/marker'], 'swapped.ts'],
      ['a folder', 'swapped', ['src', '../outside'], 'swapped/a.ts'],
      ['a folder, and a file of the same name outside', 'swapped', ['src', '../outside/deeper'], 'swapped/a.ts'],
    ])('%s: the answer is what lies inside, or nothing', async (_what, name, targets, path) => {
      writeFileSync(join(outside, 'deeper/a.ts'), MARKER);
      await swap(name, targets);
      const answers = new Map<string | null, number>();
      for (let looks = 0; looks < 20_000 && (looks < 1_000 || answers.size < 2); looks++) {
        // The same state of a file is read once: another one for every look.
        if (looks % 2 === 0) fs.utimesSync(join(root, 'src/a.ts'), looks, looks);
        const { content_hash } = await files.look(path);
        answers.set(content_hash, (answers.get(content_hash) ?? 0) + 1);
      }
      expect(new Set(answers.keys())).toEqual(new Set([sha(INSIDE), null]));
    });
  });
});
