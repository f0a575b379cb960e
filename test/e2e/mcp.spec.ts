import { o200kTokenizer } from '@app/handoff';
import { CheckedApi } from '../support/checked-api.js';
import { McpAgent, type McpAnswer } from '../support/mcp-agent.js';
import type { RunningApi } from '../support/running-api.js';

const MIRA = 'human:mira';
const AGENTS = ['dev-engineer', 'dev-qa', 'dev-reviewer'] as const;
const TOOLS = ['next_work', 'look_up', 'update', 'check', 'hand_off', 'ask_human', 'release'];

const LIST_TOKENS = 1_500;

/** What the next call about a task copies. */
const now = ({ body: { task_id, expected_version, claim_epoch } }: McpAnswer) => ({ task_id, expected_version, claim_epoch });

describe.each([
  ['before envelopes', false],
  ['2026-07-28', true],
])('agents over MCP, revision %s', (_, isModern) => {
  let checked: CheckedApi;
  let api: RunningApi;
  let engineer: McpAgent;
  let qa: McpAgent;
  let reviewer: McpAgent;
  beforeAll(async () => {
    checked = await CheckedApi.open({ phase_exit: { testing: { required_checks: ['unit'], no_open: ['blocker'] } } });
    ({ api } = checked);
    const connect = (name: string) => McpAgent.connect(api, `agent:${name}`, { isModern });
    [engineer, qa, reviewer] = [await connect(AGENTS[0]), await connect(AGENTS[1]), await connect(AGENTS[2])];
  });
  afterAll(async () => {
    for (const agent of [engineer, qa, reviewer]) await agent.close();
    await checked.close();
  });

  const create = (task_id: string, more: object = {}) =>
    api.call(MIRA, 'POST', '/v1/tasks', { task_id, task_title: 'Login survives a restart', ...more });
  const state = async (task: string) => (await api.call(MIRA, 'GET', `/v1/tasks/${task}`)).body;
  const handoffs = async (task: string) =>
    (await api.call<{ items: { kind: string; by: string; phase: string }[] }>(MIRA, 'GET', `/v1/tasks/${task}/history`)).body.items
      .filter(({ kind }) => kind === 'handoff')
      .map(({ by, phase }) => `${by} ${phase}`)
      .reverse();

  it('find exactly seven tools, in few tokens, and the protocol in a few sentences', async () => {
    const { countTokens } = await o200kTokenizer();
    const listed = await engineer.client.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual(TOOLS);
    // With its envelope, and all that the revision puts beside the tools.
    expect(countTokens(JSON.stringify({ jsonrpc: '2.0', id: 1, result: listed }))).toBeLessThanOrEqual(LIST_TOKENS);
    for (const { description = '', inputSchema } of listed.tools) {
      expect(description.length).toBeGreaterThan(20);
      expect(Object.keys(inputSchema.properties ?? {})).toContain('max_tokens');
    }
    const said = engineer.client.getInstructions() ?? '';
    expect(said).toContain('the agent `dev-engineer`');
    expect(countTokens(said)).toBeLessThan(250);
  });

  it('bring a task from planning to completed by themselves: with a decision, evidence, a rejection and a question', async () => {
    const task_id = 'L1';
    await create(task_id, { goal: 'Nobody signs in twice a day.' });
    const planned = await engineer.call('next_work');
    expect(planned.body).toMatchObject({ task_id, phase: 'planning', effect_key: 'L1-v1' });
    const noted = await engineer.call('update', { ...now(planned), state_delta: { decisions: [{ decision: 'Sessions live in SQLite' }] } });
    expect(noted.body).toMatchObject({ task_id, expected_version: 3, claim_epoch: 1 });
    await engineer.call('hand_off', { ...now(noted), phase: 'implementing' });

    checked.put('src/a.ts', 'a bug\n');
    const built = await engineer.call('next_work', { task_id });
    const files = { artifacts: [{ path: 'src/a.ts' }], packet: { next_agent_should_first: 'Log in and restart.' } };
    expect((await engineer.call('hand_off', { ...now(built), phase: 'testing', state_delta: files })).body).toMatchObject({
      target_agent: 'dev-qa',
      dispatch: 'awaiting_claim',
      next: { waiting_for: { who: 'agent:dev-qa' }, actions: [{ tool: 'next_work', arguments: {} }] },
    });

    const tested = await qa.call('next_work');
    expect(tested.body).toMatchObject({ handed_over: { from: 'dev-engineer', artifacts: ['src/a.ts'] } });
    const early = await qa.call('hand_off', { ...now(tested), phase: 'reviewing' });
    expect([early.isError, early.body]).toEqual([
      true,
      expect.objectContaining({
        code: 'phase_exit_failed',
        ...now(tested),
        reasons: [expect.objectContaining({ code: 'evidence_missing' })],
      }),
    ]);
    const failed = await qa.call('check', now(tested));
    expect(failed.body).toMatchObject({ status: 'finished', results: [{ name: 'unit', passed: false }] });
    const back = await qa.call('hand_off', { ...now(failed), phase: 'implementing', state_delta: { feedback: 'There is a bug in it.' } });
    expect(back.isError).toBe(false);

    const again = await engineer.call('next_work');
    expect(again.body).toMatchObject({ handed_over: { feedback: 'There is a bug in it.' } });
    checked.put('src/a.ts', 'mended\n');
    await engineer.call('hand_off', { ...now(again), phase: 'testing', state_delta: { artifacts: [{ path: 'src/a.ts' }] } });
    const retested = await qa.call('next_work');
    const proven = await qa.call('check', now(retested));
    expect(proven.body).toMatchObject({ results: [{ name: 'unit', passed: true }] });
    // What nothing needs any more is still what was asked for.
    expect((await qa.call('check', now(retested))).body).toMatchObject({ replayed: true, results: [{ name: 'unit', passed: true }] });
    await qa.call('hand_off', { ...now(proven), phase: 'reviewing' });

    const reviewed = await reviewer.call('next_work');
    const question = { question: 'May sessions live 30 days?', suggested_action: 'Ask the owner.' };
    const asked = await reviewer.call('ask_human', { ...now(reviewed), ...question });
    expect(asked.body).toMatchObject({ dispatch: 'awaiting_gate', next: { waiting_for: { who: 'human', gate_id: asked.body.gate_id } } });
    expect((await reviewer.call('next_work', { wait_s: 0 })).body.task_id).toBeNull();
    expect((await reviewer.call('ask_human', { ...now(reviewed), ...question })).body).toMatchObject({
      replayed: true,
      gate_id: asked.body.gate_id,
    });
    const waiting = reviewer.call('next_work', { wait_s: 30 });
    const gate = (await api.call(MIRA, 'GET', `/v1/gates/${asked.body.gate_id}`)).body;
    const vote = { decision: 'approve', reason: '30 days are fine.', digest: gate.digest };
    expect((await api.call(MIRA, 'POST', `/v1/gates/${gate.id}/votes`, vote)).status).toBe(201);
    const answered = await waiting;
    expect(answered.body.context_summary).toContain('30 days are fine.');
    await reviewer.call('hand_off', { ...now(answered), phase: 'completed' });
    // Asked once more, in whatever phase the task is by now, it is still the same question.
    expect((await reviewer.call('ask_human', { ...now(reviewed), ...question })).body).toMatchObject({ replayed: true });

    expect(await state(task_id)).toMatchObject({ status: 'completed', quality_gates_passed: ['unit'] });
    expect(await handoffs(task_id)).toEqual([
      'agent:dev-engineer implementing',
      'agent:dev-engineer testing',
      'agent:dev-qa implementing',
      'agent:dev-engineer testing',
      'agent:dev-qa reviewing',
      'agent:dev-reviewer reviewing',
      'agent:dev-reviewer completed',
    ]);
    expect((await api.call(MIRA, 'GET', `/v1/tasks/${task_id}/verify`)).body).toMatchObject({ ok: true });
  });

  it('get the same answer to the same call, and never write twice', async () => {
    await create('R1', { target_agent: 'dev-reviewer', phase: 'implementing' });
    const claimed = await reviewer.call('next_work');
    expect((await reviewer.call('next_work')).body).toEqual(claimed.body);
    const note = { ...now(claimed), state_delta: { warnings: ['Old sessions end once.'] } };
    const [first, second] = await Promise.all([reviewer.call('update', note), reviewer.call('update', note)]);
    expect([now(first), now(second)]).toEqual([now(first), now(first)]);
    const checking = { ...now(first), names: ['lint'] };
    const run = await reviewer.call('check', checking);
    const rerun = await reviewer.call('check', checking);
    expect([rerun.body.replayed, now(rerun), rerun.body.results]).toEqual([true, now(run), run.body.results]);
    const { expected_version: known, ...unversioned } = { ...now(run), names: ['lint'] };
    await reviewer.call('check', unversioned);
    const anew = await reviewer.call('check', unversioned);
    expect([anew.body.replayed, anew.body.expected_version]).toEqual([undefined, Number(known) + 2]);
    const on = {
      ...now(anew),
      phase: 'implementing',
      target_agent: 'dev-qa',
      state_delta: { packet: { next_agent_should_first: 'Go on.' } },
    };
    const sent = await reviewer.call('hand_off', on);
    const resent = await reviewer.call('hand_off', on);
    expect(resent.body).toEqual({ ...sent.body, replayed: true });
    const held = await qa.call('next_work');
    const given = { task_id: 'R1', claim_epoch: held.body.claim_epoch, reason: 'Out of quota.', failed: { class: 'limit' } };
    expect((await qa.call('release', given)).body.expected_version).toBe(9);
    expect((await qa.call('release', given)).body).toMatchObject({ expected_version: 9, replayed: true });
    expect(await state('R1')).toMatchObject({ version: 9, status: 'pending' });
  });

  it('get no check recorded twice for one call, also where the service has forgotten the run', async () => {
    await create('F1', { target_agent: 'dev-engineer' });
    const checking = { ...now(await engineer.call('next_work', { task_id: 'F1' })), names: ['lint'] };
    expect((await engineer.call('check', checking)).body).toMatchObject({ status: 'finished', expected_version: 3 });
    await api.stop();
    await api.start();
    const again = await engineer.call('check', checking);
    expect(again.body).toMatchObject({ code: 'version_conflict', expected_version: 3 });
    expect(JSON.stringify(again.body.patch)).toContain('"name":"lint","passed":true');
    expect((await state('F1')).version).toBe(3);
    await api.call(MIRA, 'POST', '/v1/tasks/F1/cancel', { reason: 'Seen.' });
  });

  it('are told what is wrong with a call, by path and nearest name, and what they can do instead', async () => {
    await create('E1', { target_agent: 'dev-engineer' });
    const claimed = await engineer.call('next_work', { task_id: 'E1' });
    const refusal = async (agent: McpAgent, name: string, args: object) => {
      const { isError, body } = await agent.call(name, { ...args });
      return { isError, ...body };
    };
    const misspelt = { ...now(claimed), state_delta: { desicions: [], issues_raised: [{ issue: 'x', severity: 'bad' }] } };
    expect(await refusal(engineer, 'update', misspelt)).toMatchObject({
      isError: true,
      code: 'invalid_request',
      detail: expect.stringMatching(
        /state_delta\.issues_raised\.0\.severity .*state_delta\.desicions is not known here \(did you mean decisions\?\)/,
      ),
      ...now(claimed),
      next: { actions: [{ tool: 'hand_off', arguments: { ...now(claimed), phase: 'implementing' } }, {}, {}, {}, {}] },
    });
    expect(await refusal(engineer, 'hand_off', { ...now(claimed), phase: 'completed', target_agent: 'dev-qa' })).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining('target_agent'),
    });
    expect(await refusal(engineer, 'hand_off', { task_id: 'E1', phase: 'implementing' })).toMatchObject({
      code: 'expected_version_missing',
    });
    expect(await refusal(engineer, 'hand_off', { task_id: 'E1', phase: 'implementing', expected_version: 2 })).toMatchObject({
      code: 'claim_epoch_missing',
      ...now(claimed),
    });
    expect(await refusal(engineer, 'hand_off', { ...now(claimed), phase: 'reviewing' })).toMatchObject({
      code: 'transition_not_allowed',
      allowed: ['planning', 'implementing'],
    });
    expect(await refusal(engineer, 'check', { ...now(claimed), names: ['unti'] })).toMatchObject({ code: 'unknown_check' });
    expect(await refusal(qa, 'check', { task_id: 'E1' })).toMatchObject({ code: 'not_assigned' });
    const fromFuture = { ...now(claimed), expected_version: 99, question: 'x' };
    expect(await refusal(engineer, 'ask_human', fromFuture)).toMatchObject({ code: 'version_conflict' });
    expect(await refusal(qa, 'update', { ...now(claimed), state_delta: {} })).toMatchObject({ code: 'not_assigned' });
    expect(await refusal(qa, 'next_work', { task_id: 'E1' })).toMatchObject({
      code: 'not_assigned',
      next: { actions: [{ tool: 'next_work' }] },
    });
    expect(await refusal(qa, 'look_up', { task_id: 'nobody' })).toMatchObject({ code: 'task_not_found' });
    expect(await refusal(qa, 'look_up', { task_id: 'E1', max_tokens: 10 })).toMatchObject({ code: 'invalid_request' });
    await api.call(MIRA, 'PATCH', '/v1/tasks/E1', { goal: 'Something else.' });
    const conflict = await refusal(engineer, 'hand_off', { ...now(claimed), phase: 'implementing' });
    expect(conflict).toMatchObject({ code: 'version_conflict', expected_version: 3, written_by: MIRA, claim_epoch: 1 });
    expect(JSON.stringify(conflict)).toContain('Something else.');
    // A check on top of what one knows is one on top of what one knows.
    expect(await refusal(engineer, 'check', { ...now(claimed), names: ['lint'] })).toMatchObject({ code: 'version_conflict' });
    await api.call(MIRA, 'POST', '/v1/tasks/E1/cancel', { reason: 'Not wanted.' });
    expect(await refusal(engineer, 'release', { task_id: 'E1', claim_epoch: 1, reason: 'x' })).toMatchObject({ code: 'stale_claim' });
    await expect(engineer.client.callTool({ name: 'next_wrok' })).rejects.toThrow(/next_work, look_up/);
    expect((await state('E1')).version).toBe(4);
  });

  it('read everything there is once, page by page', async () => {
    await create('P1', { target_agent: 'dev-qa', phase: 'implementing' });
    for (let round = 0; round < 4; round++) {
      const { version } = await state('P1');
      const decisions = Array.from({ length: 50 }, (_, k) => ({
        decision: `Decision ${round}/${k} ${'because of this and that '.repeat(k % 9)}`,
      }));
      await api.call(MIRA, 'POST', '/v1/tasks/P1/updates', { expected_version: version, state_delta: { decisions } });
    }
    const { countTokens } = await o200kTokenizer();
    const ids: string[] = [];
    let pages = 0;
    for (let cursor: unknown; cursor !== null; pages++) {
      const { text, body } = await qa.call('look_up', {
        task_id: 'P1',
        handle: 'decisions@5',
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(countTokens(text)).toBeLessThanOrEqual(2_000);
      ids.push(...(body.value as { id?: string }[]).flatMap(({ id }) => id ?? []));
      cursor = body.next_cursor;
    }
    const all = [5, 4, 3, 2].flatMap((version) => Array.from({ length: 50 }, (_, k) => (k === 0 ? `D${version}` : `D${version}.${k + 1}`)));
    expect(ids).toEqual(all);
    expect(pages).toBeGreaterThan(2);
    expect((await qa.call('look_up', { task_id: 'P1', handle: 'D3.7' })).body.value).toMatchObject({ id: 'D3.7' });
    expect((await qa.call('look_up', { task_id: 'P1' })).body).toMatchObject({ status: 'pending', expected_version: 5 });
    await api.call(MIRA, 'POST', '/v1/tasks/P1/cancel', { reason: 'Read.' });
  });

  it('work side by side under one token, each by a name of its own', async () => {
    for (const task of ['S1', 'S2', 'S3']) await create(task, { target_agent: 'dev-reviewer' });
    const other = await McpAgent.connect(api, 'agent:dev-reviewer', { isModern, query: '?instance=b' });
    const own = await reviewer.call('next_work');
    const beside = await other.call('next_work');
    const third = await other.call('next_work', { instance: 'c' });
    expect([own, beside, third].map(({ body }) => body.task_id)).toEqual(['S1', 'S2', 'S3']);
    expect((await other.call('next_work')).body.task_id).toBe('S2');
    for (const answer of [own, beside, third]) {
      const { task_id, claim_epoch } = answer.body;
      expect((await reviewer.call('release', { task_id, claim_epoch, reason: 'Enough.' })).isError).toBe(false);
      await api.call(MIRA, 'POST', `/v1/tasks/${task_id}/cancel`, { reason: 'Seen.' });
    }
    await other.close();
  });
});
