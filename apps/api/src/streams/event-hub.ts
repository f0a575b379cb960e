import type { TaskEvent, TaskStore } from '@app/handoff';
import { FollowedTask } from './followed-task.js';
import { Wakes } from './wakes.js';

/** Listens to the store once, for everybody who watches a task or all of them. */
export class EventHub {
  /** Of all tasks. */
  readonly wakes = new Wakes();
  /** How many events there have been: whoever looked before another one came need not sleep. */
  count = 0;
  readonly #followed = new Map<string, FollowedTask>();
  readonly #stirred = new Set<FollowedTask>();

  constructor(store: Pick<TaskStore, 'subscribe'>) {
    store.subscribe((event) => this.#heard(event));
  }

  /** Keeps what happens to the task from now on, until it is let go of as often. */
  follow(taskId: string): FollowedTask {
    const followed = this.#followed.get(taskId) ?? new FollowedTask();
    followed.watchers++;
    this.#followed.set(taskId, followed);
    return followed;
  }

  letGo(taskId: string): void {
    const followed = this.#followed.get(taskId);
    if (followed !== undefined && --followed.watchers === 0) this.#followed.delete(taskId);
  }

  #heard(event: TaskEvent): void {
    this.count++;
    const followed = this.#followed.get(event.task_id);
    followed?.add(event);
    // All that comes in one go wakes everybody once.
    if (this.#stirred.size === 0) setImmediate(() => this.#ring());
    this.#stirred.add(followed ?? NOBODY);
  }

  #ring(): void {
    const stirred = [...this.#stirred];
    this.#stirred.clear();
    this.wakes.ring();
    for (const { wakes } of stirred) wakes.ring();
  }
}

const NOBODY = new FollowedTask();
