import { constants } from 'node:fs';
import { setImmediate as soon } from 'node:timers/promises';
import { TaskId } from '../schema/ids.js';
import type { StoreFiles } from './files.js';
import { type Layout, LOG_SUFFIX, STATE_SUFFIX, TEMP_PREFIX } from './layout.js';
import type { TaskIndex } from './listing/task-index.js';
import { type LoadedTask, loadCurrent, loadTask } from './load-task.js';
import type { LogReader } from './log-reader.js';
import { promised } from './promised.js';
import type { StateWriter } from './state-writer.js';
import type { StoreLog } from './store-log.js';
import { LOG_IS_GONE, newEntry, type TaskEntry } from './task-entry.js';
import type { TaskTable } from './task-table.js';

export interface BootParts {
  readonly files: StoreFiles;
  readonly layout: Layout;
  readonly reader: LogReader;
  readonly table: TaskTable;
  readonly index: TaskIndex;
  readonly writer: StateWriter;
  readonly log: StoreLog;
}

/** Other work, such as keeping the lock fresh, gets its turn this often. */
const BREATH_MS = 20;
const SIDE_BY_SIDE = 4;

/** The tasks that have a file here. What an unfinished write left behind goes: a predecessor that is only paused will find its own gone and itself fenced. */
const tidy = (files: StoreFiles, directory: string, suffix: string): string[] =>
  files.readdirSync(directory).flatMap((name) => {
    if (name.startsWith(TEMP_PREFIX)) files.unlinkSync(`${directory}/${name}`);
    const id = name.slice(0, -suffix.length);
    return name.endsWith(suffix) && TaskId.safeParse(id).success ? [id] : [];
  });

/** Reads the directory into memory. Tasks whose state file is current cost two small reads; the others are read from their logs and synced before anybody sees them. */
export const boot = async (parts: BootParts): Promise<void> => {
  const { files, layout, table } = parts;
  const withState = tidy(files, layout.state, STATE_SUFFIX);
  const behind: string[] = [];
  let breath = performance.now();
  for (const id of tidy(files, layout.history, LOG_SUFFIX)) {
    const task = await readable(parts, id, async () => quickly(parts, id));
    if (task === null) behind.push(id);
    else if (task !== 'unreadable') enter(parts, id, task);
    if (performance.now() - breath < BREATH_MS) continue;
    await soon();
    breath = performance.now();
  }
  const next = behind.values();
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => carefully(parts, next)));
  for (const id of withState) if (table.get(id) === undefined) enterLost(parts, id, LOG_IS_GONE);
};

const quickly = ({ files, layout }: BootParts, id: string): LoadedTask | null => {
  const fd = files.openSync(layout.log(id), constants.O_RDONLY);
  try {
    return loadCurrent({ files, layout }, id, fd, files.fstatSync(fd).size);
  } finally {
    files.closeSync(fd);
  }
};

const carefully = async (parts: BootParts, ids: Iterator<string>): Promise<void> => {
  for (let next = ids.next(); !next.done; next = ids.next()) {
    const id = next.value;
    await parts.reader.withLog(id, (fd) => promised((done) => parts.files.fdatasync(fd, done)));
    const task = await readable(parts, id, () => loadTask(parts, id));
    if (task !== 'unreadable') enter(parts, id, task);
  }
};

const OUT_OF_MEANS = ['EMFILE', 'ENFILE', 'ENOMEM'];

/** One log that the disk does not give back is one task that is read-only, not a service that does not start. */
const readable = async <T>(parts: BootParts, id: string, load: () => Promise<T>): Promise<T | 'unreadable'> => {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || OUT_OF_MEANS.includes(code)) throw error;
    enterLost(parts, id, `the log cannot be read (${message})`);
    return 'unreadable';
  }
};

const enter = ({ table, index, writer, log }: BootParts, id: string, task: LoadedTask): void => {
  const entry: TaskEntry = { ...newEntry(id), point: task.point, size: task.size, damage: task.damage, named: true };
  table.add(entry);
  if (task.damage !== null) {
    const { line, after_version, reason } = task.damage;
    log('error', `The history of ${id} is damaged after version ${after_version} (line ${line}): ${reason}. The task is read-only.`);
  }
  if (task.state === null) return;
  index.put(task.state);
  if (!task.current && task.damage === null) writer.changed(id);
};

/** Nothing of the task can be read; but it was there, so its name is not free. */
const enterLost = ({ table, log }: BootParts, id: string, reason: string): void => {
  table.add({ ...newEntry(id), damage: { line: 0, after_version: 0, reason } });
  log('error', `The task ${id} cannot be served: ${reason}. Nothing can be added to it.`);
};
