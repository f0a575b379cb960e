import { type Principal, roleOf } from '../schema/principal.js';
import type { Action, Next } from './next.js';

const LONGEST_WAIT_S = 30;

const take = (waiting: number): Action =>
  waiting > 0 ? { do: 'claim', post: '/v1/me/claim', body: {} } : { do: 'wait', post: `/v1/me/claim?wait_s=${LONGEST_WAIT_S}`, body: {} };

const things = (count: number, one: string, many: string): string => `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;

/** What somebody may do who has no task in hand, when so many wait for them: tasks for those who work, questions for people. */
export const idleNext = (principal: Principal, waiting: number): Next => {
  const works = ['agent', 'worker'].includes(roleOf(principal));
  const what = works ? things(waiting, 'task waits', 'tasks wait') : things(waiting, 'question waits', 'questions wait');
  return {
    you: `${principal} has claimed nothing; ${what}.`,
    actions: works ? [take(waiting)] : [],
    waiting_for: null,
  };
};
