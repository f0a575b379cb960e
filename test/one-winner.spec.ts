import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HandoffError } from '@app/handoff';
import { openFileStore } from '@app/handoff/store';
import { rounds } from './faults/support/rounds.js';
import { House } from './support/house.js';

const ROUNDS = rounds(1_000);
const CALLERS = 16;

// Real: file store, coordinator, rules. Pretended: clock, files, bell.
describe('one winner per version', () => {
  it(`lets exactly one of ${CALLERS} callers win each of ${ROUNDS} rounds on one task, and keeps what every winner wrote`, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'jerry-races-'));
    const store = await openFileStore({ directory, renderSummary: () => '', onFatal: ({ message }) => expect(message).toBe('') });
    try {
      const house = await House.open(store);
      await house.create();
      const winners: string[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        const outcomes = await Promise.allSettled(
          Array.from({ length: CALLERS }, (_, caller) => {
            const body = { expected_version: round, state_delta: { warnings: [`round ${round}, caller ${caller}`] } };
            return house.coordinator.handle({ kind: 'update', task_id: 'T1', body }, 'agent:dev-engineer', { minimal: true });
          }),
        );
        const won = outcomes.flatMap((outcome, caller) => (outcome.status === 'fulfilled' ? [caller] : []));
        const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as HandoffError] : []));
        expect(won).toHaveLength(1);
        expect(lost.map((error) => error.code)).toEqual(Array.from({ length: CALLERS - 1 }, () => 'version_conflict'));
        winners.push(`round ${round}, caller ${won[0]}`);
      }
      const records = await store.records('T1', 2, ROUNDS + 1);
      const kept = records.map((record) =>
        record.effect.flatMap((op) => (op.op === 'add' ? [(op.value as { warning: string }).warning] : [])),
      );
      expect(kept).toEqual(winners.map((winner) => [winner]));
    } finally {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
