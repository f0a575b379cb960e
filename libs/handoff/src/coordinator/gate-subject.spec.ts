import { House } from '../../../../test/support/house.js';
import { MemoryStore } from '../../../../test/support/memory-store.js';
import type { VoteAnswer } from './answers.js';

const ENGINEER = 'agent:dev-engineer';
const QA = 'agent:dev-qa';
const QUESTION = { issue: 'May the cookie live 30 days?', severity: 'high', requires_human: true };
const file = (path: string) => ({ path, content_hash: 'a'.repeat(64), size_bytes: 1 });

/** A task whose gate G2 asks about one file. */
const asking = async (): Promise<House> => {
  const house = await House.open(new MemoryStore());
  await house.create('T1', { phase: 'implementing' });
  await house.hand(ENGINEER, 'T1', 'testing', { artifacts: [file('src/a.ts')], issues_raised: [QUESTION] });
  return house;
};

const vote = async (house: House, decision: string, reason: string): Promise<VoteAnswer> => {
  const { digest } = await house.reader.gate('T1.G2');
  return (await house.do('human:ada', 'vote', 'T1', { decision, reason, digest }, { gate_id: 'T1.G2' })).answer as VoteAnswer;
};

/** Everything of the task is read, so that what came later is known. */
const readAll = (house: House) => house.reader.lookUp('T1', 'T1.G2');

describe('what a gate is about', () => {
  it('is, once it was decided, what was decided on: neither files nor answers that came later', async () => {
    const house = await asking();
    const { subject } = await house.reader.gate('T1.G2');
    await vote(house, 'approve', 'fine');
    await house.hand(QA, 'T1', 'testing', {
      artifacts: [file('src/b.ts')],
      issues_resolved: [{ issue_id: 'I2', resolution: 'It may.' }],
      packet: { next_agent_should_first: 'go on' },
    });
    await readAll(house);
    expect((await house.reader.gate('T1.G2')).subject).toEqual(subject);
  });

  it('is, once it was voided, what it asked about until then', async () => {
    const house = await asking();
    const { subject } = await house.reader.gate('T1.G2');
    await house.do('human:mira', 'cancel', 'T1', { reason: 'no budget' });
    await house.do('human:mira', 'reopen', 'T1', { reason: 'budget again' });
    await house.hand(ENGINEER, 'T1', 'testing', {
      artifacts: [file('src/b.ts')],
      issues_resolved: [{ issue_id: 'I2', resolution: 'Yes.' }],
    });
    expect((await house.reader.gate('T1.G2')).subject).toEqual(subject);
  });

  it('is told in the answer to a vote also where the state is too full to keep the gate', async () => {
    const long = (chars: number) => '界'.repeat(chars);
    const house = await House.open(new MemoryStore());
    const labels = Array.from({ length: 20 }, (_, k) => `${long(60)}${k}`);
    await house.create('T1', { phase: 'implementing', goal: long(4_000), acceptance_criteria: Array(20).fill(long(500)), labels });
    await house.hand(ENGINEER, 'T1', 'testing', {
      artifacts: [file('src/a.ts')],
      checks: Array.from({ length: 50 }, (_, k) => ({ name: `${long(97)}${k}`, passed: false, detail: long(2_000) })),
      issues_raised: Array(50).fill({ ...QUESTION, issue: long(2_000), suggested_action: long(1_000) }),
    });
    expect(await vote(house, 'reject', long(2_000))).toMatchObject({ id: 'T1.G2', status: 'rejected', version: 3 });
    expect((await house.reader.state('T1')).gates).toEqual([]);
  });
});
