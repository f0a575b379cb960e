import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileStore } from '@app/handoff/store';
import { replay } from '../libs/handoff/src/history/replay.js';
import { migrate } from '../libs/handoff/src/schema/migrate.js';
import { RECORD_KINDS, TaskRecord } from '../libs/handoff/src/schema/record.js';
import { SCHEMA_VERSION, TaskState } from '../libs/handoff/src/schema/task-state.js';

const GOLDEN = join(__dirname, 'golden');
const TASKS = ['T1', 'T2'] as const;
const VERSIONS = Array.from({ length: SCHEMA_VERSION }, (_, k) => k + 1);

const linesOf = (version: number, task: string): unknown[] =>
  readFileSync(join(GOLDEN, `schema-${version}`, `${task}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const recordsOf = (version: number, task: string): TaskRecord[] =>
  linesOf(version, task).map((line) => TaskRecord.parse(migrate(line as TaskRecord, task)));

const expectedState = (version: number, task: string): string => readFileSync(join(GOLDEN, `schema-${version}`, `${task}.json`), 'utf8');

// These files were written by a build of their schema version and are never written again:
// what stands in somebody's project must be read by every later build, to the same state.
describe('histories of every schema version', () => {
  it('are kept, one folder each', () => {
    expect(readdirSync(GOLDEN).sort()).toEqual(VERSIONS.map((version) => `schema-${version}`));
  });

  it('hold records of every kind', () => {
    for (const version of VERSIONS) {
      const kinds = new Set(TASKS.flatMap((task) => recordsOf(version, task).map((record) => record.kind)));
      expect([...kinds].sort()).toEqual([...RECORD_KINDS].sort());
    }
  });

  it.each(VERSIONS.flatMap((version) => TASKS.map((task) => [version, task] as const)))(
    'schema %i, %s: replayed to the same state, byte for byte',
    (version, task) => {
      const head = recordsOf(version, task).reduce<TaskState | null>((state, record) => replay(state, record, record.version), null);
      expect(`${JSON.stringify(head, null, 2)}\n`).toBe(expectedState(version, task));
      expect(TaskState.safeParse(head).error).toBeUndefined();
    },
  );

  it.each(VERSIONS)('schema %i: opened by the store, chain and all', async (version) => {
    const project = mkdtempSync(join(tmpdir(), 'jerry-golden-'));
    const directory = join(project, '.jerry');
    mkdirSync(directory);
    cpSync(join(GOLDEN, `schema-${version}`), join(directory, 'history'), { recursive: true, filter: (path) => !path.endsWith('.json') });
    const store = await openFileStore({
      directory,
      renderSummary: () => '',
      onFatal: ({ message }) => {
        throw new Error(message);
      },
    });
    try {
      for (const task of TASKS) {
        const head = await store.head(task);
        expect(`${JSON.stringify(head?.state, null, 2)}\n`).toBe(expectedState(version, task));
        expect(await store.verify(task)).toMatchObject({ ok: true, versions: head?.state.version, fragments: 0 });
      }
    } finally {
      await store.close();
      rmSync(project, { recursive: true });
    }
  });

  it('of a newer schema version are refused, never cut down', () => {
    const [line] = linesOf(SCHEMA_VERSION, 'T1');
    const newer = { ...(line as TaskRecord), schema_version: SCHEMA_VERSION + 1 };
    expect(() => migrate(newer, 'T1')).toThrow(expect.objectContaining({ code: 'task_read_only' }));
  });
});
