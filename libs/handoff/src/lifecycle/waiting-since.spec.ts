import { House } from '../../../../test/support/house.js';
import { MemoryStore } from '../../../../test/support/memory-store.js';

const MINUTE_MS = 60_000;
const ENGINEER = 'agent:dev-engineer';

/** What happens a minute after the other, and since when it is the engineer's turn then, as the bell and as others are told. */
const told = async (...acts: ((house: House) => Promise<unknown>)[]): Promise<(number | string)[]> => {
  const house = await House.open(new MemoryStore());
  const start = house.now;
  await house.create();
  for (const act of acts) {
    house.now += MINUTE_MS;
    await act(house);
  }
  const [due] = await house.store.due('dev-engineer');
  const { waiting_for } = await house.reader.next('T1', 'agent:dev-reviewer');
  return [due?.since, waiting_for?.since].map((at) => (at === undefined ? 'not at all' : (Date.parse(at) - start) / MINUTE_MS));
};

const stay = (house: House) => house.hand(ENGINEER, 'T1', 'planning', { packet: { next_agent_should_first: 'go on' } });
const note = async (house: House) => {
  const { version } = await house.reader.state('T1');
  await house.do(ENGINEER, 'update', 'T1', { expected_version: version, state_delta: { feedback: 'by the way' } });
};
const reassign = (house: House) => house.do('human:mira', 'reassign', 'T1', { target_agent: 'dev-engineer', reason: 'yours after all' });
const stop = (house: House) => house.do('human:mira', 'cancel', 'T1', { reason: 'no budget' });
const reopen = (house: House) => house.do('human:mira', 'reopen', 'T1', { reason: 'budget again' });

describe('since when a task waits for its agent', () => {
  it.each([
    ['its creation', [], 0],
    ['the handoff', [stay], 1],
    ['the handoff, whatever was noted since', [stay, note], 1],
    ['its creation, whatever was noted since', [note, note], 0],
    ['being reassigned', [stay, note, reassign, note], 3],
    ['being reopened', [stay, stop, reopen], 3],
  ])('is %s', async (_, acts, minute) => expect(await told(...acts)).toEqual([minute, minute]));
});
