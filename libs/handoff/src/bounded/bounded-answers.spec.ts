import { apply, type ClaimAnswer, HandoffError, LEAST_CLAIM_TOKENS, LIMITS, o200kTokenizer } from '@app/handoff';
import {
  FILLINGS,
  type Filling,
  filled,
  greedyArtifact,
  greedyCheck,
  greedyDecision,
  greedyIssue,
  greedyPacket,
  greedyTask,
} from '../../../../test/support/greedy.js';
import { House } from '../../../../test/support/house.js';
import { MemoryStore } from '../../../../test/support/memory-store.js';

const ENGINEER = 'agent:dev-engineer';
const many = <T>(count: number, make: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => make(k));

/** A task with much of everything, handed to the next agent; and the claim of whoever takes it. */
const fullHouse = async (filling: Filling) => {
  const house = await House.open(new MemoryStore());
  await house.create('T1', { ...greedyTask(filling), phase: 'implementing' });
  const delta = {
    artifacts: many(30, (k) => greedyArtifact(filling, k)),
    decisions: many(8, (k) => ({ ...greedyDecision(filling, k), alternatives: [] })),
    issues_raised: many(8, (k) => ({ ...greedyIssue(filling, k), requires_human: false })),
    warnings: many(8, (k) => filled(filling, LIMITS.textChars, k)),
    checks: many(8, (k) => greedyCheck(filling, k, k % 2 === 0)),
    packet: greedyPacket(filling, 0, 6),
  };
  await house.hand(ENGINEER, 'T1', 'testing', delta);
  const { answer, state } = await house.do('agent:dev-qa', 'claim', 'T1', { instance: 'x'.repeat(LIMITS.instanceChars) });
  return { house, claim: answer as ClaimAnswer, state };
};

const leastOf = (act: () => unknown): number => {
  try {
    act();
  } catch (error) {
    if (error instanceof HandoffError && error.code === 'budget_too_small') return Number(error.details.least);
    throw error;
  }
  throw new Error('it had room');
};

describe('answers within a number of tokens', () => {
  const fillings = Object.keys(FILLINGS) as Filling[];
  const count = async (value: unknown): Promise<number> => (await o200kTokenizer()).countTokens(JSON.stringify(value));

  it.each(fillings)('a claim has room in every budget there may be, and says what is left out (%s)', async (filling) => {
    const { house, claim, state } = await fullHouse(filling);
    for (const maxTokens of [LEAST_CLAIM_TOKENS, 8_000]) {
      const cut = house.reader.claimed(claim, state, maxTokens);
      expect(await count(cut)).toBeLessThanOrEqual(maxTokens);
      expect(cut).toMatchObject({ task_id: 'T1', version: 3, effect_key: 'T1-v2', claim: claim.claim, next: claim.next });
      for (const { handle } of cut.omitted ?? []) expect((await house.reader.lookUp('T1', handle)).value).not.toEqual([]);
      const shown = cut.command?.state_delta.decisions?.length ?? 0;
      expect(shown + (cut.omitted?.find(({ kind }) => kind === 'decisions')?.count ?? 0)).toBe(8);
    }
    expect(house.reader.claimed(claim, state, 1_000_000)).toEqual(claim);
  });

  it.each(['ascii', 'control'] as const)('a state keeps its shape: shorter lists, the first of each kind first (%s)', async (filling) => {
    const { house, state } = await fullHouse(filling);
    const whole = house.reader.shown(state);
    const least = leastOf(() => house.reader.shown(state, 300));
    for (const maxTokens of [least, least + 4_000, 40_000]) {
      const cut = house.reader.shown(state, maxTokens);
      expect(await count(cut)).toBeLessThanOrEqual(maxTokens);
      expect(Object.keys(cut).filter((key) => key !== 'omitted')).toEqual(Object.keys(whole));
      for (const key of ['decisions_made', 'blocking_issues', 'warnings', 'checks', 'artifacts', 'packets'] as const)
        expect(cut[key]).toEqual(whole[key].slice(0, cut[key].length));
      const left = (kind: string) => cut.omitted?.find((one) => one.kind === kind)?.count ?? 0;
      expect(cut.decisions_made.length + left('decisions')).toBe(whole.decisions_made.length);
      expect(left('findings')).toBe(cut.packets.length === 1 ? 0 : whole.packets[0]?.observed.length);
      for (const { handle } of cut.omitted ?? []) expect((await house.reader.lookUp('T1', handle)).value).not.toEqual([]);
    }
    expect(house.reader.shown(state, 1_000_000)).toEqual(whole);
    expect(leastOf(() => house.reader.shown(state, least - 1))).toBe(least);
  });

  it('a gate keeps the digest of its whole subject', async () => {
    const { house } = await fullHouse('cjk');
    const issues_raised = many(20, (k) => greedyIssue('cjk', k));
    await house.hand('agent:dev-qa', 'T1', 'testing', { issues_raised, packet: { next_agent_should_first: 'wait' } }, { claim_epoch: 1 });
    const whole = await house.reader.gate('T1.G4');
    const cut = await house.reader.gate('T1.G4', 4_000);
    expect(await count(cut)).toBeLessThanOrEqual(4_000);
    expect(cut.digest).toBe(whole.digest);
    expect(cut.subject.issues.length).toBeGreaterThan(0);
    expect(cut.omitted).toContainEqual({ kind: 'issues', count: 20 - cut.subject.issues.length, handle: 'issues@4' });
    await expect(house.reader.gate('T1.G4', 50)).rejects.toMatchObject({ code: 'budget_too_small' });
  });

  it('a way from one version to another comes in as many pages as it needs, also within one version', async () => {
    const { house, state } = await fullHouse('emoji');
    const range = { from: 1, to: state.version };
    let there: unknown = await house.reader.at('T1', 1);
    let pages = 0;
    for (let cursor: string | undefined | null; cursor !== null; pages++) {
      const page = await house.reader.diff('T1', range, { maxTokens: 20_000, cursor });
      expect(await count(page)).toBeLessThanOrEqual(20_000);
      there = apply(there, page.patch);
      cursor = page.next_cursor;
    }
    expect(pages).toBeGreaterThan(2);
    expect(there).toEqual(state);
    await expect(house.reader.diff('T1', range, { maxTokens: 40 })).rejects.toMatchObject({ code: 'budget_too_small' });
    for (const cursor of ['2', '1.0', '4.0', '2.x', ''])
      await expect(house.reader.diff('T1', range, { cursor })).rejects.toMatchObject({
        code: 'invalid_request',
        details: { errors: [{ path: 'cursor' }] },
      });
    await expect(house.reader.diff('T9', { from: 3, to: 2 })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { errors: [{ path: 'from' }] },
    });
  });
});
