import { House } from '../../../../test/support/house.js';
import { MemoryStore } from '../../../../test/support/memory-store.js';
import type { Body } from '../schema/command.js';

const ENGINEER = 'agent:dev-engineer';
const artifacts = [{ path: 'src/a.ts', content_hash: 'a'.repeat(64), size_bytes: 1 }];

const open = async (): Promise<House> => {
  const house = await House.open(new MemoryStore());
  await house.create('T1', { phase: 'implementing' });
  return house;
};

const attempt = (house: House, body: Body<'handoff'>) => house.reader.prepareHandoff({ kind: 'handoff', task_id: 'T1', body }, ENGINEER);

describe('a handoff that is only tried', () => {
  it('keeps the claim alive like every call with its epoch, whatever comes of it', async () => {
    const house = await open();
    await house.do(ENGINEER, 'claim', 'T1', { instance: 'one' });
    const body = { phase: 'testing', expected_version: 2, claim_epoch: 1 } as const;
    const takeOver = () => house.refusal(house.do(ENGINEER, 'claim', 'T1', { instance: 'two' }));
    for (const tried of [body, { ...body, state_delta: { artifacts } }]) {
      house.monotonicMs += 1_700_000;
      await attempt(house, tried);
      house.monotonicMs += 200_000;
      expect((await takeOver()).details).toMatchObject({ claim_alive: true });
    }
  });

  it('and was handed in already is told as it was answered then', async () => {
    const house = await open();
    const issues_raised = [{ issue: 'May we?', severity: 'high' as const, requires_human: true }];
    const body = { phase: 'testing', expected_version: 1, state_delta: { artifacts, issues_raised } } as const;
    const handed = await house.do(ENGINEER, 'handoff', 'T1', body);
    await house.do('human:mira', 'edit', 'T1', { goal: 'Nobody is logged out by a restart.' });
    const { next: _, ...answer } = handed.answer as { next?: unknown };
    expect(await attempt(house, { ...body, state_delta: { artifacts: [...artifacts], issues_raised } })).toEqual({
      ...answer,
      would_open_gate: 'issue',
    });
    expect((await house.refusal(attempt(house, { ...body, target_agent: 'dev-reviewer' }))).code).toBe('version_conflict');
    expect((await house.reader.state('T1')).version).toBe(3);
  });
});
