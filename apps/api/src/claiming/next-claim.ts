import { createHash } from 'node:crypto';
import { type ClaimAnswer, HandoffError, type Principal } from '@app/handoff';
import type { CommandDoor, Extent } from '../desk/command-door.js';
import type { Answer } from '../edge/answer.js';
import type { Wishes } from '../edge/wishes.js';
import type { Vigil } from '../waiting/vigil.js';
import type { Seeker } from './seat.js';
import { holderOf, type WaitingRoom } from './waiting-room.js';

const REMEMBERED_KEYS = 10_000;
const KEYED_CHARS = 16;

export interface Wanted {
  readonly agents: readonly string[];
  readonly instance?: string | undefined;
  readonly waitMs: number;
  readonly extent: Extent;
}

interface Remembered {
  readonly taskId: string;
  readonly wanted: string;
}

/** Claims whatever waits longest, on behalf of somebody who may have to wait for it. */
export class NextClaim {
  /** What was claimed under which key. After a restart, the instance that comes from the key finds its claim for as long as it lives. */
  readonly #keys = new Map<string, Remembered>();

  constructor(
    private readonly room: WaitingRoom<Answer>,
    private readonly door: CommandDoor,
  ) {}

  /** Null when there was nothing to claim in the time. */
  async claim(wanted: Wanted, caller: Principal, wishes: Wishes, vigil: Vigil): Promise<Answer | null> {
    const key = wishes.idempotencyKey === undefined ? undefined : `${caller}\n${wishes.idempotencyKey}`;
    const instance = wanted.instance ?? instanceOf(key);
    const take = (taskId: string): Promise<Answer> =>
      this.door.handle({ kind: 'claim', task_id: taskId, body: { instance } }, caller, wishes, wanted.extent);
    const known = this.#recall(key, wanted);
    if (known !== undefined) return take(known.taskId);
    const seeker: Seeker<Answer> = {
      agents: new Set(wanted.agents),
      who: instance === undefined ? null : holderOf(caller, instance),
      take: (taskId) => take(taskId).catch(orNext),
    };
    const answer = await this.room.wait(seeker, wanted.waitMs, vigil.signal);
    if (answer === null) return null;
    this.#remember(key, wanted, answer);
    if (vigil.isClosed && instance === undefined) await this.#giveBack(answer, caller);
    return answer;
  }

  #recall(key: string | undefined, wanted: Wanted): Remembered | undefined {
    const known = key === undefined ? undefined : this.#keys.get(key);
    if (known === undefined || known.wanted === asText(wanted)) return known;
    throw new HandoffError('idempotency_key_reused', `This key belongs to the request that claimed ${known.taskId}; use a new one.`);
  }

  #remember(key: string | undefined, wanted: Wanted, { body }: Answer): void {
    if (key === undefined) return;
    this.#keys.set(key, { taskId: (body as ClaimAnswer).task_id, wanted: asText(wanted) });
    const oldest = this.#keys.keys().next().value;
    if (this.#keys.size > REMEMBERED_KEYS && oldest !== undefined) this.#keys.delete(oldest);
  }

  /** Whoever hung up while the claim was being written knows neither task nor instance: nobody else could ever get it back in time. */
  async #giveBack({ body }: Answer, caller: Principal): Promise<void> {
    const { task_id, claim } = body as ClaimAnswer;
    const release = { claim_epoch: claim.claim_epoch, reason: 'Whoever asked for a task had hung up before it was given to them.' };
    await this.door.handle({ kind: 'release', task_id, body: release }, caller, { minimal: true });
  }
}

const orNext = (error: unknown): 'lost' | 'never' => {
  if (!(error instanceof HandoffError)) throw error;
  if (error.kind === 'not_now') return 'lost';
  if (error.code === 'task_read_only') return 'never';
  throw error;
};

const asText = ({ agents, instance }: Wanted): string => JSON.stringify([[...agents].sort(), instance]);

/** A retry under the same key comes as the same instance, and so to the same claim. */
const instanceOf = (key: string | undefined): string | undefined =>
  key === undefined ? undefined : `k${createHash('sha256').update(key).digest('hex').slice(0, KEYED_CHARS)}`;
