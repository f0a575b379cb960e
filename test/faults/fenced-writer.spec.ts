import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HandoffError, type TaskState, type TaskStore } from '@app/handoff';
import { type FileStore, nodeFiles, type StoreFiles } from '@app/handoff/store';
import { readLog } from './independent-reader.js';
import { type PlainStep, plainCreation, plainStep } from './support/plain-history.js';
import { openStore } from './support/scenario.js';

type Held = 'append' | 'fdatasync';

/** Files whose next call of one kind waits until it is let go: a process that was paused there. */
class HeldFiles {
  readonly files: StoreFiles;
  readonly reached: Promise<void>;
  private hold: Held | null = null;
  private goOn: () => void = () => undefined;
  private isReached: () => void = () => undefined;

  constructor() {
    this.reached = new Promise((resolve) => {
      this.isReached = resolve;
    });
    this.files = {
      ...nodeFiles,
      append: (fd, bytes, done) => this.at('append', () => nodeFiles.append(fd, bytes, done)),
      fdatasync: (fd, done) => this.at('fdatasync', () => nodeFiles.fdatasync(fd, done)),
    };
  }

  holdAt(call: Held): void {
    this.hold = call;
  }

  letGo(): void {
    this.goOn();
  }

  private at(call: Held, run: () => void): void {
    if (this.hold === call) {
      this.hold = null;
      this.goOn = run;
      this.isReached();
    } else run();
  }
}

const codeOf = (doing: Promise<unknown>): Promise<string> =>
  doing.then(
    () => 'acknowledged',
    (error: unknown) => (error instanceof HandoffError ? error.code : Promise.reject(error)),
  );

const append = (store: TaskStore, { draft, next }: PlainStep) => store.append('T1', next.version - 1, draft, next);

