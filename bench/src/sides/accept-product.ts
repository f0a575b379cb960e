import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskState } from '@app/handoff';
import { type Acknowledged, checkDelivery, lineSizes } from '../delivery.js';
import { AcceptSide, type Target } from '../http/accept-side.js';
import { Connection } from '../http/connection.js';
import { ServerProcess } from '../http/server-process.js';
import { creation, type Luggage, nextStep, pack } from '../life.js';
import { Prose } from '../prose.js';
import type { Facts, OpenSide, SideOptions } from '../side.js';
import { type Sizes, sizesFor } from '../sizes.js';

const LINES_SHOWN = 512;
const PRINCIPALS = ['human:mira', 'agent:dev-engineer', 'agent:dev-qa', 'agent:dev-reviewer'];
/** Nothing that limits a caller, and no look at files: there are none. */
const CONFIG = {
  limits: { requests_per_s: 100_000, in_flight: 10_000 },
  phase_exit: { reviewing: { no_open: ['blocker'], no_failing_checks: true } },
};

type Place = Pick<TaskState, 'task_id' | 'phase' | 'version'>;

/** Handoffs over HTTP to the service's API process, each on a task that nobody else works on just then. */
class Service implements Target {
  readonly #prose: Prose;
  readonly #idle: Place[] = [];
  readonly #acknowledged: Acknowledged[] = [];
  readonly #headers = new Map<string, string>();
  #luggage: Luggage[] = [];
  #packed = 0;

  constructor(
    private readonly server: ServerProcess,
    private readonly adminToken: string,
    private readonly sizes: Sizes,
    private readonly options: SideOptions,
  ) {
    this.#prose = new Prose(sizes.seed);
  }

  get address(): string {
    return this.server.address;
  }

  async prepare(many: number): Promise<void> {
    if (this.#idle.length === 0) await this.#settle();
    this.#pack(many);
  }

  async post(connection: Connection): Promise<boolean> {
    const [luggage, before] = [this.#luggage.pop(), this.#idle.shift()];
    if (luggage === undefined || before === undefined) return false;
    const { command, principal } = nextStep(before, luggage);
    const call = command.kind === 'handoff' ? 'handoffs' : command.kind;
    const reply = await connection.post(
      `/v1/tasks/${before.task_id}/${call}`,
      this.#headers.get(principal) ?? '',
      JSON.stringify(command.body),
    );
    if (reply.status !== 201 && reply.status !== 200) throw new Error(`The service answered ${reply.status}: ${reply.body}`);
    const { version, phase } = JSON.parse(reply.body) as Place;
    this.#acknowledged.push({ task: before.task_id, version, mark: luggage.mark });
    this.#idle.push({ task_id: before.task_id, version, phase });
    return true;
  }

  async facts(): Promise<Facts> {
    return { tasks: this.sizes.tasks, line_bytes: lineSizes(this.#home, LINES_SHOWN) };
  }

  async finish(): Promise<number> {
    await this.server.stop();
    return checkDelivery(this.#home, this.#acknowledged);
  }

  get #home(): string {
    return join(this.options.directory, '.jerry');
  }

  async #settle(): Promise<void> {
    const connection = await Connection.open(this.address);
    for (const principal of PRINCIPALS) this.#headers.set(principal, await this.#introduce(connection, principal));
    for (let n = 1; n <= this.sizes.tasks; n++) {
      const { task_id, body } = creation(this.#prose, `T${n}`);
      const reply = await connection.post('/v1/tasks', this.#headers.get('human:mira') ?? '', JSON.stringify({ task_id, ...body }));
      if (reply.status !== 201) throw new Error(`The service answered ${reply.status}: ${reply.body}`);
      this.#idle.push({ task_id, phase: 'implementing', version: 1 });
    }
    this.#pack(this.sizes.settling_steps * this.sizes.tasks);
    while (await this.post(connection));
    connection.close();
  }

  async #introduce(connection: Connection, principal: string): Promise<string> {
    const reply = await connection.post('/v1/tokens', `authorization: Bearer ${this.adminToken}\r\n`, JSON.stringify({ principal }));
    if (reply.status !== 201) throw new Error(`No token for ${principal}: ${reply.body}`);
    const { token } = JSON.parse(reply.body) as { token: string };
    return `authorization: Bearer ${token}\r\n${this.options.minimal ? 'prefer: return=minimal\r\n' : ''}`;
  }

  #pack(many: number): void {
    this.#luggage = Array.from({ length: many }, () => pack(this.#prose, this.sizes, ++this.#packed));
  }
}

export const openAcceptProduct: OpenSide = async (options) => {
  const { directory, build, smoke, inFlight } = options;
  const adminToken = randomBytes(32).toString('hex');
  mkdirSync(join(directory, '.jerry'));
  writeFileSync(join(directory, '.jerry/config.json'), JSON.stringify(CONFIG));
  const env = {
    ...process.env,
    JERRY_PROCESS: 'api',
    JERRY_PORT: '0',
    JERRY_PROJECT_DIR: directory,
    JERRY_ADMIN_TOKEN: adminToken,
    JERRY_LOG_LEVEL: 'warn',
    XDG_STATE_HOME: join(directory, 'state-home'),
  };
  const server = await ServerProcess.start([join(build, 'apps/api/src/main.js')], env);
  return new AcceptSide(new Service(server, adminToken, sizesFor(smoke), options), inFlight, smoke);
};
