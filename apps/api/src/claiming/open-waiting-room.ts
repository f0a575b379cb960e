import type { TaskStore } from '@app/handoff';
import type { Answer } from '../edge/answer.js';
import type { Times } from './claimable.js';
import { WaitingRoom } from './waiting-room.js';

/** The waiting room of a store: it looks up whenever a task comes up, or the time of one may have come. */
export const openWaitingRoom = (store: Pick<TaskStore, 'due' | 'subscribe'>, times: Times): WaitingRoom<Answer> => {
  const room = new WaitingRoom<Answer>({ ...times, due: (agent) => store.due(agent) });
  store.subscribe(({ status, name }) => {
    // A claim is the beginning of a lease, and so of a moment at which it may have run out.
    if (status === 'pending' || name === 'task.claimed') room.look();
  });
  return room;
};
