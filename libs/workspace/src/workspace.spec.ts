import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Artifact } from '@app/handoff';
import { identityOf } from './file-identity.js';
import { hashFile } from './hash-file.js';
import { openWorkspace } from './open-workspace.js';
import type { Workspace } from './workspace.js';

const sha = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const recorded = (path: string, content_hash: string | null): Artifact => ({
  path,
  content_hash,
  artifact_type: 'source',
  size_bytes: null,
  version: 1,
  agent: 'dev-engineer',
});

describe("a project's files", () => {
  let root = '';
  let files: Workspace;
  let now = Date.now();
  const put = (path: string, data: string | Buffer): string => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), data);
    return sha(data);
  };
  /** How often a file was opened for reading while this was done. */
  const opened = async (work: () => Promise<unknown>): Promise<number> => {
    const open = jest.spyOn(promises, 'open');
    try {
      await work();
      return open.mock.calls.length;
    } finally {
      open.mockRestore();
    }
  };
  /** Does something once a file is open, or once its first bytes were read; every time, or once. */
  const meanwhile = (moment: 'opened' | 'read', doing: () => void, always = false): void => {
    let done = false;
    const once = () => {
      if (!done || always) doing();
      done = true;
    };
    const real = promises.open;
    jest.spyOn(promises, 'open').mockImplementation(async (...args) => {
      const file = await real(...args);
      if (moment === 'opened') once();
      const read = file.read.bind(file) as (...args: unknown[]) => Promise<unknown>;
      const readAndDo = async (...args: unknown[]) => {
        const result = await read(...args);
        if (moment === 'read') once();
        return result;
      };
      return Object.assign(file, { read: readAndDo });
    });
  };

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'jerry-workspace-'));
    now = Date.now() + 60_000;
    files = await openWorkspace(root, { maxBytes: 1_000_000, now: () => now });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(root, { recursive: true });
  });

  it.each([0, 1, 262_143, 262_144, 262_145, 1_000_000])('of %d bytes: type, hash and size', async (size) => {
    const hash = put('src/a.spec.ts', randomBytes(size));
    expect(await files.look('src/a.spec.ts')).toEqual({ artifact_type: 'test', content_hash: hash, size_bytes: size });
  });

  it('too large to be read: the size, no hash, and unverified whatever was recorded', async () => {
    put('big.bin', '');
    truncateSync(join(root, 'big.bin'), 1_000_001);
    expect(
      await opened(async () => {
        expect(await files.look('big.bin')).toEqual({ artifact_type: 'source', content_hash: null, size_bytes: 1_000_001 });
        expect(await files.status(recorded('big.bin', sha('')))).toBe('unverified');
      }),
    ).toBe(0);
  });

  it('against what was recorded', async () => {
    const hash = put('src/a.ts', 'a');
    mkdirSync(join(root, 'src/dir'));
    expect(await files.status(recorded('src/a.ts', hash))).toBe('verified');
    expect(await files.status(recorded('src/a.ts', sha('b')))).toBe('changed');
    expect(await files.status(recorded('src/a.ts', null))).toBe('unverified');
    for (const gone of ['src/b.ts', 'none/b.ts', 'src/a.ts/b.ts', 'x'.repeat(400)]) {
      expect(await files.status(recorded(gone, hash))).toBe('missing');
      expect(await files.status(recorded(gone, null))).toBe('unverified');
    }
    expect(await files.status(recorded('src/dir', hash))).toBe('changed');
    expect(await files.status(recorded('src/dir', null))).toBe('unverified');
  });

  it('follows links that stay inside', async () => {
    const hash = put('src/real/a.ts', 'a');
    symlinkSync('real', join(root, 'src/by-folder'));
    symlinkSync('by-folder/a.ts', join(root, 'src/by-file.ts'));
    symlinkSync(join(root, 'src/real/a.ts'), join(root, 'by-its-whole-name.ts'));
    for (const path of ['src/by-folder/a.ts', 'src/by-file.ts', 'by-its-whole-name.ts'])
      expect([path, (await files.look(path)).content_hash]).toEqual([path, hash]);
  });

  it('sees the project through a link to it', async () => {
    const hash = put('a.ts', 'a');
    symlinkSync(root, `${root}-link`);
    try {
      expect((await (await openWorkspace(`${root}-link`)).look('a.ts')).content_hash).toBe(hash);
    } finally {
      rmSync(`${root}-link`);
    }
  });

  it('that this user may not read are unseen, not an error', async () => {
    const hash = put('secret/a.ts', 'a');
    put('b.ts', 'b');
    chmodSync(join(root, 'b.ts'), 0);
    chmodSync(join(root, 'secret'), 0);
    chmodSync(root, 0o755);
    const [isRoot, user] = [process.geteuid?.() === 0, 65_534];
    try {
      if (isRoot) process.seteuid?.(user);
      for (const path of ['secret/a.ts', 'b.ts']) {
        expect([path, (await files.look(path)).content_hash]).toEqual([path, null]);
        expect([path, await files.status(recorded(path, hash))]).toEqual([path, 'unverified']);
      }
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(join(root, 'secret'), 0o700);
    }
    expect(await files.status(recorded('secret/a.ts', hash))).toBe('verified');
  });

  it('are read once while they stay as they are, also by many who ask at once', async () => {
    const paths = Array.from({ length: 200 }, (_, k) => `src/${k % 100}.ts`);
    const hashes = paths.map((path) => put(path, path));
    const lookAll = async () => Promise.all(paths.map(async (path) => (await files.look(path)).content_hash));
    expect(await opened(async () => expect(await lookAll()).toEqual(hashes))).toBe(100);
    expect(await opened(async () => expect(await lookAll()).toEqual(hashes))).toBe(0);
    expect(await opened(async () => expect(await files.status(recorded('src/7.ts', sha('src/7.ts')))).toBe('verified'))).toBe(0);
  });

  it('are read by one for all who ask meanwhile', async () => {
    const hash = put('a.ts', 'a');
    const real = { open: promises.open, lstat: promises.lstat };
    let located = 0;
    let allLocated: () => void = () => undefined;
    const wait = new Promise<void>((go) => {
      allLocated = go;
    });
    jest.spyOn(promises, 'lstat').mockImplementation(async (...args) => {
      const stats = await real.lstat(...args);
      if (++located === 10) setImmediate(allLocated);
      return stats;
    });
    const open = jest.spyOn(promises, 'open').mockImplementation(async (...args) => {
      await wait;
      return real.open(...args);
    });
    const looks = await Promise.all(Array.from({ length: 10 }, () => files.look('a.ts')));
    expect(looks.map(({ content_hash }) => content_hash)).toEqual(Array(10).fill(hash));
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('are read again after any change, one that hides its time and size too', async () => {
    const putAsOld = (path: string, data: string) => {
      put(path, data);
      utimesSync(join(root, path), 1, 1);
    };
    putAsOld('a.ts', 'one');
    await files.look('a.ts');
    const { ctimeNs } = statSync(join(root, 'a.ts'), { bigint: true });
    do putAsOld('a.ts', 'two');
    while (statSync(join(root, 'a.ts'), { bigint: true }).ctimeNs === ctimeNs); // the clock has to tick
    expect((await files.look('a.ts')).content_hash).toBe(sha('two'));
    putAsOld('b.ts', 'six');
    renameSync(join(root, 'b.ts'), join(root, 'a.ts'));
    expect((await files.look('a.ts')).content_hash).toBe(sha('six'));
  });

  it('changed a moment ago are read each time: within one tick of the clock a second change would not show', async () => {
    now = Date.now();
    const hash = put('a.ts', 'a');
    await files.look('a.ts');
    expect(await opened(async () => expect((await files.look('a.ts')).content_hash).toBe(hash))).toBe(1);
    now += 60_000;
    await files.look('a.ts');
    expect(await opened(() => files.look('a.ts'))).toBe(0);
  });

  it('keeps no more than two open', async () => {
    const paths = Array.from({ length: 40 }, (_, k) => `${k}.ts`);
    for (const path of paths) put(path, randomBytes(300_000));
    let [openNow, most] = [0, 0];
    const real = promises.open;
    jest.spyOn(promises, 'open').mockImplementation(async (...args) => {
      const file = await real(...args);
      most = Math.max(most, ++openNow);
      const close = file.close.bind(file);
      file.close = async () => {
        openNow--;
        await close();
      };
      return file;
    });
    await Promise.all(paths.map((path) => files.look(path)));
    expect([most, openNow]).toEqual([2, 0]);
  });

  const MOMENTS = ['opened', 'read'] as const;
  const CHANGES: Readonly<Record<string, (path: string) => void>> = {
    'written to': (path) => writeFileSync(path, 'other'),
    grown: (path) => appendFileSync(path, ', longer'),
    replaced: (path) => {
      writeFileSync(`${path}.new`, 'other');
      renameSync(`${path}.new`, path);
    },
    removed: (path) => rmSync(path),
    'in another folder': (path) => {
      cpSync(dirname(path), `${dirname(path)}.new`, { recursive: true });
      renameSync(dirname(path), `${dirname(path)}.old`);
      renameSync(`${dirname(path)}.new`, dirname(path));
      writeFileSync(path, 'other');
    },
  };
  const cases = MOMENTS.flatMap((moment) => Object.keys(CHANGES).map((how) => [how, moment] as const));

  it.each(cases)('%s once they are %s: what is said is what is there afterwards', async (how, moment) => {
    const before = put('src/a.ts', 'first');
    // The clock of the file system ticks every few milliseconds; until then it would be the same file.
    utimesSync(join(root, 'src/a.ts'), 1, 1);
    meanwhile(moment, () => CHANGES[how]?.(join(root, 'src/a.ts')));
    const { content_hash, size_bytes } = await files.look('src/a.ts');
    const left = how === 'removed' ? null : readFileSync(join(root, 'src/a.ts'));
    expect([content_hash, size_bytes]).toEqual(left === null ? [null, null] : [sha(left), left.length]);
    expect(await files.status(recorded('src/a.ts', before))).toBe(how === 'removed' ? 'missing' : 'changed');
  });

  it('changed while they are read, have no hash', async () => {
    put('a.ts', 'first');
    utimesSync(join(root, 'a.ts'), 1, 1);
    const meant = identityOf(statSync(join(root, 'a.ts'), { bigint: true }));
    const realPath = realpathSync(join(root, 'a.ts'));
    expect(await hashFile(realPath, meant)).toBe(sha('first'));
    meanwhile('read', () => writeFileSync(realPath, 'other'));
    expect(await hashFile(realPath, meant)).toBeNull();
  });

  it.each(MOMENTS)('changed whenever they are %s, are unverified and not read without end', async (moment) => {
    const hash = put('log.txt', 'a');
    meanwhile(moment, () => appendFileSync(join(root, 'log.txt'), 'more'), true);
    expect(await files.status(recorded('log.txt', hash))).toBe('unverified');
    expect((await files.look('log.txt')).content_hash).toBeNull();
  });
});
