import { ACTION_NAMES, type Next, o200kTokenizer, type Tokenizer } from '@app/handoff';
import { Room } from './room.js';
import { putNext, standingIn } from './tool-next.js';

const TASK = 'T1';
const base = { expected_version: 4, claim_epoch: 2 };
const post = '/v1/tasks/T1/x';
const next: Next = {
  you: 'agent:dev-qa has claimed T1 (testing, version 4).',
  lease_s: 1_800,
  actions: [
    { do: 'check', post, body: { names: ['unit'], claim_epoch: 2 } },
    {
      do: 'hand_off',
      post,
      body: { phase: 'reviewing', ...base, state_delta: {} },
      blocked_by: [{ code: 'evidence_missing', detail: 'unit' }],
    },
    { do: 'send_back', post, body: { phase: 'implementing', ...base }, fill: ['state_delta.feedback'] },
    { do: 'heartbeat', post, body: { claim_epoch: 2 } },
    { do: 'release', post, body: { claim_epoch: 2 }, fill: ['reason'] },
  ],
  also: ['update', 'heartbeat'],
  waiting_for: null,
};

describe('next, as calls of tools', () => {
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    tokenizer = await o200kTokenizer();
  });
  const told = (given: Next, maxTokens = 2_000): Record<string, unknown> => {
    const room = new Room(maxTokens, tokenizer);
    putNext(room, given, TASK);
    return JSON.parse(room.text).next;
  };

  it('has every action ready to call, with the version a check builds on, and none that is no tool', () => {
    expect(told(next)).toEqual({
      you: next.you,
      lease_s: 1_800,
      actions: [
        { do: 'check', tool: 'check', arguments: { task_id: TASK, names: ['unit'], ...base } },
        {
          do: 'hand_off',
          tool: 'hand_off',
          arguments: { task_id: TASK, phase: 'reviewing', ...base, state_delta: {} },
          blocked_by: [{ code: 'evidence_missing', detail: 'unit' }],
        },
        { do: 'send_back', tool: 'hand_off', arguments: { task_id: TASK, phase: 'implementing', ...base }, fill: ['state_delta.feedback'] },
        { do: 'release', tool: 'release', arguments: { task_id: TASK, claim_epoch: 2 }, fill: ['reason'] },
      ],
      also: ['update'],
    });
  });

  it('leaves most of a small answer to what the task is about, and names what it left out', () => {
    const short = told(next, 300);
    expect(short).toMatchObject({ actions: [{ do: 'check' }], also: ['hand_off', 'send_back', 'release', 'update'] });
    expect(tokenizer.countTokens(JSON.stringify(short))).toBeLessThanOrEqual(120);
    expect(told(next, 80)).toMatchObject({ you: next.you, also: ['check', 'hand_off', 'send_back', 'release', 'update'] });
  });

  it('leads elsewhere where there is nothing to do here', () => {
    const waiting_for = { who: 'human', gate_id: 'T1.G3', since: '2026-11-18T09:00:00.000Z' };
    const actions = [{ do: 'wait', tool: 'next_work', arguments: {} }];
    expect(told({ you: 'x', actions: [], waiting_for })).toEqual({ you: 'x', actions, waiting_for });
  });

  it('takes every action there can be', () => {
    for (const name of ACTION_NAMES)
      expect(told({ you: 'x', actions: [{ do: name, body: {} }], waiting_for: null }).actions).toHaveLength(1);
  });

  it('says what calls about the task have to name', () => {
    expect(standingIn(next)).toEqual(base);
    expect(standingIn({ ...next, actions: [{ do: 'hand_off', body: { expected_version: 9 } }] })).toEqual({ expected_version: 9 });
    expect(standingIn({ ...next, actions: [] })).toEqual({});
  });
});
