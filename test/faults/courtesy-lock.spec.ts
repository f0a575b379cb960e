import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreStartError } from '@app/handoff/store';
import { Child } from './support/child.js';
import { openStore } from './support/scenario.js';
import { Writer } from './support/writer.js';

describe('the courtesy lock', () => {
  const root = mkdtempSync(join(tmpdir(), 'jerry-lock-'));
  afterAll(async () => {
    await Child.endAll();
    rmSync(root, { recursive: true });
  });

  const writerAt = async (directory: string): Promise<{ writer: Writer; pid: number }> => {
    const writer = new Writer({ directory, name: 'holder', writes: ['T1'], reads: [], fault: null });
    await writer.until(() => writer.facts > 0);
    return { writer, pid: JSON.parse(readFileSync(join(directory, 'writer.json'), 'utf8')).pid };
  };

  const refusalOf = async (directory: string, patienceMs: number): Promise<{ sentence: string; heard: string[]; waitedMs: number }> => {
    const heard: string[] = [];
    const begun = performance.now();
    try {
      await openStore(directory, undefined, { patienceMs, log: (_, message) => heard.push(message) });
    } catch (error) {
      if (error instanceof StoreStartError && error.reason === 'directory_in_use')
        return { sentence: error.message, heard, waitedMs: performance.now() - begun };
      throw error;
    }
    throw new Error('it was let in');
  };

  it('keeps a second process out, names the holder, and says so from the first moment', async () => {
    const directory = join(root, 'two');
    const { writer, pid } = await writerAt(directory);
    const { sentence, heard, waitedMs } = await refusalOf(directory, 700);
    expect(sentence).toMatch(new RegExp(`is in use by process ${pid} on ${hostname()} .*; stop it first`));
    expect(sentence.split('. ')).toHaveLength(1);
    expect(heard[0]).toContain(`process ${pid}`);
    expect(waitedMs).toBeGreaterThanOrEqual(700);
    writer.signal('SIGTERM');
    await writer.end();
    expect(writer.why).toBe('stopped');
    expect(existsSync(join(directory, 'writer.lock'))).toBe(false);
    const store = await openStore(directory, undefined, { patienceMs: 0 });
    await store.close();
  });

  it('is free at once when its holder was killed', async () => {
    const directory = join(root, 'killed');
    const { writer } = await writerAt(directory);
    writer.signal('SIGKILL');
    await writer.end();
    expect(existsSync(join(directory, 'writer.lock'))).toBe(true);
    const begun = performance.now();
    const store = await openStore(directory, undefined, { patienceMs: 0 });
    expect(performance.now() - begun).toBeLessThan(1_500);
    await store.close();
  });

  it('lets a start in that waits until the holder has ended', async () => {
    const directory = join(root, 'patient');
    const { writer } = await writerAt(directory);
    let waiting: () => void = () => undefined;
    const isWaiting = new Promise<void>((resolve) => {
      waiting = resolve;
    });
    const opening = openStore(directory, undefined, { log: () => waiting() });
    await isWaiting;
    writer.signal('SIGTERM');
    const store = await opening;
    await store.close();
  });

  it('of a process on another host is left to grow stale', async () => {
    const directory = join(root, 'elsewhere');
    const first = await openStore(directory);
    const holder = join(directory, 'writer.json');
    writeFileSync(
      holder,
      readFileSync(holder, 'utf8')
        .replace(/"host":"[^"]*"/, '"host":"elsewhere"')
        .replace(/pid":\d+/g, 'pid":1'),
    );
    const { sentence } = await refusalOf(directory, 100);
    expect(sentence).toContain('process 1 on elsewhere');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(join(directory, 'writer.lock'), longAgo, longAgo);
    const second = await openStore(directory, undefined, { patienceMs: 0 });
    await expect(first.head('T1')).rejects.toMatchObject({ code: 'outcome_unknown' });
    await first.close();
    expect(existsSync(join(directory, 'writer.lock'))).toBe(true);
    await second.close();
    expect(existsSync(join(directory, 'writer.lock'))).toBe(false);
  });

  it('is left alone by a process that was fenced, also when it exits', async () => {
    const directory = join(root, 'fenced');
    const { writer } = await writerAt(directory);
    rmSync(join(directory, 'writer.lock'), { recursive: true });
    const store = await openStore(directory, undefined, { patienceMs: 0 });
    await writer.end();
    expect(writer.why).toBe('outcome_unknown');
    expect(existsSync(join(directory, 'writer.lock'))).toBe(true);
    expect((await store.head('T1'))?.state.version).toBeGreaterThan(0);
    await store.close();
  });
});
