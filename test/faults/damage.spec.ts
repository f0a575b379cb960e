import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HandoffError, type TaskState, type TaskStore } from '@app/handoff';
import { plainCreation, plainStep } from './support/plain-history.js';
import { Random, seedOf } from './support/random.js';
import { openStore } from './support/scenario.js';

const grow = async (store: TaskStore, taskId: string, versions: number): Promise<void> => {
  const { draft, next } = plainCreation(taskId);
  let { state } = await store.append(taskId, 0, draft, next);
  while (state.version < versions) {
    const note = plainStep(state, `note ${state.version + 1} — ünïcödé ✓`);
    state = (await store.append(taskId, state.version, note.draft, note.next)).state;
  }
};

const codeOf = async (doing: Promise<unknown>): Promise<string> =>
  doing.then(
    () => 'accepted',
    (error: unknown) => (error instanceof HandoffError ? error.code : Promise.reject(error)),
  );

describe('a log that was altered', () => {
  const root = mkdtempSync(join(tmpdir(), 'jerry-damage-'));
  afterAll(() => rmSync(root, { recursive: true }));

  const logOf = (directory: string, taskId = 'T1') => join(directory, 'history', `${taskId}.jsonl`);

  /** A directory with one log of so many versions. */
  const furnished = async (name: string, versions: number): Promise<{ directory: string; whole: Buffer }> => {
    const directory = join(root, name);
    const store = await openStore(directory);
    await grow(store, 'T1', versions);
    await store.close();
    return { directory, whole: readFileSync(logOf(directory)) };
  };

  /** What `verify` of a store that was opened on the whole log says about these bytes. */
  const verifier = async (directory: string, whole: Buffer) => {
    let store = await openStore(directory);
    return {
      verify: async (bytes: Buffer) => {
        writeFileSync(logOf(directory), bytes);
        const verification = await store.verify('T1');
        // What is known to be damaged stays so until a restart.
        if (!verification.ok) {
          await store.close();
          writeFileSync(logOf(directory), whole);
          store = await openStore(directory);
        }
        return verification;
      },
      close: () => store.close(),
    };
  };

  it('is found by verify for every single byte of a small log, without help of a state file', async () => {
    const { directory, whole } = await furnished('small', 3);
    for (const derived of ['state', 'snapshots']) rmSync(join(directory, derived), { recursive: true });
    const flip = new Random(7);
    let flipped = 0;
    for (let at = 0; at < whole.length; at++) {
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] as number) ^ (1 + flip.below(255));
      writeFileSync(logOf(directory), altered);
      const store = await openStore(directory);
      const head = await store.head('T1').catch(() => null);
      const verification = await store.verify('T1');
      await store.close();
      rmSync(join(directory, 'state'), { recursive: true });
      expect([at, verification.ok, verification.versions === head?.state.version || head === null]).toEqual([at, false, true]);
      flipped++;
    }
    process.stdout.write(`flipped bytes found: ${flipped} of ${whole.length} in a small log\n`);
    expect(flipped).toBe(whole.length);
  });

  it('is found by verify wherever a byte of a larger log was flipped, and named', async () => {
    const seed = seedOf();
    const random = new Random(seed);
    const { directory, whole } = await furnished('larger', 200);
    const { verify, close } = await verifier(directory, whole);
    for (let round = 0; round < 300; round++) {
      const at = random.below(whole.length);
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] as number) ^ (1 << random.below(8));
      const line = whole.subarray(0, at).toString('latin1').split('\n').length;
      const { ok, first_bad } = await verify(altered);
      expect([at, ok]).toEqual([at, false]);
      expect(Math.abs((first_bad?.line ?? 0) - line)).toBeLessThanOrEqual(3);
    }
    expect(await verify(whole)).toMatchObject({ ok: true, versions: 200, fragments: 0 });
    await close();
    process.stdout.write(`flipped bits found: 300 of 300 in a log of ${whole.length} bytes (seed ${seed})\n`);
  });

  it('is found when a line was removed, swapped, or put in from elsewhere; a line that stands there twice is shown', async () => {
    const { directory, whole } = await furnished('lines', 9);
    const lines = whole.toString('utf8').split('\n');
    const places = lines.flatMap((line, i) => (line === '' ? [] : [i]));
    const { verify, close } = await verifier(directory, whole);
    const bytesOf = (changed: string[]) => Buffer.from(changed.join('\n'));
    for (const [k, at] of places.entries()) {
      expect(await verify(bytesOf(lines.toSpliced(at, 1)))).toMatchObject({ ok: false, first_bad: { after_version: k } });
      const after = places[k + 1];
      if (after !== undefined) {
        const swapped = [...lines];
        [swapped[at], swapped[after]] = [swapped[after] as string, swapped[at] as string];
        expect(await verify(bytesOf(swapped))).toMatchObject({ ok: false, first_bad: { after_version: k } });
      }
      expect(await verify(bytesOf(lines.toSpliced(at, 0, lines[at] as string)))).toMatchObject({ ok: true, versions: 9, fragments: 1 });
      expect(await verify(bytesOf(lines.toSpliced(at, 0, 'not a line of this log')))).toMatchObject({
        ok: true,
        versions: 9,
        fragments: 1,
      });
    }
    const other = await furnished('other', 3);
    const foreign = other.whole.toString('utf8').replaceAll('"T1"', '"T2"').split('\n')[1] as string;
    expect(await verify(bytesOf(lines.toSpliced(4, 0, foreign)))).toMatchObject({ ok: false });
    await close();
  });

  it('makes the task read-only at its last good version, and no other', async () => {
    const { directory, whole } = await furnished('read-only', 6);
    const heard: string[] = [];
    const lines = whole.toString('utf8').split('\n');
    const bad = lines.findIndex((line) => line.includes('note 5'));
    lines[bad] = (lines[bad] as string).replace('note 5', 'note V');
    writeFileSync(logOf(directory), lines.join('\n'));
    rmSync(join(directory, 'state'), { recursive: true });
    const store = await openStore(directory, undefined, { log: (level, message) => heard.push(`${level} ${message}`) });
    const state = (await store.head('T1'))?.state as TaskState;
    expect(state.version).toBe(4);
    expect(heard).toEqual([expect.stringMatching(/^error .*T1 is damaged after version 4/)]);
    const { draft, next } = plainStep(state, 'more');
    await expect(store.append('T1', 4, draft, next)).rejects.toMatchObject({
      code: 'task_read_only',
      details: { first_bad: { after_version: 4 } },
    });
    expect(await codeOf(store.append('T1', 0, plainCreation('T1').draft, plainCreation('T1').next))).toBe('task_read_only');
    expect((await store.history('T1', { limit: 9 })).items.map((row) => row.version)).toEqual([4, 3, 2, 1]);
    expect((await store.at('T1', 3))?.version).toBe(3);
    expect((await store.query({}, { limit: 9 })).items).toMatchObject([{ task_id: 'T1', version: 4 }]);
    await grow(store, 'T2', 2);
    await store.close();
    expect(readFileSync(logOf(directory), 'utf8')).toBe(lines.join('\n'));
  });

  it('while the service runs: the task ends where it is still good as soon as anybody notices', async () => {
    const { directory, whole } = await furnished('running', 6);
    const store = await openStore(directory);
    writeFileSync(logOf(directory), whole.toString('utf8').replace('note 5', 'note V'));
    expect((await store.head('T1'))?.state.version).toBe(6);
    expect(await codeOf(store.at('T1', 5))).toBe('task_read_only');
    expect((await store.head('T1'))?.state.version).toBe(4);
    expect(await store.verify('T1')).toMatchObject({ ok: false, versions: 4, first_bad: { after_version: 4 } });
    await store.close();
  });

  it('is known to have lost its end by the state file, which is not forgotten', async () => {
    const { directory, whole } = await furnished('truncated', 6);
    const lastLine = whole.lastIndexOf('\n{');
    writeFileSync(logOf(directory), whole.subarray(0, lastLine));
    const store = await openStore(directory);
    expect((await store.head('T1'))?.state.version).toBe(5);
    expect(await store.verify('T1')).toMatchObject({
      ok: false,
      first_bad: { after_version: 5, reason: expect.stringContaining('version 6') },
    });
    await store.close();
    rmSync(logOf(directory));
    const without = await openStore(directory);
    expect(await codeOf(without.head('T1'))).toBe('task_read_only');
    expect(await codeOf(without.append('T1', 0, plainCreation('T1').draft, plainCreation('T1').next))).toBe('task_read_only');
    await without.close();
  });

  it('by a newer build is refused, never cut down', async () => {
    const { directory } = await furnished('newer', 2);
    const store = await openStore(directory);
    const { draft, next } = plainStep((await store.head('T1'))?.state as TaskState, 'from the future');
    await store.append('T1', 2, { ...draft, schema_version: 99 }, next);
    await store.close();
    rmSync(join(directory, 'state'), { recursive: true });
    const whole = readFileSync(logOf(directory));
    const older = await openStore(directory);
    expect((await older.head('T1'))?.state.version).toBe(2);
    expect(await codeOf(older.append('T1', 2, draft, next))).toBe('task_read_only');
    await older.close();
    expect(readFileSync(logOf(directory)).equals(whole)).toBe(true);
  });
});

