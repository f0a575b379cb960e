import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Answered } from './answered.js';
import { RunningApi } from './running-api.js';

export interface Run {
  readonly run_id: string;
  readonly status: 'running' | 'finished' | 'failed';
  readonly results: readonly {
    name: string;
    passed: boolean;
    exit_code: number | null;
    duration_ms: number;
    stable: boolean;
    detail: string;
  }[];
  readonly version: number | null;
  readonly failure?: { readonly code: string; readonly detail: string };
  readonly code?: string;
  readonly detail?: string;
  readonly next?: { readonly actions: readonly { do: string; blocked_by?: readonly { code: string; detail: string }[] }[] };
}

/** Tells when it starts and ends in `log`, and ends once the test says `go-<name>`. */
const WAITS = `
import { appendFileSync, existsSync } from 'node:fs';
const name = process.argv[2];
appendFileSync('log', 'start ' + name + '\\n');
const waiting = setInterval(() => {
  if (!existsSync('go-' + name)) return;
  clearInterval(waiting);
  appendFileSync('log', 'end ' + name + '\\n');
}, 10);
`;

const script = (text: string): readonly string[] => [process.execPath, '--input-type=module', '-e', text];
const waits = (name: string) => ({ command: [process.execPath, 'tools/waits.mjs', name], covers: ['src/**'] });

/** Checks by what they do. All cover \`src/**\`. */
export const CHECKS = {
  unit: {
    command: script("import { readFileSync } from 'node:fs'; process.exit(readFileSync('src/a.ts', 'utf8').includes('bug') ? 1 : 0)"),
    covers: ['src/**'],
  },
  lint: { command: script("console.log('clean')"), covers: ['src/**'] },
  ...{ slow: waits('slow'), other: waits('other'), third: waits('third') },
};

/** The real API on a project with checks and a file that they cover. */
export class CheckedApi {
  private constructor(readonly api: RunningApi) {}

  static async open(config: { readonly checks?: object; readonly [more: string]: unknown } = {}, asProcess = false): Promise<CheckedApi> {
    const api = await RunningApi.open({ asProcess, config: { ...config, checks: { ...CHECKS, ...config.checks } } });
    const checked = new CheckedApi(api);
    checked.put('src/a.ts', 'export const a = 1;\n');
    checked.put('tools/waits.mjs', WAITS);
    return checked;
  }

  put(path: string, text: string): void {
    mkdirSync(dirname(join(this.api.project, path)), { recursive: true });
    writeFileSync(join(this.api.project, path), text);
  }

  remove(...paths: readonly string[]): void {
    for (const path of paths) rmSync(join(this.api.project, path), { force: true });
  }

  read(path: string): string {
    const at = join(this.api.project, path);
    return existsSync(at) ? readFileSync(at, 'utf8') : '';
  }

  /** Once a program has written it. */
  async written(path: string, text: string): Promise<void> {
    while (!this.read(path).includes(text)) await new Promise(setImmediate);
  }

  async create(task_id: string, phase = 'implementing', body: object = {}): Promise<void> {
    await this.api.call('human:mira', 'POST', '/v1/tasks', { task_id, task_title: task_id, phase, ...body });
  }

  check(
    task: string,
    names: readonly string[],
    more: object = {},
    who = 'agent:dev-engineer',
    waitS?: number,
    headers = {},
  ): Promise<Answered<Run>> {
    const query = waitS === undefined ? '' : `?wait_s=${waitS}`;
    return this.api.call<Run>(who, 'POST', `/v1/tasks/${task}/checks${query}`, { names, ...more }, headers);
  }

  run(task: string, runId: string): Promise<Answered<Run>> {
    return this.api.call<Run>('agent:dev-engineer', 'GET', `/v1/tasks/${task}/checks/${runId}`);
  }

  /** The run once it is over. */
  async over(task: string, runId: string): Promise<Run> {
    for (;;) {
      const { status, body, text } = await this.run(task, runId);
      if (status !== 200) throw new Error(text);
      if (body.status !== 'running') return body;
    }
  }

  async state(
    task: string,
  ): Promise<{ version: number; phase: string; checks: readonly { id: string; evidence?: object }[]; [key: string]: unknown }> {
    return (await this.api.call<Awaited<ReturnType<CheckedApi['state']>>>('human:mira', 'GET', `/v1/tasks/${task}`)).body;
  }

  /** Hands on from wherever the task stands. */
  async handOff(task: string, phase: string, state_delta: object = {}, who = 'human:mira'): Promise<Answered<Handed>> {
    const { version, claim } = await this.state(task);
    const held = (claim as { claim_epoch: number } | null)?.claim_epoch;
    return this.api.call(who, 'POST', `/v1/tasks/${task}/handoffs`, {
      ...{ phase, state_delta, expected_version: version },
      ...(held === undefined ? {} : { claim_epoch: held }),
    });
  }

  close(): Promise<void> {
    return this.api.close();
  }
}

interface Handed {
  readonly version: number;
  readonly code?: string;
  readonly reasons?: readonly { code: string; detail: string }[];
  readonly gate_id?: string;
  readonly next?: Run['next'];
}
