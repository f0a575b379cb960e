import type { Body } from '../schema/command.js';
import { CLIP } from '../schema/limits.js';
import type { TaskState } from '../schema/task-state.js';
import { clip } from './clip.js';

type Posted = Pick<Body<'edit'>, 'task_title' | 'goal' | 'acceptance_criteria' | 'labels'>;
type Facts = Partial<Pick<TaskState, 'task_title' | 'goal' | 'acceptance_criteria' | 'labels' | 'clipped'>>;
type Whole = Record<string, string | string[]>;

/** What a task is about, as the state keeps it, and apart from it the texts that are longer than that. */
export const taskFacts = (posted: Posted): { facts: Facts; whole: Whole | undefined } => {
  const { task_title, goal, acceptance_criteria: criteria, labels } = posted;
  const whole: Whole = {};
  const facts: Facts = {};
  if (task_title !== undefined) facts.task_title = task_title;
  if (goal !== undefined) {
    facts.goal = clip(goal, CLIP.goalChars, CLIP.goalBytes);
    if (facts.goal !== goal) whole.goal = goal;
  }
  if (criteria !== undefined) {
    const each = Math.min(CLIP.textBytes, Math.floor(CLIP.criteriaBytes / criteria.length));
    facts.acceptance_criteria = criteria.map((text) => clip(text, CLIP.textChars, each));
    if (facts.acceptance_criteria.some((text, k) => text !== criteria[k])) whole.acceptance_criteria = criteria;
  }
  if (labels !== undefined) facts.labels = labels;
  if (Object.keys(whole).length === 0) return { facts, whole: undefined };
  return { facts: { ...facts, clipped: true }, whole };
};
