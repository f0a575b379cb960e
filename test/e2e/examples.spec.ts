import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RunningApi } from '../support/running-api.js';
import { CREW, type Member, type RunningAgent } from './examples/crew.js';
import { Meddler } from './examples/meddler.js';

const MIRA = 'human:mira';
const ROLES = ['dev-engineer', 'dev-qa', 'dev-reviewer'];
const TASKS = 3;
const here = CREW.filter(({ missing }) => missing === undefined);

interface Row {
  readonly kind: string;
  readonly by: string;
  readonly phase: string;
}

describe('the agents of examples/', () => {
  let api: RunningApi;
  let agents: RunningAgent[] = [];
  beforeEach(async () => {
    api = await RunningApi.open({ config: { phase_exit: { planning: { no_open: ['blocker'] } } } });
  });
  afterEach(async () => {
    await Promise.all(agents.map((agent) => agent.kill()));
    agents = [];
    await api.close();
  });

  const start = async (member: Member, role: string, url = api.address): Promise<RunningAgent> => {
    const agent = member.start({ url, token: await api.tokenOf(`agent:${role}`), project: api.project });
    agents.push(agent);
    return agent;
  };
  const create = (task_id: string, more: object = {}) =>
    api.call(MIRA, 'POST', '/v1/tasks', { task_id, task_title: 'Say "what" \\ it is about: 100 %', ...more });
  const state = async (task: string) => (await api.call(MIRA, 'GET', `/v1/tasks/${task}`)).body;
  /** Waits for changes of the task until it is as wanted. */
  const until = async (task: string, wanted: Readonly<Record<string, unknown>>) => {
    for (let now = await state(task); ; ) {
      if (Object.entries(wanted).every(([key, value]) => now[key] === value)) return now;
      const { status, body } = await api.call(MIRA, 'GET', `/v1/tasks/${task}?wait_s=30`, undefined, {
        'if-none-match': `"${now.version}"`,
      });
      if (status === 304) throw new Error(`Nothing happens to ${task}: ${agents.map((agent) => agent.output()).join('\n')}`);
      now = body;
    }
  };
  const history = async (task: string) =>
    (await api.call<{ items: Row[] }>(MIRA, 'GET', `/v1/tasks/${task}/history?limit=200`)).body.items.reverse();

  it.each(CREW)('$name is here to be tried', ({ name, missing }) => {
    if (missing === undefined) return;
    const said = `The ${name} agent was NOT run: there is no ${missing} on this machine.`;
    // Node and bash are everywhere this repository can be worked on; where the suite decides about a change, nothing may be missing.
    if (name !== 'python' || process.env.CI !== undefined) throw new Error(said);
    process.stderr.write(`${said}\n`);
  });

  it.each(here.map(({ name }, round) => ({ round, name })))(
    'bring tasks from planning to completed side by side, $name as the engineer',
    async ({ round }) => {
      const tasks = Array.from({ length: TASKS }, (_, index) => `T${index}`);
      await Promise.all(tasks.map((task) => create(task)));
      await Promise.all(ROLES.map((role, index) => start(here[(index + round) % here.length] as Member, role)));
      await Promise.all(tasks.map((task) => until(task, { status: 'completed' })));
      for (const task of tasks) {
        expect((await history(task)).filter(({ kind }) => kind === 'handoff').map(({ by, phase }) => `${by} ${phase}`)).toEqual([
          'agent:dev-engineer implementing',
          'agent:dev-engineer testing',
          'agent:dev-qa reviewing',
          'agent:dev-reviewer completed',
        ]);
        expect((await state(task)).artifacts).toMatchObject([{ path: `notes/${task}.md`, content_hash: expect.any(String) }]);
        expect((await api.call(MIRA, 'GET', `/v1/tasks/${task}/verify`)).body).toMatchObject({ ok: true, versions: 9 });
      }
    },
  );

  it.each(here)('build on what somebody wrote beside their work: $name', async (member) => {
    const meddled = new Set<string>();
    const edits = async (path: string) => {
      const [, task] = /^\/v1\/tasks\/(\w+)\/handoffs$/.exec(path) ?? [];
      if (task === undefined || meddled.has(task)) return;
      meddled.add(task);
      await api.call(MIRA, 'PATCH', `/v1/tasks/${task}`, { labels: ['urgent'] });
    };
    const meddler = await Meddler.open(api.address, edits);
    try {
      await create('Edited', { target_agent: 'dev-engineer' });
      const agent = await start(member, 'dev-engineer', meddler.address);
      await until('Edited', { phase: 'testing' });
      expect(agent.output()).toMatch(/handoffs version_conflict\n.*handoffs ?\n/);
      expect((await history('Edited')).map(({ kind }) => kind)).toEqual(['create', 'claim', 'edit', 'handoff', 'claim', 'handoff']);
    } finally {
      await meddler.close();
    }
  });

  it.each(here)('give back what a rule does not let them hand on, with the reason, as an attempt: $name', async (member) => {
    await create('Blocked');
    const issues_raised = [{ issue: 'Nobody has said for whom.', severity: 'blocker' }];
    await api.call(MIRA, 'POST', '/v1/tasks/Blocked/updates', { expected_version: 1, state_delta: { issues_raised } });
    await start(member, 'dev-engineer');
    const back = await until('Blocked', { attempts: 1 });
    expect(back).toMatchObject({ status: 'pending', phase: 'planning', retry_feedback: [{ by: 'agent:dev-engineer' }] });
  });

  it.each(here)('send back what is not as it should be: $name', async (member) => {
    await create('Empty', { phase: 'implementing' });
    const artifacts = [{ path: 'notes/Empty.md', content_hash: 'a'.repeat(64) }];
    await api.call(MIRA, 'POST', '/v1/tasks/Empty/handoffs', { phase: 'testing', expected_version: 1, state_delta: { artifacts } });
    expect(existsSync(join(api.project, 'notes/Empty.md'))).toBe(false);
    await start(member, 'dev-qa');
    const back = await until('Empty', { phase: 'implementing' });
    expect(back).toMatchObject({ attempts: 1, retry_feedback: [{ cause: 'sent_back', by: 'agent:dev-qa' }] });
  });

  it.each(here)('wait for a service that is away, and have their task back after a crash: $name', async (member) => {
    let calls = 0;
    let reached = (): void => undefined;
    const atHandoff = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const never = new Promise<void>(() => undefined);
    const meddler = await Meddler.open(api.address, async (path) => {
      if (!path.endsWith('/handoffs') || calls++ > 0) return;
      reached();
      await never;
    });
    try {
      await create('Crashed', { target_agent: 'dev-engineer' });
      const first = await start(member, 'dev-engineer', meddler.address);
      await atHandoff;
      await first.kill();
      await api.stop();
      await start(member, 'dev-engineer');
      await api.start();
      await until('Crashed', { phase: 'implementing' });
      expect((await history('Crashed')).map(({ kind }) => kind).slice(0, 3)).toEqual(['create', 'claim', 'handoff']);
    } finally {
      await meddler.close();
    }
  });

  it.each(here)('end, and say why, when nobody knows their token: $name', async (member) => {
    const agent = member.start({ url: api.address, token: 'x'.repeat(40), project: api.project });
    agents.push(agent);
    await agent.ended;
    expect(agent.output()).toMatch(/token/i);
  });
});
