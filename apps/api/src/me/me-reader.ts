import type { RoleRegistry } from '@app/agents';
import { type DueTask, idleNext, isPerson, type Next, nameOf, type Principal, roleOf, type TaskReader, type TaskStore } from '@app/handoff';
import { claimable, type Times } from '../claiming/claimable.js';

const CLAIMS_SHOWN = 20;
const NEXT_TOKENS = 300;
const GATES_AT_ONCE = 200;

interface Sources {
  readonly store: Pick<TaskStore, 'due' | 'gates'>;
  readonly reader: Pick<TaskReader, 'next'>;
  readonly roles: RoleRegistry;
  readonly times: Times;
  /** Where workers are rung. */
  readonly queuePrefix: string | null;
}

export interface Me {
  readonly principal: Principal;
  readonly role: string;
  /** The oldest of them. */
  readonly claims: readonly object[];
  readonly claimed: number;
  /** Tasks for those who work, open questions for people. */
  readonly waiting: number;
  readonly next: Next;
  /** For a worker: before the keys of the queues it is rung by. */
  readonly queue_prefix?: string;
}

interface Waiting {
  readonly count: number;
  /** The task of what waits longest, where that is what the caller should look at. */
  readonly taskId?: string | undefined;
}

/** How somebody stands, whoever it is. */
export class MeReader {
  constructor(private readonly sources: Sources) {}

  async about(principal: Principal): Promise<Me> {
    const due = await this.#dueFor(principal);
    const held = due.filter(({ claim }) => claim?.principal === principal);
    const waiting = isPerson(principal) ? await this.#questions() : this.#tasks(principal, due);
    const taskId = held[0]?.task_id ?? waiting.taskId;
    const { queuePrefix } = this.sources;
    return {
      principal,
      role: roleOf(principal),
      claims: held.slice(0, CLAIMS_SHOWN).map(claimRow),
      claimed: held.length,
      waiting: waiting.count,
      next: taskId === undefined ? idleNext(principal, waiting.count) : await this.sources.reader.next(taskId, principal, NEXT_TOKENS),
      ...(roleOf(principal) === 'worker' && queuePrefix !== null && { queue_prefix: queuePrefix }),
    };
  }

  #dueFor(principal: Principal): Promise<readonly DueTask[]> {
    return roleOf(principal) === 'agent' ? this.sources.store.due(nameOf(principal)) : this.sources.store.due();
  }

  #tasks(principal: Principal, due: readonly DueTask[]): Waiting {
    if (roleOf(principal) === 'viewer') return { count: 0 };
    const served = new Set(this.sources.roles.served.map(({ name }) => name));
    const mine = roleOf(principal) === 'agent' ? due : due.filter(({ target_agent }) => served.has(target_agent));
    return { count: claimable(mine, this.sources.times).ready.filter(({ claim }) => claim?.principal !== principal).length };
  }

  async #questions(): Promise<Waiting> {
    let count = 0;
    let oldest: string | undefined;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await this.sources.store.gates({ status: 'open' }, { limit: GATES_AT_ONCE, cursor });
      count += page.items.length;
      oldest = page.items.at(-1)?.task_id ?? oldest;
      cursor = page.next_cursor;
    }
    return { count, taskId: oldest };
  }
}

const claimRow = ({ task_id, version, target_agent, claim }: DueTask): object => ({
  task_id,
  version,
  target_agent,
  claim_epoch: claim?.claim_epoch,
  instance: claim?.instance,
});
