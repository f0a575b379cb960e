import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openWorkspace } from './open-workspace.js';
import type { Workspace } from './workspace.js';

/** What an agent without hands of its own gets to read. */
describe('to an agent that asks', () => {
  let directory = '';
  let root = '';
  let files: Workspace;
  beforeEach(async () => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'jerry-reading-')));
    root = join(directory, 'project');
    mkdirSync(root);
    put('../outside/secret', 'not for you');
    files = await openWorkspace(root);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(directory, { recursive: true });
  });
  const put = (path: string, data: string | Buffer = 'text'): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), data);
  };
  const text = async (path: string, maxBytes = 1_000) => (await files.readText(path, maxBytes))?.text;

  describe('a text', () => {
    it('is given whole, or its beginning, no character of it broken', async () => {
      put('src/a.ts', 'aé漢👩');
      expect(await files.readText('src/a.ts', 10)).toEqual({ text: 'aé漢👩', truncated: false });
      const beginnings = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((bytes) => files.readText('src/a.ts', bytes)));
      expect(beginnings.map((read) => read?.text)).toEqual(['', 'a', 'a', 'aé', 'aé', 'aé', 'aé漢', 'aé漢', 'aé漢', 'aé漢']);
      expect(beginnings.every((read) => read?.truncated)).toBe(true);
      put('empty', '');
      expect(await files.readText('empty', 10)).toEqual({ text: '', truncated: false });
    });

    it.each([
      ['nothing', 'src/none.ts'],
      ['a folder', 'src'],
      ['what is no text', 'picture.png'],
      ["the service's own", '.jerry/tokens/t1'],
      ["git's own", '.git/config'],
      ['what lies outside', '../outside/secret'],
      ['what a link leads to outside', 'leads-out'],
      ['what lies behind a folder that leads outside', 'leads-out-too/secret'],
    ])('is not made of %s', async (_what, path) => {
      put('src/a.ts');
      put('picture.png', Buffer.from([0x89, 0x50, 0x00, 0x47]));
      put('.jerry/tokens/t1');
      put('.git/config');
      symlinkSync('../outside/secret', join(root, 'leads-out'));
      symlinkSync('../outside', join(root, 'leads-out-too'));
      expect(await files.readText(path, 1_000)).toBeNull();
    });

    it('is that of the file a link leads to inside', async () => {
      put('src/a.ts', 'one');
      symlinkSync('src/a.ts', join(root, 'link'));
      expect(await text('link')).toBe('one');
    });

    /** Does something between the look at a path and the opening of what is there. */
    const meanwhile = (doing: () => void): void => {
      const { open } = promises;
      jest.spyOn(promises, 'open').mockImplementationOnce(async (...given) => {
        doing();
        return open(...given);
      });
    };

    it.each<[string, () => void]>([
      ['is another one by then', () => put('src/a.ts', randomUUID())],
      ['is gone by then', () => rmSync(join(root, 'src/a.ts'))],
      ['is shorter by then', () => truncateSync(join(root, 'src/a.ts'), 1)],
      [
        'lies behind a link by then',
        () => {
          renameSync(join(root, 'src'), join(directory, 'outside/src'));
          symlinkSync('../outside/src', join(root, 'src'));
        },
      ],
    ])('of a file that %s is not given', async (_what, doing) => {
      put('src/a.ts', 'one');
      meanwhile(doing);
      expect(await files.readText('src/a.ts', 1_000)).toBeNull();
    });
  });

  describe('a list', () => {
    it('has the files of a project by name, folder after folder, but not what tools keep', async () => {
      for (const path of ['z.md', 'src/b.ts', 'src/a.ts', 'src/deep/c.ts', 'a.md']) put(path);
      for (const path of ['node_modules/x/index.js', '.git/config', '.jerry/config.json', 'src/node_modules/y.js']) put(path);
      expect(await files.listFiles(null, 100)).toEqual(['a.md', 'z.md', 'src/a.ts', 'src/b.ts', 'src/deep/c.ts']);
      expect(await files.listFiles('src', 100)).toEqual(['src/a.ts', 'src/b.ts', 'src/deep/c.ts']);
      expect(await files.listFiles('node_modules', 100)).toEqual(['node_modules/x/index.js']);
      expect(await files.listFiles(null, 3)).toEqual(['a.md', 'z.md', 'src/a.ts']);
    });

    it('follows no link, and has no name that could not be asked for', async () => {
      put('src/a.ts');
      put('src/odd\nname');
      symlinkSync('.', join(root, 'src/circle'));
      symlinkSync('../../outside', join(root, 'src/out'));
      symlinkSync('a.ts', join(root, 'src/link.ts'));
      expect(await files.listFiles(null, 100)).toEqual(['src/a.ts']);
    });

    it.each(['none', 'src/a.ts', '..', '../outside', '/etc', '.jerry', '.git', 'leads-out'])('of %s is empty', async (folder) => {
      for (const path of ['src/a.ts', '.jerry/config.json', '.git/config']) put(path);
      symlinkSync('../outside', join(root, 'leads-out'));
      expect(await files.listFiles(folder, 100)).toEqual([]);
    });
  });
});
