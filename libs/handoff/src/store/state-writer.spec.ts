import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as soon } from 'node:timers/promises';
import { firstState, momentOf } from '../../../../test/support/sample-state.js';
import type { Fence } from './fence.js';
import type { StoreFiles } from './files.js';
import { layoutOf } from './layout.js';
import { nodeFiles } from './node-files.js';
import { StateWriter } from './state-writer.js';

/** More than any breath between two files, less than a file rests that was just written. */
const A_WHILE_MS = 50;

describe('state files while there are appends', () => {
  const directory = mkdtempSync(join(tmpdir(), 'jerry-state-writer-'));
  const layout = layoutOf(directory);
  const versions = new Map<string, number>();
  let isBusy = true;
  /** How often the writer has turned to a task. */
  let turned = 0;

  const fence = { generation: 1, hasFallen: false, look: () => undefined } as unknown as Fence;
  /** The files that are being made, by task and by number. */
  const open = new Map<number, string>();
  let mostOpen = 0;
  let twiceOpen = 0;
  const files: StoreFiles = {
    ...nodeFiles,
    open: (path, flags, mode, done) =>
      nodeFiles.open(path, flags, mode, (error, fd) => {
        open.set(fd, path);
        mostOpen = Math.max(mostOpen, open.size);
        done(error, fd);
      }),
    write: (fd, bytes, done) => {
      const [, task = ''] = /"task_id": "(\w+)"/.exec(bytes.toString()) ?? [];
      if ([...open.values()].includes(task)) twiceOpen++;
      open.set(fd, task);
      nodeFiles.write(fd, bytes, done);
    },
    close: (fd, done) => {
      open.delete(fd);
      nodeFiles.close(fd, done);
    },
  };
  const writer = new StateWriter({
    files,
    layout,
    fence,
    log: (_level, message) => expect(message).toBe(''),
    renderSummary: () => '',
    headOf: async (taskId) => {
      turned++;
      const version = versions.get(taskId) ?? 0;
      return { version, hash: 'f'.repeat(64), log_bytes: version, state: firstState(taskId, momentOf(1), { version }) };
    },
    isBusy: () => isBusy,
    retryMs: 1,
  });

  const change = (taskId: string): number => {
    const version = (versions.get(taskId) ?? 0) + 1;
    versions.set(taskId, version);
    writer.changed(taskId);
    return version;
  };
  const shown = (taskId: string): number => JSON.parse(readFileSync(layout.stateFile(taskId), 'utf8')).version;
  /** Lets everything happen that does not wait for the clock. */
  const settle = async () => {
    for (let n = 0; n < 200; n++) await soon();
  };

  beforeAll(() => mkdirSync(layout.state, { recursive: true }));
  afterAll(() => rmSync(directory, { recursive: true }));

  beforeEach(async () => {
    isBusy = false;
    change('A');
    await writer.flush();
    isBusy = true;
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance', 'nextTick', 'queueMicrotask', 'Date'] });
  });

  afterEach(async () => {
    jest.useRealTimers();
    await writer.flush();
  });

  /** The file was just written, and the task has moved on since: to the version this gives. */
  const moveOnWhileResting = async (): Promise<number> => {
    const written = change('A');
    await writer.published('A', written);
    const newer = change('A');
    const before = turned;
    // A breath, which it always takes, and then some of its rest.
    for (let n = 0; n < 2; n++) {
      await settle();
      jest.advanceTimersByTime(A_WHILE_MS);
    }
    await settle();
    expect({ turned, shown: shown('A') }).toEqual({ turned: before, shown: written });
    return newer;
  };

  it('rest when they were just written, and follow by and by', async () => {
    const newer = await moveOnWhileResting();
    jest.advanceTimersByTime(2 * A_WHILE_MS);
    await writer.published('A', newer);
    expect(shown('A')).toBe(newer);
  });

  it('do not rest while somebody waits for them', async () => {
    const newer = await moveOnWhileResting();
    await writer.published('A', newer);
    expect(shown('A')).toBe(newer);
  });

  it('are made side by side when all must be written, those of one task one after the other', async () => {
    jest.useRealTimers();
    mostOpen = 0;
    const tasks = Array.from({ length: 12 }, (_, n) => `T${n}`);
    const newest = tasks.map(change);
    const flushed = writer.flush();
    await soon();
    for (const task of tasks.slice(0, 4)) newest[tasks.indexOf(task)] = change(task);
    await flushed;
    expect(tasks.map(shown)).toEqual(newest);
    expect(mostOpen).toBeGreaterThan(1);
    expect(twiceOpen).toBe(0);
  });

  it('do not rest when all must be written', async () => {
    const newer = await moveOnWhileResting();
    await writer.flush();
    expect(shown('A')).toBe(newer);
  });
});
