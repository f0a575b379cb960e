import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, openClient } from '@app/client';
import { apiInProcess } from '../support/api-in-process.js';
import type { ApiPart } from '../support/api-part.js';

export interface Tested {
  readonly code: number;
  readonly output: string;
}

/** A project of its own tests, run as anybody would run them. */
export const tested = (project: string): Promise<Tested> =>
  new Promise((resolve) => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    execFile(process.execPath, ['--test', '--test-reporter=tap'], { cwd: project, env }, (error, stdout) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout }),
    );
  });

interface Given {
  readonly effect_key: string;
  readonly claim_epoch: number;
  readonly context_summary: string;
}

/** What the demo leaves behind, with the real API on it again: what was told can be held against what is recorded. */
export class LeftProject {
  private constructor(
    readonly path: string,
    private readonly api: ApiPart,
    readonly client: Client,
  ) {}

  static async open(home: string, path: string): Promise<LeftProject> {
    const token = randomBytes(24).toString('hex');
    const env = { JERRY_PORT: '0', JERRY_PROJECT_DIR: path, JERRY_ADMIN_TOKEN: token, XDG_STATE_HOME: join(home, 'state-of-the-test') };
    const api = await apiInProcess(env, () => undefined);
    return new LeftProject(path, api, openClient({ baseUrl: api.address, token }));
  }

  read(file: string): string {
    return readFileSync(join(this.path, file), 'utf8');
  }

  /** What each run of an agent was given, oldest first. A worker that died before it gave anything leaves a folder without. */
  get given(): readonly Given[] {
    const inputs = readdirSync(join(this.path, '.jerry/runs/BILL')).map((run) => `.jerry/runs/BILL/${run}/input.json`);
    const texts = inputs.map((input) => (existsSync(join(this.path, input)) ? this.read(input) : ''));
    return texts.flatMap((text) => (text === '' ? [] : [JSON.parse(text) as Given])).sort((a, b) => a.claim_epoch - b.claim_epoch);
  }

  /** By kind, oldest first. */
  async kinds(): Promise<readonly string[]> {
    return (await this.client.history('BILL', { limit: 200 })).items.map(({ kind }) => kind).reverse();
  }

  /** The phases it was handed to, oldest first. */
  async phases(): Promise<readonly string[]> {
    const { items } = await this.client.history('BILL', { limit: 200 });
    const phases = items.map(({ phase }) => phase as string).reverse();
    return phases.filter((phase, k) => phase !== phases[k - 1]);
  }

  close(): Promise<void> {
    return this.api.stop();
  }
}
