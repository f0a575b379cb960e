import { House } from '../../../../test/support/house.js';
import { MemoryStore } from '../../../../test/support/memory-store.js';
import { Rules } from '../schema/rules.js';

describe('events of a vote', () => {
  it('name the gate that was voted on, also when the next one opens with it', async () => {
    const store = new MemoryStore();
    const house = await House.open(store, Rules.parse({ attempts: 1 }));
    await house.create('T1', { phase: 'implementing' });
    const asking = { issues_raised: [{ issue: 'May we?', severity: 'high', requires_human: true }] };
    await house.hand('agent:dev-engineer', 'T1', 'implementing', { ...asking, packet: { next_agent_should_first: 'wait' } });
    const { digest } = await house.reader.gate('T1.G2');
    const { cursor } = await store.events(null, 1);
    await house.do('human:ada', 'vote', 'T1', { decision: 'reject', reason: 'no', digest }, { gate_id: 'T1.G2' });
    const { events } = await store.events(cursor, 9);
    expect(events.map(({ name, gate_id }) => [name, gate_id])).toEqual([
      ['gate.voted', 'T1.G2'],
      ['gate.resolved', 'T1.G2'],
      ['gate.opened', 'T1.G3'],
      ['task.abandoned', undefined],
    ]);
  });
});
