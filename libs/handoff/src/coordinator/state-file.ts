/** Where people and agents find the state, relative to the project. */
export const stateFile = (taskId: string): string => `.jerry/state/${taskId}.json`;
