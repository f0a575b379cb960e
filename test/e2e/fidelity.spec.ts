import { o200kTokenizer, stateFile, summarize, type Tokenizer } from '@app/handoff';
import { fidelityTasks } from '../fidelity/fidelity-task.js';
import { LookUps } from '../fidelity/look-ups.js';
import { MORE_AGENTS, type Played, playTask } from '../fidelity/play.js';
import { RunningApi } from '../support/running-api.js';

const TASK = '/v1/tasks/T1';
const VIEWER = 'viewer:wall';
const ROUTES = {
  create: ['POST', '/v1/tasks'],
  handoff: ['POST', `${TASK}/handoffs`],
  update: ['POST', `${TASK}/updates`],
  claim: ['POST', `${TASK}/claim`],
  release: ['POST', `${TASK}/release`],
  cancel: ['POST', `${TASK}/cancel`],
  reopen: ['POST', `${TASK}/reopen`],
  reassign: ['POST', `${TASK}/reassign`],
  edit: ['PATCH', TASK],
} as const satisfies Record<string, readonly ['POST' | 'PATCH', string]>;

const isRouted = (kind: string): kind is keyof typeof ROUTES => kind in ROUTES;

/** Both lives have their own clock. */
const untimed = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then'));

/** One short, one with odd paths, one in Japanese, one with claims and agents of its own, one long. */
const LIVES = ['payroll-holiday-pay', 'docs-portal-odd-paths', 'epub-ruby-tategaki', 'bank-form-a11y', 'warehouse-aisle-deadlock'];

describe('what a successor reads over HTTP is what test/fidelity measures', () => {
  let tokenizer: Tokenizer;
  let api: RunningApi;

  beforeAll(async () => {
    tokenizer = await o200kTokenizer();
  });
  beforeEach(async () => {
    api = await RunningApi.open({ config: { agents: Object.fromEntries(MORE_AGENTS.map((name) => [name, {}])) } });
  });
  afterEach(() => api.close());

  const vote = async (gateId: string, by: string, body: object): Promise<number> => {
    const { digest } = (await api.call<{ digest: string }>(by, 'GET', `/v1/gates/${gateId}`)).body;
    return (await api.call(by, 'POST', `/v1/gates/${gateId}/votes`, { ...body, digest })).status;
  };

  const live = async ({ sent }: Played): Promise<void> => {
    for (const { by, kind, gate_id, body } of sent) {
      if (gate_id !== undefined) expect(await vote(gate_id, by, body)).toBe(201);
      else if (isRouted(kind)) {
        const [method, path] = ROUTES[kind];
        const answered = await api.call(by, method, path, kind === 'create' ? { task_id: 'T1', ...body } : body);
        expect([kind, Math.floor(answered.status / 100)]).toEqual([kind, 2]);
      }
    }
  };

  it.each(LIVES)('%s: the summary, and one look-up', async (slug) => {
    const task = fidelityTasks().find((one) => one.slug === slug);
    if (task === undefined) throw new Error(`There is no life of ${slug}.`);
    const played = playTask(task);
    await live(played);
    const { text, tokens, omitted } = summarize(played.state, { maxTokens: 499, tokenizer, stateFile: stateFile('T1') });
    const { body } = await api.call(VIEWER, 'GET', `${TASK}/summary`);
    expect(body).toMatchObject({ context_summary: text, summary_tokens: tokens, omitted });
    expect((await api.call(VIEWER, 'GET', `${TASK}/summary`, undefined, { accept: 'text/plain' })).text).toBe(text);
    const { pages } = await LookUps.into(played, tokenizer);
    for (const [kind, value] of pages) {
      const found = await api.call(VIEWER, 'GET', `${TASK}/lookup?handle=${kind}@${played.state.version}`);
      expect(untimed(found.body.value)).toEqual(untimed(value));
    }
  });
});
