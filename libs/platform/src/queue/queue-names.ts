/** One queue per agent whose executor is ours. */
export const queueNameOf = (agent: string): string => `jerry-${agent}`;

/** The same for whoever rings and whoever rings again, so that a task is rung once per version. */
export const ringIdOf = (due: { readonly task_id: string; readonly version: number; readonly target_agent: string }): string =>
  `${due.task_id}-v${due.version}-${due.target_agent}`;
