import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkedHouse } from '../support/worked-house.js';

/** Fails by its own word at first, then crashes, and then does it. */
const AGENT = `const { readFileSync, writeFileSync } = require('node:fs');
const { claim_epoch, outcome_file } = JSON.parse(readFileSync(0, 'utf8'));
const hand = (outcome) => writeFileSync(outcome_file, JSON.stringify(outcome));
const packet = {
  attempted: 'A pool of connections.',
  observed: [{ finding: 'It deadlocks at eight.' }],
  failed_approaches: [{ approach: 'A pool', why: 'It deadlocks' }],
};
if (claim_epoch === 1) hand({ failed: { class: 'code', reason: 'No pool will do.', packet } });
else if (claim_epoch === 2) throw new Error('out of ideas');
else hand({ handoff: { phase: 'implementing' } });
`;
const ATTEMPTS = 2;

// Real: API, queue server, worker, command executor, program.
describe('an attempt that failed', () => {
  let house: WorkedHouse;
  beforeAll(async () => {
    const executor = { kind: 'command', command: [process.execPath, 'agent.cjs'] };
    const config = { agents: { 'dev-engineer': { executor } }, phases: { implementing: 'dev-qa' }, attempts: ATTEMPTS };
    house = await WorkedHouse.open({ config, worker: 'apps/worker/src/main.ts' });
    writeFileSync(join(house.api.project, 'agent.cjs'), AGENT);
    await house.startWorker();
  });
  afterAll(() => house.close());

  const stateOnce = (wanted: object) =>
    house.until(async () => {
      const state = await house.client.task('T1', {});
      return Object.entries(wanted).every(([key, value]) => state[key as keyof typeof state] === value) ? state : undefined;
    });
  const runs = () => join(house.api.project, '.jerry/runs/T1');
  const given = (epoch: number, file: string) => readFileSync(join(runs(), `T1-v1-e${epoch}`, file), 'utf8');

  it('leaves its packet to the next one, and a human is asked when they are used up', async () => {
    await house.client.createTask({ task_id: 'T1', task_title: 'Faster' });
    const { gates, packets, attempts } = await stateOnce({ status: 'abandoned' });
    expect([attempts, gates.map(({ kind, status }) => [kind, status])]).toEqual([ATTEMPTS, [['attempts', 'open']]]);
    expect(packets.map(({ attempted }) => attempted)).toEqual([
      expect.stringMatching(/^Ran .*node.* for T1-v1, claim epoch 2\.$/),
      'A pool of connections.',
    ]);
    const second = [given(2, 'prompt.md'), JSON.parse(given(2, 'input.json')).context_summary];
    for (const told of second) {
      expect(told).toContain('No pool will do.');
      expect(told).toMatch(/A pool.*It deadlocks/);
    }
    expect(given(2, 'output.log')).toContain('Error: out of ideas');

    const [gate] = (await house.client.listGates({ task_id: 'T1' })).items;
    await house.client.vote(gate?.id ?? '', { decision: 'approve', reason: 'Try it without a pool.', digest: gate?.digest ?? '' });
    await stateOnce({ phase: 'implementing' });
    const third = given(3, 'prompt.md');
    for (const told of ['Try it without a pool.', 'out of ideas', 'It deadlocks']) expect(third).toContain(told);
    expect(JSON.parse(given(3, 'input.json'))).toMatchObject({ effect_key: 'T1-v1', claim_epoch: 3 });
    expect(readdirSync(runs()).sort()).toEqual(['T1-v1-e1', 'T1-v1-e2', 'T1-v1-e3']);
  });
});
