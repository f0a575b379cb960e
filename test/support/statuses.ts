import { Rules } from '../../libs/handoff/src/schema/rules.js';
import type { Status } from '../../libs/handoff/src/schema/status.js';
import { ENGINEER, MIRA, Walk } from './walk.js';

const question = { issue: 'May the cookie live 30 days?', severity: 'high', requires_human: true };
const nextStep = { next_agent_should_first: 'Read the answer.' };

const WAYS: Record<Status, (walk: Walk) => unknown> = {
  pending: (walk) => walk.create(),
  in_progress: (walk) => {
    walk.create();
    walk.claim(ENGINEER, { instance: 'one' });
  },
  awaiting_human: (walk) => {
    walk.create();
    walk.hand(ENGINEER, 'planning', { issues_raised: [question], packet: nextStep });
  },
  abandoned: (walk) => {
    walk.create();
    while (walk.head.status !== 'abandoned') {
      walk.claim(ENGINEER);
      walk.release(ENGINEER, { failed: { class: 'code' } });
    }
  },
  completed: (walk) => walk.to('completed'),
  cancelled: (walk) => {
    walk.create();
    walk.do(MIRA, 'cancel', { reason: 'not needed any more' });
  },
};

/** A task that has come to this status by ordinary commands; it is assigned to dev-engineer where it is assigned at all. */
export const inStatus = (status: Status, rules: unknown = {}): Walk => {
  const walk = new Walk(Rules.parse(rules));
  WAYS[status](walk);
  return walk;
};
