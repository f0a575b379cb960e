import { House } from '../../../../test/support/house.js';
import { MemoryStore } from '../../../../test/support/memory-store.js';
import { Rules } from '../schema/rules.js';

const ENGINEER = 'agent:dev-engineer';

/** A task whose only attempt is under way, and past its lease. */
const lastAttempt = async (): Promise<House> => {
  const house = await House.open(new MemoryStore(), Rules.parse({ attempts: 1 }));
  await house.create();
  await house.do(ENGINEER, 'claim', 'T1', { instance: 'one' });
  house.monotonicMs += 3_600_000;
  return house;
};

describe('a claim that was refused because it used up the last attempt', () => {
  it('is refused again when it comes again, whatever it is known by: it never got a claim', async () => {
    const house = await lastAttempt();
    const named = { expected_version: 2, instance: 'two' };
    const claim = () => house.refusal(house.do(ENGINEER, 'claim', 'T1', named));
    const keyed = () => house.refusal(house.do(ENGINEER, 'claim', 'T1', { instance: 'two' }, { key: 'k1' }));
    expect(await claim()).toMatchObject({
      code: 'gate_open',
      details: { current_version: 3, claimed_by: null, next: { waiting_for: { who: 'human', gate_id: 'T1.G3' } } },
    });
    expect((await claim()).code).toBe('version_conflict');
    expect((await keyed()).code).toBe('gate_open');
    expect((await keyed()).code).toBe('gate_open');
    expect((await house.reader.state('T1')).version).toBe(3);
  });

  it('may be asked under its key once a person has let the task go on', async () => {
    const house = await lastAttempt();
    const claim = (body: object) => house.do(ENGINEER, 'claim', 'T1', body, { key: 'k1' });
    expect((await house.refusal(claim({ instance: 'two' }))).code).toBe('gate_open');
    const { digest } = await house.reader.gate('T1.G3');
    await house.do('human:ada', 'vote', 'T1', { decision: 'approve', reason: 'go on', digest }, { gate_id: 'T1.G3' });
    expect((await claim({ instance: 'three' })).answer).toMatchObject({ version: 5, claim: { instance: 'three' } });
    expect(await claim({ instance: 'three' })).toMatchObject({ replayed: true, answer: { version: 5 } });
  });
});
