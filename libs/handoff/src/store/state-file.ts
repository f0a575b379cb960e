import { migrate } from '../schema/migrate.js';
import type { TaskState } from '../schema/task-state.js';
import type { StoreFiles } from './files.js';
import type { Layout } from './layout.js';
import { readWholeSync } from './read-whole.js';
import { sha256 } from './sha256.js';

/** The head as people and agents read it, with what ties it to its log. */
export interface StateFile {
  readonly version: number;
  readonly hash: string;
  /** How long the log was when this was written; everything up to there had been synced. */
  readonly log_bytes: number;
  readonly state: TaskState;
}

const OPENING = '{\n  "store": ';

/**
 * Pretty-printed for people; the first entry is the store's own. Its `digest` covers every byte after that entry: the file is renamed into place unsynced,
 * so after a power cut it may be torn, and somebody may have edited it. Either way it is then made again from the log.
 */
export const encodeStateFile = ({ version, hash, log_bytes, state }: StateFile, contextSummary: string): string => {
  const rest = JSON.stringify({ ...state, context_summary: contextSummary }, null, 2).slice(2);
  return `${OPENING}${JSON.stringify({ version, hash, log_bytes, digest: sha256(rest) })},\n${rest}\n`;
};

/** Null unless it is, byte for byte, what was written. */
export const decodeStateFile = (text: string, taskId: string): StateFile | null => {
  const lineEnd = text.indexOf(',\n', OPENING.length);
  if (!text.startsWith(OPENING) || lineEnd === -1) return null;
  try {
    const { digest, version, hash, log_bytes } = JSON.parse(text.slice(OPENING.length, lineEnd));
    const rest = text.slice(lineEnd + 2, -1);
    if (sha256(rest) !== digest || !text.endsWith('}\n')) return null;
    const { context_summary: _, ...state } = JSON.parse(`{${rest}`);
    return { version, hash, log_bytes, state: migrate(state, `The state file of ${taskId}`) };
  } catch {
    return null;
  }
};

export const readStateFile = (files: StoreFiles, layout: Layout, taskId: string): StateFile | null => {
  try {
    const bytes = readWholeSync(files, layout.stateFile(taskId));
    return bytes === null ? null : decodeStateFile(bytes.toString('utf8'), taskId);
  } catch {
    return null;
  }
};
