import type { Command } from '../schema/command.js';
import type { StateDelta } from '../schema/state-delta.js';
import type { TaskState } from '../schema/task-state.js';

export const deltaOfCommand = (command: Command): StateDelta | undefined =>
  command.kind === 'handoff' || command.kind === 'update' ? command.body.state_delta : undefined;

/** Decisions that the command names and the state no longer holds. */
export const namedDecisions = (state: TaskState, delta: StateDelta): string[] => {
  const named = (delta.decisions ?? []).flatMap((decision) => decision.supersedes ?? []);
  return named.filter((id) => !state.decisions_made.some((decision) => decision.id === id));
};

/** Paths that the command names and that may be among the artifacts that moved out. */
export const namedPaths = (state: TaskState, delta: StateDelta): string[] => {
  if (state.artifact_set.current === state.artifacts.length) return [];
  const named = [...(delta.artifacts ?? []).map((artifact) => artifact.path), ...(delta.artifacts_removed ?? [])];
  return named.filter((path) => !state.artifacts.some((artifact) => artifact.path === path));
};
