import type { Work } from '../work.js';

/** What an agent is told, bounded whatever the task holds: never the history. */
export interface Prompt {
  /** Who it is, the rules it works under, and the shape of the outcome it hands in. */
  readonly instructions: string;
  /** The task: the summary, what was handed to it, and what changed on the disk since. */
  readonly briefing: string;
}

/** The prompts of a project's agents, from files that people can read and replace. */
export interface Prompts {
  of(work: Pick<Work, 'task_id' | 'phase' | 'agent' | 'command' | 'context_summary' | 'artifacts' | 'effect_key'>): Promise<Prompt>;
}
