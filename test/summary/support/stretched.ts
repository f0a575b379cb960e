import type { TaskState } from '../../../libs/handoff/src/schema/task-state.js';
import type { Random } from './random.js';

const name = (random: Random, chars: number, letters: string): string =>
  Array.from({ length: chars }, () => random.pick([...letters])).join('');

/** The same state under the longest names the schema allows, and after as many versions as anybody will ever write. */
export const stretched = (state: TaskState, random: Random): TaskState => {
  const task_id = `Q${name(random, 63, 'aZ09_-')}`;
  const renamed = (id: string): string => `${task_id}.${id.slice(id.lastIndexOf('.') + 1)}`;
  const agent = (): string => `a${name(random, 31, 'az09-')}`;
  const many = 10 ** random.below(7);
  return {
    ...state,
    task_id,
    version: state.version + random.logUniform(1, 999_000_000),
    target_agent: state.target_agent === null ? null : agent(),
    source_agent: state.source_agent === null ? null : agent(),
    gates: state.gates.map((gate) => ({ ...gate, id: renamed(gate.id) })),
    pending_handoff:
      state.pending_handoff === null
        ? null
        : { ...state.pending_handoff, gate_id: renamed(state.pending_handoff.gate_id), target_agent: agent() },
    totals: Object.fromEntries(
      Object.entries(state.totals).map(([kind, total]) => [kind, { ...total, recorded: total.recorded + many }]),
    ) as TaskState['totals'],
  };
};
