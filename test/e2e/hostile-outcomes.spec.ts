import { spawnSync } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOSTILE_OUTCOMES } from '../support/hostile-outcomes.js';
import { snapshotOf } from '../support/snapshot-of.js';
import { WorkedHouse } from '../support/worked-house.js';

/** What a shell would do something about, in a folder's name: so it stands in every path that is filled in. */
const METACHARACTERS = `x; touch pwned1 $(touch pwned2) \`touch pwned3\` && touch pwned4 | touch pwned5 > pwned6 ' " * ? ~ {task_id} %s`;
const PLACES = ['{prompt_file}', '{outcome_file}', '{input_file}', '{task_id}', '{work_dir}'];
const idOf = (number: number) => `Hostile${String(number).padStart(3, '0')}`;

/** Does what stands for its task, once it has seen that its arguments came as they were meant. */
const agent = (cases: Readonly<Record<string, string>>, outside: string) => `#!${process.execPath}
const fs = require('node:fs'), path = require('node:path'), outside = ${JSON.stringify(outside)};
const given = JSON.parse(fs.readFileSync(0, 'utf8'));
const meant = [given.prompt_file, given.outcome_file, given.input_file, given.task_id, given.work_dir];
if (JSON.stringify(process.argv.slice(2)) !== JSON.stringify(meant)) throw new Error('other arguments than were meant');
const leave = (text) => fs.writeFileSync(given.outcome_file, text), hand = (outcome) => leave(JSON.stringify(outcome));
if (given.phase === 'planning') new Function('fs', 'path', 'given', 'leave', 'hand', 'outside', 'require', ${JSON.stringify(cases)}[given.task_id])(fs, path, given, leave, hand, outside, require);
else hand({ failed: { class: 'limit', reason: 'That is as far as this goes.' } });
`;

describe('hostile outcomes', () => {
  let house: WorkedHouse;
  let directory = '';
  const outside = () => join(directory, 'outside');

  beforeAll(async () => {
    directory = await realpath(await mkdtemp(join(tmpdir(), 'jerry-hostile-')));
    await mkdir(outside());
    await writeFile(join(outside(), 'canary'), 'as it was');
    const program = join(directory, 'agent.cjs');
    await writeFile(program, agent(Object.fromEntries(HOSTILE_OUTCOMES.map(({ body }, number) => [idOf(number), body])), outside()));
    await chmod(program, 0o755);
    const executor = { kind: 'command', command: [program, ...PLACES], timeout_s: 60 };
    const config = { agents: { 'dev-engineer': { executor, concurrency: 4 } }, attempts: 1, lease_s: { worker: 60 } };
    house = await WorkedHouse.open({ config, worker: 'apps/worker/src/main.ts' });
    await symlink(house.api.project, join(directory, METACHARACTERS));
    await house.startWorker(join(directory, METACHARACTERS));
  });
  afterAll(async () => {
    await house.close();
    await rm(directory, { recursive: true });
  });

  /** The task once it is plain what became of the outcome. */
  const ended = (taskId: string) =>
    house.until(async () => {
      const state = await house.client.task(taskId, {});
      return state.status === 'abandoned' || state.phase === 'implementing' ? state : undefined;
    });

  it('end as a recorded failure or as a plain handoff, and do nothing else', async () => {
    const before = await snapshotOf(outside());
    for (const [number, { name }] of HOSTILE_OUTCOMES.entries())
      await house.client.createTask({ task_id: idOf(number), task_title: `Hand in ${name}: $(touch pwned7) \`touch pwned8\`` });

    const wrong: string[] = [];
    const counted = { failure: 0, handoff: 0 };
    for (const [number, { name, ends }] of HOSTILE_OUTCOMES.entries()) {
      const state = await ended(idOf(number));
      const became = state.phase === 'implementing' ? 'handoff' : 'failure';
      counted[became] += 1;
      const { items } = await house.client.history(idOf(number), { limit: 10 });
      const [{ ok }, kinds] = [
        await house.client.verify(idOf(number)),
        items
          .map(({ kind }) => kind)
          .reverse()
          .slice(0, 3),
      ];
      const told =
        became === 'handoff' ||
        ((state.packets[0]?.observed.length ?? 0) > 0 && state.packets[0]?.attempted !== null && state.gates.length === 1);
      if (became !== ends || !ok || !told || String(kinds) !== `create,claim,${became === 'failure' ? 'release' : 'handoff'}`)
        wrong.push(`${name}: ${became} by ${kinds}: ${state.retry_feedback[0]?.feedback ?? ''}`);
      expect(JSON.stringify(state)).not.toMatch(/sk-ant-|root:x:0/);
    }
    expect(wrong).toEqual([]);
    expect(await snapshotOf(outside())).toEqual(before);
    const names = await readdir(directory, { recursive: true });
    const inProject = await readdir(house.api.project, { recursive: true });
    expect([...names, ...inProject].filter((name) => /(^|\/)pwned/.test(name))).toEqual([]);
    expect((await lstat(join(house.api.project, 'leads-out'))).isSymbolicLink()).toBe(true);
    expect(spawnSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' }).stdout).not.toMatch(/^[^Z].*sleep 987654/m);
    expect(HOSTILE_OUTCOMES.length).toBeGreaterThanOrEqual(60);
    process.stdout.write(
      `${HOSTILE_OUTCOMES.length} hostile outcomes: ${counted.failure} recorded failures, ${counted.handoff} plain handoffs\n`,
    );
  });
});
