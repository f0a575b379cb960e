import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AcceptSide, type Target } from '../http/accept-side.js';
import type { Connection } from '../http/connection.js';
import { ServerProcess } from '../http/server-process.js';
import { pack } from '../life.js';
import { Prose } from '../prose.js';
import type { Facts, OpenSide } from '../side.js';
import { type Sizes, sizesFor } from '../sizes.js';

const SERVER = fileURLToPath(new URL('./accept-floor-server.ts', import.meta.url));
const HOOKS = new URL('../../../scripts/typescript.mjs', import.meta.url).href;

/** Bodies of the same sizes, to a bare Fastify that writes and syncs lines as long as the product's. */
class BareFastify implements Target {
  readonly #prose: Prose;
  readonly #written: number[];
  #bodies: string[] = [];
  #next = 0;
  #done = 0;

  constructor(
    private readonly server: ServerProcess,
    private readonly directory: string,
    private readonly sizes: Sizes,
  ) {
    this.#prose = new Prose(sizes.seed);
    this.#written = Array.from({ length: sizes.tasks }, () => 0);
  }

  get address(): string {
    return this.server.address;
  }

  async prepare(many: number): Promise<void> {
    this.#bodies = Array.from({ length: many }, (_, n) =>
      JSON.stringify({ phase: 'testing', state_delta: pack(this.#prose, this.sizes, n).delta }),
    );
  }

  async post(connection: Connection): Promise<boolean> {
    const body = this.#bodies.pop();
    if (body === undefined) return false;
    const task = this.#next++ % this.sizes.tasks;
    const reply = await connection.post(`/tasks/${task}`, '', body);
    if (reply.status !== 201) throw new Error(`The floor answered ${reply.status}: ${reply.body}`);
    this.#written[task] = (this.#written[task] ?? 0) + (JSON.parse(reply.body) as { bytes: number }).bytes;
    this.#done++;
    return true;
  }

  async facts(): Promise<Facts> {
    return {};
  }

  async finish(): Promise<number> {
    await this.server.stop();
    this.#written.forEach((bytes, task) => {
      const { size } = statSync(join(this.directory, `${task}.jsonl`));
      if (size !== bytes) throw new Error(`task ${task} has ${size} bytes where ${bytes} were acknowledged`);
    });
    return this.#done;
  }
}

export const openAcceptFloor: OpenSide = async ({ directory, smoke, inFlight, known }) => {
  const sizes = sizesFor(smoke);
  const args = ['--import', HOOKS, SERVER, directory, String(sizes.tasks), JSON.stringify(known.line_bytes)];
  const server = await ServerProcess.start(args, process.env);
  return new AcceptSide(new BareFastify(server, directory, sizes), inFlight, smoke);
};
