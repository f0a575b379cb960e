import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random, seedOf } from '../faults/support/random.js';
import { rounds } from '../faults/support/rounds.js';
import { checkHistory } from '../support/history-checker/check-history.js';
import { ClientLog } from '../support/history-checker/client-log.js';
import { operationsOf } from '../support/history-checker/operation.js';
import { readClientLog } from '../support/history-checker/read-client-log.js';
import { opName, taskChain } from '../support/history-checker/task-chain.js';
import { RunningApi } from '../support/running-api.js';
import { Crowd } from './kills/crowd.js';

const [TASKS, CLIENTS, KILLS] = [50, 16, rounds(10)];
const HANDOFFS = 200 * KILLS;
const PRINCIPALS = ['agent:dev-engineer', 'agent:dev-qa', 'agent:dev-reviewer', 'human:mira'];

describe('many clients at once, while the API dies again and again', () => {
  const ids = Array.from({ length: TASKS }, (_, k) => `T${k + 1}`);
  const logs = mkdtempSync(join(tmpdir(), 'jerry-crowd-'));
  let api: RunningApi;
  let crowd: Crowd | undefined;
  /** A restart that is under way: what a test that ran out of time was about must not outlive it. */
  let restart = Promise.resolve();

  beforeAll(async () => {
    // An attempt is counted for every step back, and this is not about what happens when they are used up.
    const config = { attempts: 100, limits: { requests_per_s: 100_000, in_flight: 10_000 } };
    api = await RunningApi.open({ asProcess: true, config });
    mkdirSync(join(api.project, 'src'));
    writeFileSync(join(api.project, 'src/login.ts'), 'export {};\n');
  });
  afterAll(async () => {
    await crowd?.kill();
    await restart.catch(() => undefined);
    await api.close();
    rmSync(logs, { recursive: true });
  });

  const createAll = async (log: ClientLog): Promise<void> => {
    for (const [k, task_id] of ids.entries()) {
      const op = opName(0, k);
      log.write({ event: 'invoke', op, task: task_id, what: 'commit' });
      const { status } = await api.call('human:mira', 'POST', '/v1/tasks', { task_id, task_title: 'Sign in', goal: `${op}: it holds` });
      expect(status).toBe(201);
      log.write({ event: 'ok', op, version: 1 });
    }
  };
  const readAll = async (log: ClientLog): Promise<void> => {
    for (const [k, task] of ids.entries()) {
      const op = opName(0, TASKS + k);
      log.write({ event: 'invoke', op, task, what: 'read' });
      const { body } = await api.call<{ version: number }>('human:mira', 'GET', `/v1/tasks/${task}`);
      log.write({ event: 'ok', op, version: body.version });
    }
  };

  it(`${HANDOFFS} handoffs over ${TASKS} tasks by ${CLIENTS} clients, the API killed ${KILLS} times: one history, and everybody was told the truth`, async () => {
    const seed = seedOf();
    const random = new Random(seed);
    const log = new ClientLog(join(logs, '0.jsonl'));
    await createAll(log);
    const tokens = Object.fromEntries(await Promise.all(PRINCIPALS.map(async (who) => [who, await api.tokenOf(who)] as const)));
    const clients = Array.from({ length: CLIENTS }, (_, k) => k + 1);
    crowd = new Crowd(
      clients.map((client) => ({
        client,
        seed: seed + client,
        address: api.address,
        tokens,
        tasks: ids,
        log: join(logs, `${client}.jsonl`),
      })),
    );
    let kills = 0;
    for (; kills < KILLS; kills++) {
      await crowd.reaches(Math.ceil(((kills + random.below(100) / 100) * HANDOFFS) / (KILLS + 1)) + 1);
      restart = api.kill().then(() => api.start());
      await restart;
    }
    await crowd.reaches(HANDOFFS);
    await crowd.stop();
    await readAll(log);
    log.close();

    const operations = operationsOf(readdirSync(logs).flatMap((file) => readClientLog(join(logs, file))));
    const chains = new Map(ids.map((id) => [id, taskChain(join(api.project, '.jerry'), id)]));
    const counts = {
      clients: crowd.tallies.filter(({ handoffs }) => handoffs > 0).length,
      kills,
      ...Object.fromEntries(
        (['handoffs', 'commits', 'lost', 'retried', 'replayed', 'forgotten'] as const).map((of) => [of, crowd?.sum(of)]),
      ),
      operations: operations.length,
      versions: [...chains.values()].reduce((total, { lines }) => total + lines.length, 0),
    };
    process.stdout.write(`    seed ${seed}: ${JSON.stringify(counts)}, refused ${JSON.stringify(refusals(crowd))}\n`);
    expect(checkHistory(operations, chains)).toEqual([]);
    expect(crowd.complaints).toBe('');
    expect([counts.clients, kills]).toEqual([CLIENTS, KILLS]);
    for (const [of, least] of [
      ['handoffs', HANDOFFS],
      ['retried', 50],
      ['replayed', 30],
      ['forgotten', 5],
    ] as const)
      expect([of, crowd.sum(of) >= least]).toEqual([of, true]);
  });
});

const refusals = ({ tallies }: Crowd): Record<string, number> => {
  const sum: Record<string, number> = {};
  for (const { refused } of tallies) for (const [code, count] of Object.entries(refused)) sum[code] = (sum[code] ?? 0) + count;
  return sum;
};
