import type { Role, RoleRegistry } from '@app/agents';
import { type DueTask, HandoffError, type Page, type PageRequest, type TaskStore } from '@app/handoff';
import { claimable, type Times } from '../claiming/claimable.js';
import type { PresenceBook } from '../waiting/presence-book.js';

const TASKS_SHOWN = 20;

interface Sources {
  readonly store: Pick<TaskStore, 'due'>;
  readonly roles: RoleRegistry;
  readonly times: Times;
  readonly presence: PresenceBook;
}

export interface AgentRow {
  readonly name: string;
  readonly executor: string;
  /** The oldest of them. */
  readonly works_on: readonly {
    readonly task_id: string;
    readonly version: number;
    readonly claimed_by: string;
    readonly instance: string;
  }[];
  readonly claimed: number;
  readonly waiting: number;
  readonly last_seen: string | null;
}

/** The agents there are, with what they have in hand and before them. */
export class AgentRows {
  constructor(private readonly sources: Sources) {}

  async page({ limit, cursor }: PageRequest): Promise<Page<AgentRow>> {
    const { roles } = this.sources.roles;
    const start = cursor === undefined ? 0 : placeAfter(roles, cursor);
    const shown = roles.slice(start, start + limit);
    const items = await Promise.all(shown.map(async (role) => this.#row(role, await this.sources.store.due(role.name))));
    const last = items.at(-1);
    return { items, next_cursor: last === undefined || start + limit >= roles.length ? null : cursorOf(last.name) };
  }

  #row({ name, executor }: Role, due: readonly DueTask[]): AgentRow {
    const held = due.flatMap(({ task_id, version, claim }) =>
      claim === null ? [] : [{ task_id, version, claimed_by: claim.principal, instance: claim.instance }],
    );
    return {
      name,
      executor: executor.kind,
      works_on: held.slice(0, TASKS_SHOWN),
      claimed: held.length,
      waiting: claimable(due, this.sources.times).ready.length,
      last_seen: this.#lastSeen(name, executor.kind),
    };
  }

  /** Whom the service runs is there as long as a worker is. */
  #lastSeen(name: string, executor: string): string | null {
    const { presence } = this.sources;
    const itself = presence.lastSeen(`agent:${name}`) ?? '';
    const worker = executor === 'external' ? '' : (presence.lastSeenIn('worker') ?? '');
    return [itself, worker].sort().at(-1) || null;
  }
}

const cursorOf = (name: string): string => Buffer.from(`agents ${name}`).toString('base64url');

const placeAfter = (roles: readonly Role[], cursor: string): number => {
  const at = roles.findIndex(({ name }) => cursorOf(name) === cursor);
  if (at >= 0) return at + 1;
  throw new HandoffError('invalid_request', 'The cursor is not one that this list gave.', {
    errors: [{ path: 'query.cursor', message: 'must be a next_cursor of this list' }],
  });
};
