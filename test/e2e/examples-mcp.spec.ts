import { RunningApi } from '../support/running-api.js';
import { CREW, type Member, type RunningAgent } from './examples/crew.js';
import { McpMember } from './examples/mcp-member.js';

const MIRA = 'human:mira';
/** One for each step from planning to completed, so that nobody can be left out. */
const ROLES = ['planner', 'dev-engineer', 'dev-qa', 'dev-reviewer'] as const;
const here = CREW.filter(({ missing }) => missing === undefined);
const TASKS = ['T0', 'T1', 'T2', 'T3'];

describe('the agents of examples/ and an MCP client', () => {
  let api: RunningApi;
  let member: McpMember;
  let agents: RunningAgent[] = [];
  beforeEach(async () => {
    api = await RunningApi.open({ config: { agents: { planner: {} }, phases: { planning: 'planner' } } });
  });
  afterEach(async () => {
    await member.stop();
    await Promise.all(agents.map((agent) => agent.kill()));
    agents = [];
    await api.close();
  });

  const completed = async (task: string): Promise<void> => {
    for (let version = 0; ; ) {
      const { status, body } = await api.call(MIRA, 'GET', `/v1/tasks/${task}?wait_s=30`, undefined, { 'if-none-match': `"${version}"` });
      if (status === 304) throw new Error(`Nothing happens to ${task}: ${agents.map((agent) => agent.output()).join('\n')}`);
      if (body.status === 'completed') return;
      version = Number(body.version);
    }
  };

  it.each(ROLES)('bring tasks from planning to completed side by side, the MCP client as %s', async (role) => {
    for (const task_id of TASKS) await api.call(MIRA, 'POST', '/v1/tasks', { task_id, task_title: 'Say what it is about' });
    member = await McpMember.start(api, role);
    const others = ROLES.filter((one) => one !== role);
    agents = await Promise.all(
      others.map(async (other, i) => {
        const token = await api.tokenOf(`agent:${other}`);
        return (here[i % here.length] as Member).start({ url: api.address, token, project: api.project });
      }),
    );
    await Promise.race([Promise.all(TASKS.map(completed)), member.ended]);
    for (const task of TASKS) {
      const { items } = (await api.call<{ items: { kind: string; by: string; phase: string }[] }>(MIRA, 'GET', `/v1/tasks/${task}/history`))
        .body;
      expect(items.filter(({ kind }) => kind === 'handoff').map(({ by, phase }) => `${by} ${phase}`)).toEqual([
        'agent:dev-reviewer completed',
        'agent:dev-qa reviewing',
        'agent:dev-engineer testing',
        'agent:planner implementing',
      ]);
      expect((await api.call(MIRA, 'GET', `/v1/tasks/${task}/verify`)).body).toMatchObject({ ok: true, versions: 9 });
    }
  });
});
