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
// Behind everything else; as a text it cannot stand inside a value, where newlines are escaped.
const SUMMARY_KEY = ',\n  "context_summary": ';

/**
 * Pretty-printed for people; the first entry is the store's own. Its `digest` covers every byte after that entry: the file is renamed into place unsynced,
 * so after a power cut it may be torn, and somebody may have edited it. Either way it is then made again from the log.
 */
export const encodeStateFile = ({ version, hash, log_bytes, state }: StateFile, contextSummary: string): string => {
  const rest = JSON.stringify({ ...state, context_summary: contextSummary }, null, 2).slice(2);
  return `${OPENING}${JSON.stringify({ version, hash, log_bytes, digest: sha256(rest) })},\n${rest}\n`;
};

/** Null unless it is, byte for byte, what was written. */
const decodeStateFile = (bytes: Buffer, taskId: string): StateFile | null => {
  const lineEnd = bytes.indexOf(',\n', OPENING.length);
  if (lineEnd === -1 || bytes.toString('latin1', 0, OPENING.length) !== OPENING) return null;
  const { digest, version, hash, log_bytes } = JSON.parse(bytes.toString('utf8', OPENING.length, lineEnd));
  const rest = bytes.subarray(lineEnd + 2, -1);
  const end = rest.lastIndexOf(SUMMARY_KEY);
  if (end === -1 || sha256(rest) !== digest) return null;
  const state = JSON.parse(`{${rest.toString('utf8', 0, end)}}`) as TaskState;
  return { version, hash, log_bytes, state: migrate(state, `The state file of ${taskId}`) };
};

export const readStateFile = (files: StoreFiles, layout: Layout, taskId: string): StateFile | null => {
  try {
    const bytes = readWholeSync(files, layout.stateFile(taskId));
    return bytes === null ? null : decodeStateFile(bytes, taskId);
  } catch {
    return null;
  }
};
