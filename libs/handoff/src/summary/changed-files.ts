import { versionOf } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';

export interface ChangedFile {
  readonly path: string;
  /** Recorded as an artifact, not only named in passing. */
  readonly isArtifact: boolean;
  /** Of the newest handoff that recorded any. */
  readonly isLatest: boolean;
  readonly isNamed: boolean;
}

const LEAST_NAME_CHARS = 4;
/** How many of each sort are looked at: more have no room in any budget. */
const LOOKED_AT = 24;

type File = Omit<ChangedFile, 'isNamed'>;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');

/** First the files whose names stand in one of the texts. */
const namedFirst = (files: readonly File[], texts: readonly string[]): readonly ChangedFile[] => {
  const marked = files.slice(0, LOOKED_AT).map((file) => {
    const name = nameOf(file.path);
    return { ...file, isNamed: name.length >= LEAST_NAME_CHARS && texts.some((text) => text.includes(name)) };
  });
  return [...marked.filter(({ isNamed }) => isNamed), ...marked.filter(({ isNamed }) => !isNamed)];
};

/**
 * The files of the newest handoff that recorded any, then older ones, newest first; of each those first that these texts name, and
 * else in the order they were recorded.
 */
export const changedFiles = (state: TaskState, most: number, texts: readonly string[]): readonly ChangedFile[] => {
  const newest = Math.max(0, ...state.artifacts.map((artifact) => artifact.version));
  const artifacts = state.artifacts.map(({ path, version }) => ({ path, isArtifact: true, isLatest: version === newest }));
  const known = new Set(artifacts.map(({ path }) => path));
  const [packet] = state.packets;
  const changes = packet !== undefined && versionOf(packet.id) >= newest ? packet.changed : [];
  const named = [...new Set(changes.map((change) => change.artifact))].filter((path) => !known.has(path));
  const latest = [...artifacts.filter(({ isLatest }) => isLatest), ...named.map((path) => ({ path, isArtifact: false, isLatest: true }))];
  const older = artifacts.filter(({ isLatest }) => !isLatest);
  return [...namedFirst(latest, texts), ...namedFirst(older, texts)].slice(0, most);
};
