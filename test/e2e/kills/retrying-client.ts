import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../faults/support/random.js';
import type { Answered } from '../../support/answered.js';
import { ClientLog } from '../../support/history-checker/client-log.js';
import { opName } from '../../support/history-checker/task-chain.js';
import { send } from '../../support/send.js';
import type { CrowdTask, Tally } from './crowd-task.js';

export interface Wanted {
  readonly who: string;
  readonly task: string;
  /** After the task's address. */
  readonly call: string;
  /** The body, signed with the name of the operation. */
  readonly body: (op: string) => object;
  readonly expected?: number;
  readonly keyed?: boolean;
  readonly minimal?: boolean;
}

/** As far as a client reads it. */
export interface Told {
  readonly version: number;
  readonly phase: string;
  readonly target_agent: string | null;
  readonly code?: string;
  readonly retryable?: boolean;
  readonly claim?: { readonly instance: string; readonly claim_epoch: number };
}

const PAUSE_MS = 200;
/** Of a hundred: how many good answers are treated as if they had not come, and how many operations without an answer are given up. */
const [LOST, GIVEN_UP] = [4, 20];

/** What no retry can help against, a history that is damaged, say: this is not what the crowd is about. */
class HopelessError extends Error {}

const lasting = <B extends Told>(answer: Answered<B>): Answered<B> => {
  if (answer.status >= 500 && answer.body.retryable === false) throw new HopelessError(`${answer.status} ${answer.text}`);
  return answer;
};

/** Asks until it is answered, the same again with the same key or the same body, and writes down what it asked and what came of it. */
export class RetryingClient {
  readonly #log: ClientLog;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #refused: Record<string, number> = {};
  readonly #tally = { handoffs: 0, commits: 0, lost: 0, retried: 0, replayed: 0, forgotten: 0 };
  #count = 0;

  constructor(
    private readonly task: CrowdTask,
    private readonly random: Random,
  ) {
    this.#log = new ClientLog(task.log);
  }

  get tally(): Tally {
    return { client: this.task.client, ...this.#tally, refused: this.#refused };
  }

  /** The task as it stands. */
  async read<State extends { version: number }>(task: string): Promise<State> {
    for (;;) {
      const op = this.#begin({ task, what: 'read' });
      const answer = await this.#send<State>('human:mira', 'GET', `/v1/tasks/${task}`);
      if (answer?.status === 200) {
        this.#log.write({ event: 'ok', op, version: answer.body.version });
        return answer.body;
      }
      this.#log.write({ event: 'unknown', op, why: String(answer?.status) });
      if (answer !== null && answer.status < 500) throw new Error(`GET ${task}: ${answer.status} ${answer.text}`);
    }
  }

  /** Null: refused, or nobody knows. */
  async commit(wanted: Wanted): Promise<Told | null> {
    const { task, expected } = wanted;
    const op = this.#begin({ task, what: 'commit', ...(expected === undefined ? {} : { expected }) });
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#attempt(wanted, op);
      if (attempt === 2) this.#tally.retried++;
      if (answer === null) {
        this.#tally.lost++;
        if (this.random.below(100) >= GIVEN_UP) continue;
        this.#tally.forgotten++;
        this.#log.write({ event: 'unknown', op, why: 'given up' });
        return null;
      }
      return this.#ended(op, answer);
    }
  }

  close(): void {
    this.#agent.destroy();
    this.#log.close();
  }

  #begin(about: { task: string; what: 'commit' | 'read'; expected?: number }): string {
    const op = opName(this.task.client, ++this.#count);
    this.#log.write({ event: 'invoke', op, ...about });
    return op;
  }

  #ended(op: string, { status, headers, body }: Answered<Told>): Told | null {
    if (status >= 300) {
      const { code = String(status) } = body;
      this.#refused[code] = (this.#refused[code] ?? 0) + 1;
      this.#log.write({ event: 'fail', op, why: code });
      return null;
    }
    this.#log.write({ event: 'ok', op, version: body.version });
    this.#tally.commits++;
    if (headers['idempotent-replayed'] === 'true') this.#tally.replayed++;
    return body;
  }

  /** Null: nobody knows what became of it. */
  async #attempt({ who, task, call, body, keyed, minimal }: Wanted, op: string): Promise<Answered<Told> | null> {
    const headers = { ...(keyed === true ? { 'idempotency-key': op } : {}), ...(minimal === true ? { prefer: 'return=minimal' } : {}) };
    const answer = await this.#send<Told>(who, 'POST', `/v1/tasks/${task}/${call}`, JSON.stringify(body(op)), headers);
    const known = answer !== null && answer.status < 500 && answer.status !== 429 && answer.body.code !== 'request_in_flight';
    return known && !(answer.status < 300 && this.random.below(100) < LOST) ? answer : null;
  }

  /** Null: it was sent, perhaps, and no answer came. Where nobody listens nothing can have been sent; that is waited out. */
  async #send<B>(who: string, method: string, path: string, body?: string, more: Record<string, string> = {}): Promise<Answered<B> | null> {
    const { address, tokens } = this.task;
    const headers = {
      authorization: `Bearer ${tokens[who]}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...more,
    };
    for (;;)
      try {
        return lasting(
          await send<B & Told>(address, { method, path, headers, agent: this.#agent, ...(body === undefined ? {} : { body }) }),
        );
      } catch (error) {
        if (error instanceof HopelessError) throw error;
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') return null;
        await wait(PAUSE_MS);
      }
  }

  handedOff(): void {
    this.#tally.handoffs++;
  }
}