describe('a writer that was paused while another took over', () => {
  const root = mkdtempSync(join(tmpdir(), 'jerry-fenced-'));
  let place = 0;
  afterAll(() => rmSync(root, { recursive: true }));

  interface Scene {
    readonly directory: string;
    readonly late: Promise<string>;
    readonly before: FileStore;
    readonly after: FileStore;
    readonly held: HeldFiles;
    readonly state: TaskState;
    readonly fatal: { fenced: boolean }[];
  }

  /** T1 at version 1; one writer stands still in the middle of writing version 2, the next one has opened the directory. */
  const scene = async (hold: Held, files?: StoreFiles): Promise<Scene> => {
    const directory = join(root, `place-${++place}`);
    const held = new HeldFiles();
    const fatal: { fenced: boolean }[] = [];
    const before = await openStore(directory, held.files, { onFatal: (what) => fatal.push(what) });
    const { state } = await append(before, plainCreation('T1'));
    await before.caughtUp();
    held.holdAt(hold);
    const late = codeOf(append(before, plainStep(state, 'from before')));
    await held.reached;
    rmSync(join(directory, 'writer.lock'), { recursive: true });
    return { directory, late, before, after: await openStore(directory, files), held, state, fatal };
  };

  const end = async ({ before, after }: Scene) => {
    await before.close();
    await after.close();
  };

  it('acknowledges nothing, though its line counts when it comes first; the other one learns of it', async () => {
    const s = await scene('append');
    expect((await s.after.head('T1'))?.state.version).toBe(1);
    s.held.letGo();
    expect(await s.late).toBe('outcome_unknown');
    expect(s.fatal).toMatchObject([{ fenced: true }]);
    expect(await codeOf(append(s.after, plainStep(s.state, 'from after')))).toBe('version_conflict');
    const head = (await s.after.head('T1'))?.state as TaskState;
    expect(head).toMatchObject({ version: 2, warnings: [{ warning: 'from before' }] });
    await append(s.after, plainStep(head, 'from after'));
    expect(await s.after.verify('T1')).toMatchObject({ ok: true, versions: 3, fragments: 0 });
    await end(s);
  });

  it('may come first by a hair: the other one, who had looked and begun to write, sees whose line counted', async () => {
    const other = new HeldFiles();
    const s = await scene('append', other.files);
    other.holdAt('append');
    const mine = codeOf(append(s.after, plainStep(s.state, 'from after')));
    await other.reached;
    s.held.letGo();
    expect(await s.late).toBe('outcome_unknown');
    other.letGo();
    expect(await mine).toBe('version_conflict');
    expect((await s.after.head('T1'))?.state).toMatchObject({ version: 2, warnings: [{ warning: 'from before' }] });
    expect(await s.after.verify('T1')).toMatchObject({ ok: true, versions: 2, fragments: 1 });
    expect(readLog(s.directory, 'T1')).toMatchObject({ damage: null, voids: 1, counted: { length: 2 } });
    await end(s);
  });

  it('changes nothing when its line comes after what the other one wrote', async () => {
    const s = await scene('append');
    const { hash } = await append(s.after, plainStep(s.state, 'from after'));
    s.held.letGo();
    expect(await s.late).toBe('outcome_unknown');
    expect(await s.after.head('T1')).toMatchObject({ hash, state: { version: 2, warnings: [{ warning: 'from after' }] } });
    const next = plainStep((await s.after.head('T1'))?.state as TaskState, 'goes on');
    expect(await codeOf(append(s.after, next))).toBe('acknowledged');
    expect(await s.after.verify('T1')).toMatchObject({ ok: true, versions: 3, fragments: 1 });
    expect(readLog(s.directory, 'T1').counted.map((line) => line.generation)).toEqual([1, 2, 2]);
    await end(s);
    const again = await openStore(s.directory);
    expect((await again.head('T1'))?.state.warnings.map(({ warning }) => warning)).toEqual(['goes on', 'from after']);
    await again.close();
  });

  it('acknowledges nothing when it was paused between write and sync; its line was there to be read', async () => {
    const s = await scene('fdatasync');
    expect((await s.after.head('T1'))?.state).toMatchObject({ version: 2, warnings: [{ warning: 'from before' }] });
    s.held.letGo();
    expect(await s.late).toBe('outcome_unknown');
    expect((await s.after.head('T1'))?.state.version).toBe(2);
    await end(s);
  });

  it('shows nothing any more, also of what it holds in memory', async () => {
    const s = await scene('append');
    for (const asked of [
      s.before.head('T1'),
      s.before.head('T9'),
      s.before.at('T1', 1),
      s.before.query({}, { limit: 1 }),
      s.before.events(null, 1),
    ])
      expect(await codeOf(asked)).toBe('outcome_unknown');
    s.held.letGo();
    await s.late;
    await end(s);
  });

  it('creates nothing that is acknowledged; the other one finds the task when it needs the name', async () => {
    const directory = join(root, 'creation');
    const held = new HeldFiles();
    const before = await openStore(directory, held.files);
    held.holdAt('append');
    const late = codeOf(append(before, plainCreation('T1')));
    await held.reached;
    rmSync(join(directory, 'writer.lock'), { recursive: true });
    const after = await openStore(directory);
    held.letGo();
    expect(await late).toBe('outcome_unknown');
    expect(await after.head('T1')).toBeNull();
    expect(await codeOf(append(after, plainCreation('T1')))).toBe('task_exists');
    expect((await after.head('T1'))?.state.version).toBe(1);
    expect((await after.query({}, { limit: 9 })).items).toHaveLength(1);
    await before.close();
    await after.close();
  });

  it('leaves the state file to its successor', async () => {
    const s = await scene('fdatasync');
    const next = plainStep((await s.after.head('T1'))?.state as TaskState, 'from after');
    await (await append(s.after, next)).published;
    s.held.letGo();
    await s.late;
    await s.before.close();
    await s.after.close();
    const again = await openStore(s.directory);
    expect((await again.head('T1'))?.state.version).toBe(3);
    await again.close();
  });
});
