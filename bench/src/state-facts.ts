import type { TaskState } from '@app/handoff';

const bytesOf = (state: TaskState): number => Buffer.byteLength(JSON.stringify(state));

/** How large the states are, as JSON without white space. */
export const stateFacts = (states: readonly TaskState[]): { state_bytes: { least: number; most: number; mean: number } } => {
  const bytes = states.map(bytesOf);
  const mean = Math.round(bytes.reduce((sum, one) => sum + one, 0) / bytes.length);
  return { state_bytes: { least: Math.min(...bytes), most: Math.max(...bytes), mean } };
};
