import { versionOf } from '../schema/ids.js';
import type { TaskState } from '../schema/task-state.js';

/** The files of the newest handoff that recorded any, in the order they were named, then older ones, newest first. */
export const changedFiles = (state: TaskState, most: number): readonly string[] => {
  const newest = Math.max(0, ...state.artifacts.map((artifact) => artifact.version));
  const [packet] = state.packets;
  const named = packet !== undefined && versionOf(packet.id) >= newest ? packet.changed.map((change) => change.artifact) : [];
  const latest = state.artifacts.filter((artifact) => artifact.version === newest).map((artifact) => artifact.path);
  const older = state.artifacts.filter((artifact) => artifact.version !== newest).map((artifact) => artifact.path);
  return [...new Set([...latest, ...named, ...older])].slice(0, most);
};
