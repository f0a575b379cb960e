import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openWorkspace } from '../open-workspace.js';
import type { Workspace } from '../workspace.js';
import { CannotCover } from './cannot-cover.error.js';
import { CoveredFiles } from './covered-files.js';

describe('what a check covers', () => {
  let outer = '';
  let root = '';
  let workspace: Workspace;
  let now = Date.now();
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd: root });
  const listed = async (...patterns: string[]) => new CoveredFiles(root, workspace.git).list(patterns);
  const hash = async (...patterns: string[]) => (await workspace.tree.look(patterns)).hash;
  /** Whether doing it makes another tree. */
  const changes = async (doing: () => void, ...patterns: string[]): Promise<boolean> => {
    const before = await hash(...patterns);
    doing();
    return (await hash(...patterns)) !== before;
  };

  beforeEach(async () => {
    outer = realpathSync(mkdtempSync(join(tmpdir(), 'jerry-tree-')));
    root = join(outer, 'project');
    mkdirSync(root);
    now = Date.now() + 60_000;
    workspace = await openWorkspace(root, { maxBytes: 1_000_000, now: () => now, env: { PATH: process.env.PATH, HOME: outer } });
    for (const path of [
      'a.ts',
      'src/b.ts',
      'src/deep/c.ts',
      '.env',
      '.jerry/state/T1.json',
      '.git-not/x',
      '.cache/d',
      'node_modules/e/f.js',
      'dist/g.js',
    ])
      put(path, path);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(outer, { recursive: true, force: true });
  });

  describe('without git', () => {
    it('is everything but what tools keep for themselves', async () => {
      expect(await listed('**')).toEqual(['.env', 'a.ts', 'dist/g.js', 'src/b.ts', 'src/deep/c.ts']);
      expect(await listed('src/**', '*.ts')).toEqual(['a.ts', 'src/b.ts', 'src/deep/c.ts']);
      expect(await listed('nothing/**', 'a.ts/b', 'a.ts')).toEqual(['a.ts']);
    });

    it('is also what tools keep, where a pattern begins with it, and never what is the service’s or git’s own', async () => {
      put('.git/config', 'x');
      expect(await listed('.cache/**', 'node_modules/e/*')).toEqual(['.cache/d', 'node_modules/e/f.js']);
      expect(await listed('.jerry/**', '.JERRY/**', '.git/**', 'src/.git/config')).toEqual([]);
    });

    it('another tree when a byte, a name, a file or the right to run one changes, and the same one else', async () => {
      expect(await changes(() => undefined, '**')).toBe(false);
      expect(await changes(() => put('a.ts', 'a.tz'), '**')).toBe(true);
      expect(await changes(() => put('a.ts', 'a.ts'), '**')).toBe(true);
      expect(await changes(() => put('a.ts', 'a.ts'), '**')).toBe(false);
      expect(await changes(() => renameSync(join(root, 'a.ts'), join(root, 'z.ts')), '**')).toBe(true);
      expect(await changes(() => put('new.ts', ''), '**')).toBe(true);
      expect(await changes(() => rmSync(join(root, 'new.ts')), '**')).toBe(true);
      expect(await changes(() => chmodSync(join(root, 'z.ts'), 0o755), '**')).toBe(true);
      expect(await changes(() => put('dist/g.js', 'other'), 'src/**')).toBe(false);
      expect(await changes(() => mkdirSync(join(root, 'src/empty')), '**')).toBe(false);
    });

    it('a link is what it says, and what it leads to is not looked at', async () => {
      mkdirSync(join(outer, 'outside'));
      writeFileSync(join(outer, 'outside/secret.ts'), 'secret');
      symlinkSync('../outside', join(root, 'lib'));
      symlinkSync('../../outside/secret.ts', join(root, 'src/link.ts'));
      expect(await listed('**/*link.ts', 'lib', 'lib/**')).toEqual(['lib', 'src/link.ts']);
      expect(await listed('lib/secret.ts')).toEqual([]);
      const open = jest.spyOn(promises, 'open');
      expect(await changes(() => writeFileSync(join(outer, 'outside/secret.ts'), 'other'), 'lib', 'lib/**', 'src/link.ts')).toBe(false);
      expect(open).not.toHaveBeenCalled();
      const elsewhere = () => {
        rmSync(join(root, 'src/link.ts'));
        symlinkSync('../a.ts', join(root, 'src/link.ts'));
      };
      expect(await changes(elsewhere, 'src/**')).toBe(true);
    });

    it('what is too large to be read still changes when it is written', async () => {
      put('big.bin', '');
      truncateSync(join(root, 'big.bin'), 1_000_001);
      expect(await changes(() => undefined, 'big.bin')).toBe(false);
      expect(await changes(() => truncateSync(join(root, 'big.bin'), 1_000_002), 'big.bin')).toBe(true);
    });

    it('reads a file once, and again only when it has changed', async () => {
      await hash('**');
      const open = jest.spyOn(promises, 'open');
      await hash('**');
      expect(open).toHaveBeenCalledTimes(0);
      put('a.ts', 'changed');
      await hash('**');
      expect(open).toHaveBeenCalledTimes(1);
    });

    it('is refused with what to do when it is more than can be looked at each time, or has a name that no text can hold', async () => {
      const few = new CoveredFiles(root, workspace.git, 3);
      await expect(few.list(['**'])).rejects.toThrow('More than 3 files are covered; name fewer in `covers`.');
      expect(await few.list(['src/**'])).toHaveLength(2);
      writeFileSync(Buffer.concat([Buffer.from(`${root}/src/`), Buffer.from([0xff, 0x2e, 0x74, 0x73])]), 'x');
      await expect(hash('src/**')).rejects.toThrow(CannotCover);
    });

    it('a folder that this user may not read holds nothing that can be told', async () => {
      chmodSync(join(root, 'src'), 0);
      try {
        expect((await listed('**')).includes('a.ts')).toBe(true);
      } finally {
        chmodSync(join(root, 'src'), 0o755);
      }
    });
  });

  describe('with git', () => {
    beforeEach(() => {
      git('init', '-q');
      put('.gitignore', 'dist/\n*.log\n');
      git('add', 'a.ts', '.gitignore', 'src/b.ts');
    });

    it('is what git knows or would add', async () => {
      put('src/x.log', '');
      expect(await listed('**')).toEqual([
        '.cache/d',
        '.env',
        '.git-not/x',
        '.gitignore',
        'a.ts',
        'node_modules/e/f.js',
        'src/b.ts',
        'src/deep/c.ts',
      ]);
      expect(await listed('src/**')).toEqual(['src/b.ts', 'src/deep/c.ts']);
    });

    it('is found among all files when git knows of nothing that fits', async () => {
      expect(await listed('dist/**', 'src/*.ts')).toEqual(['dist/g.js', 'src/b.ts']);
      expect(await changes(() => put('dist/g.js', 'built again'), 'dist/**')).toBe(true);
    });

    it('another tree when what git knows is deleted', async () => {
      expect(await changes(() => rmSync(join(root, 'a.ts')), '**')).toBe(true);
      expect(await listed('*.ts')).toEqual(['a.ts']);
      expect((await workspace.tree.look(['*.ts'])).files).toBe(0);
    });

    it('does not look outside when a folder that git knows has become a link', async () => {
      mkdirSync(join(outer, 'outside'));
      writeFileSync(join(outer, 'outside/b.ts'), 'src/b.ts');
      const before = await hash('src/b.ts');
      rmSync(join(root, 'src'), { recursive: true });
      symlinkSync('../outside', join(root, 'src'));
      expect(await hash('src/b.ts')).not.toBe(before);
    });

    it('other repositories within are a place, not files', async () => {
      mkdirSync(join(root, 'inner'));
      execFileSync('git', ['init', '-q'], { cwd: join(root, 'inner') });
      put('inner/x.ts', 'x');
      expect(await listed('inner/**')).toEqual(['inner/']);
      expect(await changes(() => put('inner/x.ts', 'y'), '**')).toBe(false);
    });

    it('lets others have their turn while it chooses among many', async () => {
      const known = Array.from({ length: 2_000 }, (_, k) => `f${k}.ts`);
      const many = new CoveredFiles(root, { files: async () => known });
      let turns = 0;
      const turn = () => {
        turns++;
        waiting = setImmediate(turn);
      };
      let waiting = setImmediate(turn);
      expect(await many.list(['**'])).toHaveLength(2_000);
      clearImmediate(waiting);
      expect(turns).toBeGreaterThan(2);
      const hostile = new CoveredFiles(root, { files: async () => ['../x', '/etc/passwd', '.jerry/x', 'a/.GIT/x', 'ok'] });
      expect(await hostile.list(['**'])).toEqual(['ok']);
    });
  });

  it('of 5,000 files takes moments, once they were read', async () => {
    for (let k = 0; k < 5_000; k++) put(`many/${k % 50}/${k}.ts`, String(k));
    await hash('**');
    const started = performance.now();
    await hash('**');
    process.stdout.write(`5,000 known files looked at in ${Math.round(performance.now() - started)} ms\n`);
  });
});
