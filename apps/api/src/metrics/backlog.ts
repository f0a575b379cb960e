import type { Clock, TaskStore } from '@app/handoff';
import type { Gauges } from '@app/platform';

const PAGE = 200;

/** What waits, for whom, and how long: for agents their tasks, for people their questions. */
export const backlogOf = (
  store: Pick<TaskStore, 'due' | 'gates'>,
  agents: readonly string[],
  clock: Clock,
): Pick<Gauges, 'waiting' | 'openGates'> => {
  const ageS = (since: string): number => Math.max(0, (clock.now().getTime() - Date.parse(since)) / 1_000);
  const isTime = (notBefore: string | null): boolean => notBefore === null || ageS(notBefore) > 0;
  return {
    async waiting() {
      const pending = (await store.due()).filter(({ status, not_before }) => status === 'pending' && isTime(not_before));
      return agents.map((agent) => {
        const ages = pending.filter(({ target_agent }) => target_agent === agent).map(({ since }) => ageS(since));
        return { agent, count: ages.length, oldestS: ages.reduce((oldest, age) => Math.max(oldest, age), 0) };
      });
    },
    async openGates() {
      let count = 0;
      let oldestS = 0;
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await store.gates({ status: 'open' }, { limit: PAGE, cursor });
        count += page.items.length;
        oldestS = page.items.reduce((oldest, { opened_at }) => Math.max(oldest, ageS(opened_at)), oldestS);
        cursor = page.next_cursor;
      }
      return { count, oldestS };
    },
  };
};
