import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Git } from './git.js';

describe('git, asked about a project', () => {
  let root = '';
  let marks = '';
  const env = () => ({ PATH: process.env.PATH, HOME: marks });
  const put = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: marks },
      stdio: 'pipe',
    }).trim();
  const committed = (): string => {
    git('init', '-q');
    put('a.ts', 'a');
    put('sub/b.ts', 'b');
    git('add', '.');
    git('commit', '-qm', 'first');
    return git('rev-parse', 'HEAD');
  };

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'jerry-git-')));
    marks = realpathSync(mkdtempSync(join(tmpdir(), 'jerry-git-marks-')));
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
    rmSync(marks, { recursive: true, force: true });
  });

  it('says nothing where there is no repository, no program, no commit, or no directory', async () => {
    const here = new Git(root, env());
    expect([await here.files(), await here.standing()]).toEqual([null, null]);
    put('a.ts', 'a');
    git('init', '-q');
    expect([await here.files(), await here.standing()]).toEqual([['a.ts'], null]);
    const without = new Git(root, { PATH: marks });
    expect([await without.files(), await without.standing()]).toEqual([null, null]);
    expect(await new Git(join(root, 'gone'), env()).files()).toBeNull();
  });

  it('says on which commit, and whether anything differs', async () => {
    const commit = committed();
    const here = new Git(root, env());
    expect(await here.standing()).toEqual({ commit, dirty: false });
    put('a.ts', 'b');
    expect(await here.standing()).toEqual({ commit, dirty: true });
    put('a.ts', 'a');
    expect(await here.standing()).toEqual({ commit, dirty: false });
    put('new.ts', '');
    expect(await here.standing()).toEqual({ commit, dirty: true });
    git('add', '.');
    expect(await here.standing()).toEqual({ commit, dirty: true });
  });

  it('a project in a folder of a repository: what lies in the folder', async () => {
    const commit = committed();
    const below = new Git(join(root, 'sub'), env());
    put('a.ts', 'changed');
    expect([await below.files(), await below.standing()]).toEqual([['b.ts'], { commit, dirty: false }]);
    put('sub/b.ts', 'changed');
    expect(await below.standing()).toEqual({ commit, dirty: true });
  });

  it('a further working tree, and one whose head is detached', async () => {
    const commit = committed();
    git('worktree', 'add', '-q', '--detach', join(marks, 'tree'));
    const tree = new Git(join(marks, 'tree'), env());
    expect([await tree.files(), await tree.standing()]).toEqual([['a.ts', 'sub/b.ts'], { commit, dirty: false }]);
  });

  it('is led nowhere by its surroundings', async () => {
    committed();
    const elsewhere = {
      GIT_DIR: '/nowhere',
      GIT_WORK_TREE: '/',
      GIT_INDEX_FILE: '/nowhere',
      GIT_EXTERNAL_DIFF: 'x',
      GIT_TRACE: join(marks, 'trace'),
    };
    expect(await new Git(root, { ...env(), ...elsewhere }).files()).toEqual(['a.ts', 'sub/b.ts']);
    expect(existsSync(join(marks, 'trace'))).toBe(false);
  });

  it('carries out nothing that a repository says', async () => {
    const commit = committed();
    const program = (name: string): string => {
      const path = join(root, '.git', `${name}.sh`);
      writeFileSync(path, `#!/bin/sh\necho ran > ${marks}/ran-${name}\ncat\n`, { mode: 0o755 });
      return path;
    };
    for (const [key, name] of [
      ['core.fsmonitor', 'fsmonitor'],
      ['filter.evil.clean', 'clean'],
      ['filter.evil.smudge', 'smudge'],
      ['filter.a=b.process', 'process'],
      ['filter.a.b c.clean', 'dotted'],
      ['diff.evil.textconv', 'textconv'],
      ['diff.external', 'external'],
      ['core.pager', 'pager'],
      ['core.sshCommand', 'ssh'],
      ['core.alternateRefsCommand', 'refs'],
      ['gpg.program', 'gpg'],
      ['alias.status', 'alias'],
    ] as const)
      git('config', key, key === 'alias.status' ? `!${program(name)}` : program(name));
    git('config', 'filter.evil.required', 'true');
    git('config', 'filter.a=b.required', 'true');
    mkdirSync(join(root, '.git/own-hooks'));
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'pre-commit'])
      writeFileSync(join(root, '.git/own-hooks', hook), `#!/bin/sh\necho ran > ${marks}/ran-${hook}\n`, { mode: 0o755 });
    git('config', 'core.hooksPath', '.git/own-hooks');
    put('.gitattributes', '*.ts filter=evil diff=evil\nsub/*.ts filter=a=b\n');
    // The same bytes at another time: git has to compare what is in them.
    for (const path of ['a.ts', 'sub/b.ts']) utimesSync(join(root, path), 1, 1);
    const here = new Git(root, env());
    expect(await here.files()).toEqual(expect.arrayContaining(['a.ts', 'sub/b.ts', '.gitattributes']));
    expect(await here.standing()).toEqual({ commit, dirty: true });
    expect(readdirSync(marks).filter((name) => name.startsWith('ran-'))).toEqual([]);
    // It is armed: whoever asks git without care runs it.
    expect(() => git('--no-pager', 'diff', '--quiet')).toThrow();
    expect(readdirSync(marks)).toEqual(expect.arrayContaining(['ran-clean', 'ran-process']));
  });
});
