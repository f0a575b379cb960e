import { Rules } from '@app/handoff';
import { FILLINGS, type Filling, filled, greedyDelta, greedyIssue, greedyPacket, greedyTask } from '../../../../test/support/greedy.js';
import { PLANTED_SECRETS } from '../../../../test/support/planted-secrets.js';
import { ToolHouse } from '../../../../test/support/tool-house.js';
import type { ToolName } from './tool-name.js';

const ENGINEER = 'dev-engineer';
const MIRA = 'human:mira';
const LONGEST_ID = 'Qx7-Zk_92vB'.repeat(6).slice(0, 64);
const TEXT_CHARS = 2_000;
const many = <T>(count: number, make: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => make(k));

describe.each(Object.keys(FILLINGS) as Filling[])('the largest task there can be, filled with %s', (filling) => {
  const text = filled(filling, TEXT_CHARS);
  let tools: ToolHouse;
  /** What calls have to name. */
  let now: object;
  beforeAll(async () => {
    tools = await ToolHouse.open(Rules.parse({ attempts: 100, phase_exit: { implementing: { no_open: ['blocker'] } } }));
    await tools.house.create(LONGEST_ID, greedyTask(filling));
    const issues_raised = many(50, (k) => ({ ...greedyIssue(filling, k), requires_human: false }));
    await tools.house.hand(MIRA, LONGEST_ID, 'implementing', { ...greedyDelta(filling, 1), issues_raised });
  });
  beforeEach(async () => {
    const { body } = await tools.call(ENGINEER, 'next_work', {});
    now = { expected_version: body.expected_version, claim_epoch: body.claim_epoch };
  });

  /** With each of these budgets; the code of the last answer. */
  const bounded = async (name: ToolName, args: object, budgets = [800, 2_000]): Promise<unknown> => {
    let code: unknown;
    for (const max_tokens of budgets) {
      const { tokens, body } = await tools.call(ENGINEER, name, { task_id: LONGEST_ID, ...args, max_tokens });
      expect([name, max_tokens, tokens <= max_tokens]).toEqual([name, max_tokens, true]);
      expect([name, String(body.next?.you ?? LONGEST_ID)]).toEqual([name, expect.stringContaining(LONGEST_ID)]);
      code = body.code;
    }
    expect(tools.log).toBe('');
    return code;
  };

  it('is claimed and looked at within max_tokens, always with its summary', async () => {
    for (const max_tokens of [800, 2_000, 6_000])
      for (const name of ['next_work', 'look_up'] as const) {
        const { tokens, body } = await tools.call(ENGINEER, name, { task_id: LONGEST_ID, max_tokens });
        expect([tokens <= max_tokens, body]).toEqual([true, expect.objectContaining({ ...now, task_id: LONGEST_ID })]);
        expect(body.context_summary).toMatch(/^Task.*\n/);
        expect(body.next).toMatchObject({ you: expect.any(String) });
      }
    expect(tools.log).toBe('');
  });

  it('is read within max_tokens, also where nothing is found', async () => {
    for (const handle of ['issues@2', 'artifacts@2', 'packets@2', 'D2.50']) expect(await bounded('look_up', { handle })).toBeUndefined();
    expect(await bounded('look_up', { handle: 'nothing '.repeat(70) })).toBe('handle_not_found');
  });

  it('is refused a call within max_tokens', async () => {
    expect(await bounded('hand_off', { ...now, phase: 'testing' })).toBe('phase_exit_failed');
    const unknown = Object.fromEntries(many(60, (k) => [`unknown ${k}`, 1]));
    expect(await bounded('hand_off', { ...now, phase: 'testing', state_delta: unknown })).toBe('invalid_request');
    expect(await bounded('ask_human', { ...now, question: text })).toBe('too_many_open_issues');
    await tools.house.do(MIRA, 'edit', LONGEST_ID, greedyTask(filling));
    expect(await bounded('update', { ...now, state_delta: {} })).toBe('version_conflict');
  });

  it('is written to within max_tokens', async () => {
    const seen = { duration_ms: 1, stable: false, exit_code: 1, detail: text };
    const results = many(50, (k) => ({ ...seen, name: filled('cjk', 100, k), passed: k % 2 === 0 }));
    tools.checked = async () => ({ run_id: 'r', status: 'finished', version: 9, results });
    expect(await bounded('check', { ...now, names: ['x'] })).toBeUndefined();
    expect(await bounded('update', { ...now, state_delta: greedyDelta(filling, 2) })).toBeUndefined();
    const failed = { class: 'code', packet: greedyPacket(filling, 3) };
    expect(await bounded('release', { claim_epoch: 1, reason: text, failed })).toBeUndefined();
  });
});

