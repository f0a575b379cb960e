import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Executors } from '@app/agents';
import { CannotStart, createLogger, loadConfig, type RunningPart } from '@app/platform';
import { problem, Wire } from '../../../test/support/wire.js';
import { startWorker } from './start-worker.js';

const SERVED = {
  agents: {
    'dev-qa': { executor: { kind: 'command', command: ['true'] } },
    'dev-engineer': { executor: { kind: 'command', command: ['true'] } },
  },
};
const EXECUTORS: Executors = { command: { run: async () => ({ handoff: { phase: 'completed' } }) } };

describe('startWorker', () => {
  let project = '';
  let wire: Wire;
  const log: string[] = [];
  const running: RunningPart[] = [];
  const start = async (config: object, executors: Executors, env: Record<string, string> = {}) => {
    await writeFile(join(project, '.jerry/config.json'), JSON.stringify(config));
    const logger = createLogger({ name: 'worker', level: 'info', write: (line) => log.push(line) });
    const part = await startWorker(loadConfig({ JERRY_PROJECT_DIR: project, ...env }, '/'), logger, { executors, again: false });
    running.push(part);
    return part;
  };
  const refusal = async (...given: Parameters<typeof start>): Promise<string> => {
    const refused: unknown = await start(...given).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CannotStart);
    return (refused as CannotStart).message;
  };

  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'jerry-worker-'));
    await mkdir(join(project, '.jerry'));
    wire = await Wire.open();
    log.splice(0);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((part) => part.stop()));
    await wire.close();
    await rm(project, { recursive: true });
  });

  it('with nobody to serve says so, needs nothing, and lives', async () => {
    const { facts } = await start({}, {});
    expect(facts).toEqual({ agents: 0 });
    expect(log.join()).toContain('No agent to serve: dev-engineer, dev-qa, dev-reviewer are run from outside');
  });

  it('refuses an agent that nothing here can run, and says what is possible', async () => {
    expect(await refusal(SERVED, {})).toBe(
      'The executor "command" of dev-engineer in .jerry/config.json is not part of this version: use "external", by which the agent fetches its work over HTTP.',
    );
    const model = { agents: { 'dev-qa': { executor: { kind: 'model', api: 'openai', model: 'm' } } } };
    expect(await refusal(model, EXECUTORS)).toContain('The executor "model" of dev-qa');
  });

  it('names everything it lacks to work on its own', async () => {
    const lacks = await refusal(SERVED, EXECUTORS, { JERRY_API_URL: wire.address });
    expect(lacks).toContain('JERRY_WORKER_TOKEN');
    expect(lacks).toContain('JERRY_REDIS_URL');
    expect(lacks).not.toContain('JERRY_API_URL');
  });

  const env = () => ({
    JERRY_API_URL: wire.address,
    JERRY_WORKER_TOKEN: 'w'.repeat(40),
    JERRY_REDIS_URL: 'redis://127.0.0.1:1',
    JERRY_PROCESS: 'worker',
  });

  it('refuses a token that the API does not take', async () => {
    wire.answers(problem(401, 'unauthorized'));
    expect(await refusal(SERVED, EXECUTORS, env())).toContain("does not take this worker's token");
    expect(wire.seen[0]).toMatchObject({ url: '/v1/me', headers: { authorization: `Bearer ${'w'.repeat(40)}` } });
  });
});
