import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFiles } from '@app/handoff/store';
import { furnish, openStore, plan, type Scenario } from './support/scenario.js';
import { TracedFiles } from './support/traced-files.js';

const LOOK = ['statSync owner/1', 'statSync owner/2'];
const LATER = ['open state/.tmp', 'write state/.tmp', 'close state/.tmp', ...LOOK, 'rename state/.tmp'];

describe('the order of calls', () => {
  const root = mkdtempSync(join(tmpdir(), 'jerry-trace-'));
  afterAll(() => rmSync(root, { recursive: true }));

  const trace = async (scenario: Exclude<Scenario, 'open'>): Promise<{ before: string[]; after: string[] }> => {
    const directory = join(root, scenario);
    const traced = new TracedFiles(nodeFiles, directory);
    const store = await openStore(directory, traced.files);
    await furnish(store);
    await store.caughtUp();
    let acknowledgedAt = -1;
    const { run } = await plan(store, scenario, () => {
      acknowledgedAt = traced.calls.length;
    });
    traced.start();
    await run();
    const lines = traced.calls.map(({ name, target }) => `${name} ${target}`);
    traced.stop();
    await store.close();
    return { before: lines.slice(0, acknowledgedAt), after: lines.slice(acknowledgedAt) };
  };

  it('of an append: look, one write, sync, whose bytes are these, look, and only then the acknowledgement', async () => {
    const { before, after } = await trace('append');
    const log = 'history/T1.jsonl';
    expect(before).toEqual([...LOOK, `append ${log}`, `fdatasync ${log}`, `fstatSync ${log}`, ...LOOK]);
    expect(after).toEqual(LATER);
  });

  it('of a creation: also the directory, so that the name is as durable as the line', async () => {
    const { before, after } = await trace('create');
    const log = 'history/T3.jsonl';
    const write = [`append ${log}`, `fdatasync ${log}`, 'fsync history', `fstatSync ${log}`];
    expect(before).toEqual([`openSync ${log}`, `fstatSync ${log}`, ...LOOK, ...write, ...LOOK]);
    expect(after).toEqual(LATER);
  });

  it('of a fork: whole and synced under another name, then linked, then the directory', async () => {
    const { before, after } = await trace('fork');
    const read = ['openSync history/T1.jsonl', 'read history/T1.jsonl', 'closeSync history/T1.jsonl'];
    const made = ['openSync history/.tmp', 'write history/.tmp', 'fsync history/.tmp', 'closeSync history/.tmp'];
    const named = ['linkSync history/.tmp', 'unlinkSync history/.tmp', 'fsync history'];
    expect(before).toEqual([...read, ...made, ...LOOK, ...named, ...LOOK]);
    expect(after).toEqual(LATER);
  });

  it('of a start: the owner file and its directories are durable before any log is read', async () => {
    const directory = join(root, 'start');
    const first = await openStore(directory);
    await furnish(first);
    await first.close();
    const traced = new TracedFiles(nodeFiles, directory);
    traced.start();
    const store = await openStore(directory, traced.files);
    const lines = traced.calls.map(({ name, target }) => `${name} ${target}`);
    traced.stop();
    await store.close();
    const taken = lines.indexOf('openSync owner/2');
    const firstLog = lines.findIndex((line) => line.includes('history/T'));
    const between = lines.slice(taken, firstLog);
    for (const sync of ['fsync owner/2', 'fsync owner', 'fsync history']) expect(between).toContain(sync);
    expect(lines.filter((line) => line.startsWith('fdatasync'))).toEqual([]);
  });

  it('of a start after a crash: a log whose end nobody vouches for is synced before it is read', async () => {
    const directory = join(root, 'crash');
    const first = await openStore(directory);
    await furnish(first);
    await first.close();
    rmSync(join(directory, 'state', 'T1.json'));
    const traced = new TracedFiles(nodeFiles, directory);
    traced.start();
    const store = await openStore(directory, traced.files);
    const lines = traced.calls.map(({ name, target }) => `${name} ${target}`);
    traced.stop();
    await store.close();
    const sync = lines.indexOf('fdatasync history/T1.jsonl');
    expect(sync).toBeGreaterThan(0);
    expect(lines.indexOf('read history/T1.jsonl')).toBeGreaterThan(sync);
    expect(lines.filter((line) => line === 'fdatasync history/T2.jsonl')).toEqual([]);
  });
});