describe('every tool', () => {
  const LEASE_MS = 1_800_000;

  it.each<[ToolName, object]>([
    ['next_work', {}],
    ['look_up', {}],
    ['look_up', { handle: 'goal@1' }],
    ['look_up', { handle: 'nothing' }],
    ['update', { expected_version: 1, claim_epoch: 1, state_delta: {} }],
    ['update', { no: 'sense' }],
    ['check', { names: ['unknown'] }],
    ['hand_off', { phase: 'reviewing' }],
    ['ask_human', { question: 'Why?' }],
    ['release', { reason: 'without its epoch' }],
  ])('keeps the claim alive whose task it names, also when it is refused: %s %j', async (name, args) => {
    const tools = await ToolHouse.open();
    await tools.house.create('T1');
    await tools.call(ENGINEER, 'next_work', {});
    const takeOver = () => tools.house.do(`agent:${ENGINEER}`, 'claim', 'T1', { instance: 'another' });
    for (let round = 0; round < 3; round++) {
      tools.house.monotonicMs += LEASE_MS * 0.9;
      await tools.call(ENGINEER, name, { task_id: 'T1', ...args });
    }
    expect((await tools.house.refusal(takeOver())).code).toBe('claimed_by_other');
    tools.house.monotonicMs += LEASE_MS * 1.1;
    expect((await takeOver()).state.claim?.instance).toBe('another');
  });

  it('keeps nobody else’s claim alive', async () => {
    const tools = await ToolHouse.open();
    await tools.house.create('T1');
    await tools.call(ENGINEER, 'next_work', {});
    tools.house.monotonicMs += LEASE_MS * 0.9;
    await tools.call('dev-qa', 'look_up', { task_id: 'T1' });
    tools.house.monotonicMs += LEASE_MS * 0.9;
    expect((await tools.house.do(`agent:${ENGINEER}`, 'claim', 'T1', { instance: 'another' })).state.claim?.claim_epoch).toBe(2);
  });

  it('takes secrets out of what it is given, says where they stood, and tells them nowhere', async () => {
    const tools = await ToolHouse.open();
    await tools.house.create('T1');
    const { body } = await tools.call(ENGINEER, 'next_work', {});
    const { lead, secret, tail } = PLANTED_SECRETS[0] ?? { lead: '', secret: '', tail: '' };
    const said = `${lead}${secret}${tail}`;
    const now = { task_id: 'T1', expected_version: body.expected_version, claim_epoch: body.claim_epoch };
    const written = await tools.call(ENGINEER, 'update', { ...now, state_delta: { warnings: ['plain', said] } });
    expect(written.body.redacted).toEqual(['state_delta.warnings.1']);
    const refused = await tools.call(ENGINEER, 'hand_off', { ...now, phase: said, [said]: 1 });
    expect(refused.body.code).toBe('invalid_request');
    const everything = JSON.stringify([written, refused, await tools.house.store.records('T1', 1, 9), tools.log]);
    expect(everything).not.toContain(secret);
  });

  it('says of what broke only that it did, and keeps the story', async () => {
    const tools = await ToolHouse.open();
    await tools.house.create('T1');
    tools.checked = async () => {
      throw new TypeError('a wire is loose');
    };
    const { isError, body } = await tools.call(ENGINEER, 'check', { task_id: 'T1', names: ['x'] });
    expect([isError, body.code, JSON.stringify(body).includes('wire')]).toEqual([true, 'internal', false]);
    expect(tools.log).toContain('a wire is loose');
  });
});
