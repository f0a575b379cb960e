import { versionOf } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';

export interface ChangedFile {
  readonly path: string;
  /** Recorded as an artifact, not only named in passing. */
  readonly isArtifact: boolean;
  /** Of the newest handoff that recorded any. */
  readonly isLatest: boolean;
}

/** The files of the newest handoff that recorded any, in the order they were named, then older ones, newest first. */
export const changedFiles = (state: TaskState, most: number): readonly ChangedFile[] => {
  const newest = Math.max(0, ...state.artifacts.map((artifact) => artifact.version));
  const artifacts = state.artifacts.map(({ path, version }) => ({ path, isArtifact: true, isLatest: version === newest }));
  const known = new Set(artifacts.map(({ path }) => path));
  const [packet] = state.packets;
  const changes = packet !== undefined && versionOf(packet.id) >= newest ? packet.changed : [];
  const named = [...new Set(changes.map((change) => change.artifact))].filter((path) => !known.has(path));
  return [
    ...artifacts.filter(({ isLatest }) => isLatest),
    ...named.map((path) => ({ path, isArtifact: false, isLatest: true })),
    ...artifacts.filter(({ isLatest }) => !isLatest),
  ].slice(0, most);
};
