import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answered } from './answered.js';
import { apiAsProcess } from './api-as-process.js';
import { apiInProcess } from './api-in-process.js';
import type { ApiPart } from './api-part.js';
import { send } from './send.js';

/** Tests are quick callers. */
const AMPLE = { requests_per_s: 10_000, in_flight: 1_000 };

interface Wanted {
  /** Variables of the environment, such as JERRY_ALLOWED_HOSTS. */
  readonly env?: Readonly<Record<string, string>>;
  /** What stands in `.jerry/config.json`. Without limits of its own, callers may ask as often as they like. */
  readonly config?: object;
  /** A process of its own, so that it can be killed. Takes a few seconds; without it the API runs within the test. */
  readonly asProcess?: boolean;
  /** What such a process runs, instead of the API as it is. */
  readonly program?: string;
}

/** `null`: without a token. Anything else, `agent:dev-qa` say, is made a token for at its first call. */
export type Who = string | null;

/** The real API on a free port, on a project of its own. Whoever opens one closes it. */
export class RunningApi {
  /** Everything it wrote to its log, its standard output and its standard error, over all its lives. */
  output = '';
  readonly #tokens = new Map<string, Promise<string>>();
  readonly #agent = new Agent({ keepAlive: true });
  #part: ApiPart | undefined;
  #address = '';

  private constructor(
    private readonly directory: string,
    readonly adminToken: string,
    private readonly wanted: Wanted,
    private readonly owner: boolean,
  ) {}

  static async open(wanted: Wanted = {}): Promise<RunningApi> {
    const directory = await mkdtemp(join(tmpdir(), 'jerry-api-'));
    const api = new RunningApi(directory, randomBytes(24).toString('hex'), wanted, true);
    await mkdir(join(api.project, '.jerry'), { recursive: true });
    await writeFile(join(api.project, '.jerry/config.json'), JSON.stringify({ limits: AMPLE, ...wanted.config }));
    try {
      await api.start();
    } catch (error) {
      await api.close();
      throw new Error(`The API did not start: ${api.output}`, { cause: error });
    }
    return api;
  }

  /** Another one on the same project, with the same callers, as nobody should start one. */
  static async openOn(other: RunningApi): Promise<RunningApi> {
    const api = new RunningApi(other.directory, other.adminToken, other.wanted, false);
    await api.start();
    return api;
  }

  get project(): string {
    return join(this.directory, 'project');
  }

  get address(): string {
    return this.#address;
  }

  /** The process it runs in, to be paused and woken. */
  get process(): NonNullable<ApiPart['process']> {
    if (this.#part?.process === undefined) throw new Error('The API is down or runs within the test: open it with asProcess.');
    return this.#part.process;
  }

  /** Up again on the same directory, and at the address it had. */
  async start(): Promise<void> {
    const env = {
      JERRY_PROJECT_DIR: this.project,
      JERRY_PORT: this.#address === '' ? '0' : new URL(this.#address).port,
      JERRY_ADMIN_TOKEN: this.adminToken,
      XDG_STATE_HOME: join(this.directory, 'state'),
      ...this.wanted.env,
    };
    const hear = (text: string): void => {
      this.output += text;
    };
    this.#part = this.wanted.asProcess === true ? await apiAsProcess(env, hear, this.wanted.program) : await apiInProcess(env, hear);
    this.#address = this.#part.address;
  }

  /** Down as an operator takes it down; `start` brings it back. */
  async stop(): Promise<void> {
    const part = this.#part;
    this.#part = undefined;
    await part?.stop();
  }

  /** Dead at once, with whatever it was doing; `start` brings it back. */
  async kill(): Promise<void> {
    const { signal, ended } = this.process;
    signal('SIGKILL');
    await ended;
    this.#part = undefined;
  }

  /** Down, and its project gone. */
  async close(): Promise<void> {
    this.#agent.destroy();
    if (this.#part?.process !== undefined) await this.kill();
    await this.stop();
    if (this.owner) await rm(this.directory, { recursive: true, force: true });
  }

  /** One call as one of the principals. A text or a buffer is sent as it is, anything else as JSON. */
  async call<Body = Readonly<Record<string, unknown>>>(
    who: Who,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered<Body>> {
    const token = who === null ? {} : { authorization: `Bearer ${await this.tokenOf(who)}` };
    if (body === undefined) return send(this.#address, { method, path, headers: { ...token, ...headers }, agent: this.#agent });
    return send(this.#address, {
      method,
      path,
      headers: { 'content-type': 'application/json', ...token, ...headers },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      agent: this.#agent,
    });
  }

  /** A token of this principal, made by `POST /v1/tokens` when it is first asked for. */
  tokenOf(principal: string): Promise<string> {
    const known = this.#tokens.get(principal) ?? this.#tokenFor(principal);
    this.#tokens.set(principal, known);
    return known;
  }

  async #tokenFor(principal: string): Promise<string> {
    if (principal === 'admin:local') return this.adminToken;
    const { status, text, body } = await this.call<{ token: string }>('admin:local', 'POST', '/v1/tokens', { principal });
    if (status !== 201) throw new Error(`No token for ${principal}: ${status} ${text}`);
    return body.token;
  }
}