describe('what is derived', () => {
  const root = mkdtempSync(join(tmpdir(), 'jerry-derived-'));
  afterAll(() => rmSync(root, { recursive: true }));

  const stateFiles = (directory: string): Map<string, string> => {
    const folder = join(directory, 'state');
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  };

  it('comes out byte for byte the same when it is deleted and made again', async () => {
    const store = await openStore(root);
    for (const [taskId, versions] of [
      ['T1', 1],
      ['T2', 127],
      ['T3', 128],
      ['T4', 300],
    ] as const)
      await grow(store, taskId, versions);
    await store.close();
    const before = stateFiles(root);
    expect([...before.keys()].sort()).toEqual(['T1.json', 'T2.json', 'T3.json', 'T4.json']);
    for (const gone of [['state'], ['snapshots'], ['state', 'snapshots']]) {
      for (const derived of gone) rmSync(join(root, derived), { recursive: true });
      const again = await openStore(root);
      expect((await again.at('T4', 200))?.version).toBe(200);
      await again.close();
      expect(stateFiles(root)).toEqual(before);
    }
  });

  it('is made again when it is torn, edited or behind', async () => {
    const before = stateFiles(root);
    const path = join(root, 'state', 'T4.json');
    const good = before.get('T4.json') as string;
    const spoilt = [
      '',
      '\0'.repeat(good.length),
      good.slice(0, -20),
      good.replace('note 300', 'note 999'),
      good.replace(/"version":\d+/, '"version":299'),
    ];
    for (const text of spoilt) {
      writeFileSync(path, text);
      const store = await openStore(root);
      expect((await store.head('T4'))?.state.warnings[0]?.warning).toMatch(/^note 300/);
      await store.close();
      expect(readFileSync(path, 'utf8')).toBe(good);
    }
    appendFileSync(join(root, 'history', 'T4.jsonl'), '\n{"version":301,"prev_ha');
    const store = await openStore(root);
    expect(await store.verify('T4')).toMatchObject({ ok: true, versions: 300, fragments: 1 });
    await store.close();
    expect(JSON.parse(readFileSync(path, 'utf8')).store.log_bytes).toBe(readFileSync(join(root, 'history', 'T4.jsonl')).length);
  });
});
