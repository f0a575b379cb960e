import type { DueTask } from '@app/handoff';
import { dueNow } from './due-now.js';

const NOW = Date.UTC(2026, 10, 18, 12);
const at = (ms: number) => new Date(NOW + ms).toISOString();
const task = (over: Partial<DueTask>): DueTask => ({
  task_id: 'T1',
  version: 3,
  target_agent: 'dev-qa',
  status: 'pending',
  not_before: null,
  since: at(-60_000),
  claim: null,
  ...over,
});
const claimed = (claim_epoch: number): Partial<DueTask> => ({
  status: 'in_progress',
  claim: { principal: 'worker:local', claim_epoch, instance: 'i' },
});
/** Serves dev-qa; the claims of odd epochs ran out. */
const judge = (tasks: readonly DueTask[]) => {
  const { tasks: due, nextMs } = dueNow(tasks, {
    rings: (agent) => agent === 'dev-qa',
    ranOut: (_task, { claim_epoch }) => claim_epoch % 2 === 1,
    nowMs: NOW,
  });
  return { due: due.map(({ task_id }) => task_id), nextMs };
};

describe('what is due', () => {
  it.each([
    ['pending', {}, true],
    ['pending since its time came this moment', { not_before: at(0) }, true],
    ['put off', { not_before: at(1) }, false],
    ['claimed and heard of', claimed(2), false],
    ['claimed by one that was not heard of', claimed(1), true],
    ['put off before somebody claimed it by its id, who was not heard of', { ...claimed(1), not_before: at(900_000) }, true],
    ['for an agent that fetches its work', { target_agent: 'dev-reviewer' }, false],
    ['claimed by an agent that fetches its work and was not heard of', { ...claimed(1), target_agent: 'dev-reviewer' }, false],
  ])('a task %s: %o → %s', (_case, over, isDue) => {
    expect(judge([task(over)]).due).toEqual(isDue ? ['T1'] : []);
  });

  it('comes with the soonest moment at which more will be', () => {
    const put = (task_id: string, ms: number, target_agent = 'dev-qa') => task({ task_id, not_before: at(ms), target_agent });
    expect(judge([put('A', 9_000), put('B', 5_000), put('C', -1), put('D', 10, 'dev-reviewer'), put('E', 7_000)])).toEqual({
      due: ['C'],
      nextMs: NOW + 5_000,
    });
    expect(judge([task({})]).nextMs).toBeNull();
  });
});
