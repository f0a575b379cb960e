import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HandoffError, type TaskState } from '@app/handoff';
import { nodeFiles } from '@app/handoff/store';
import { readLog } from './independent-reader.js';
import { plainCreation, plainStep } from './support/plain-history.js';
import { openStore } from './support/scenario.js';
import { TracedFiles } from './support/traced-files.js';

const SIZE_BYTES = 1024 * 1024;
const PAGE_BYTES = 4096;

/** A small disk of its own where that is allowed; else null, and the errors are injected. */
const mountSmallDisk = (path: string): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_BYTES}`, 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('a full disk', () => {
  const root = mkdtempSync(join(tmpdir(), 'jerry-full-'));
  const disk = join(root, 'disk');
  const isReal = mountSmallDisk(disk);
  afterAll(() => {
    if (isReal) execFileSync('umount', [disk]);
    rmSync(root, { recursive: true });
  });

  const ballast = join(disk, 'ballast');
  let full = false;
  const fill = (leaveBytes: number) => {
    full = true;
    if (!isReal) return;
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes)));
  };
  const clear = () => {
    full = false;
    rmSync(ballast, { force: true });
  };

  it('refuses what does not fit, keeps what is there, goes on reading, and works again when there is space', async () => {
    const directory = join(disk, '.jerry');
    const injected = new TracedFiles(nodeFiles, directory, (_, { name, target }) => {
      if (!full || isReal || !['append', 'write'].includes(name)) return null;
      return target.startsWith('history') ? { kind: 'short', bytes: 500 } : { kind: 'error', code: 'ENOSPC' };
    });
    const store = await openStore(directory, injected.files, { log: () => undefined });
    injected.start();
    const { draft, next } = plainCreation('T1');
    let { state } = await store.append('T1', 0, draft, next);
    const write = async (text: string): Promise<string> => {
      const step = plainStep(state, text);
      try {
        ({ state } = await store.append('T1', state.version, step.draft, step.next));
        return 'accepted';
      } catch (error) {
        if (error instanceof HandoffError) return error.code;
        throw error;
      }
    };
    let refusals = 0;
    const levels = Array.from({ length: 8 }, (_, i) => i * PAGE_BYTES);
    for (const leaveBytes of levels) {
      await store.caughtUp();
      fill(leaveBytes);
      // Longer than a page, so that it cannot fit behind what is there.
      let code = 'accepted';
      for (let n = 0; n < 12 && code === 'accepted'; n++) code = await write('x'.repeat(6_000));
      expect(code).toBe('storage_full');
      refusals++;
      const head = (await store.head('T1'))?.state as TaskState;
      expect(head).toEqual(state);
      expect(readLog(directory, 'T1')).toMatchObject({ damage: null, counted: { length: state.version } });
      clear();
      expect(await write(`works again after ${leaveBytes}`)).toBe('accepted');
    }
    const verification = await store.verify('T1');
    expect(verification).toMatchObject({ ok: true, versions: state.version });
    await store.close();
    const { fragments } = readLog(directory, 'T1');
    expect(fragments).toBe(verification.fragments);
    expect(fragments).toBeGreaterThan(0);
    process.stdout.write(
      `full disk (${isReal ? 'a real one of 1 MiB' : 'injected'}): ${refusals} refusals at ${levels.length} levels, ${fragments} fragments\n`,
    );
  });
});
