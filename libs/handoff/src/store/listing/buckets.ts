import type { TaskFilter, TaskRow } from '../../ports/task-row.js';
import { SortedKeys } from './sorted-keys.js';

type Place = Pick<TaskRow, 'phase' | 'status' | 'target_agent'>;

interface Bucket extends Place {
  readonly keys: SortedKeys;
}

const nameOf = ({ phase, status, target_agent }: Place): string => `${phase} ${status} ${target_agent ?? ''}`;

const isSame = (a: Place, b: Place): boolean => a.phase === b.phase && a.status === b.status && a.target_agent === b.target_agent;

/** Tasks by phase, status and agent: a filter on any of them reads only the buckets that fit. */
export class Buckets {
  private readonly buckets = new Map<string, Bucket>();

  move(key: string, from: Place | null, to: Place): void {
    if (from !== null) {
      if (isSame(from, to)) return;
      this.buckets.get(nameOf(from))?.keys.delete(key);
    }
    const name = nameOf(to);
    let bucket = this.buckets.get(name);
    if (bucket === undefined) {
      bucket = { phase: to.phase, status: to.status, target_agent: to.target_agent, keys: new SortedKeys() };
      this.buckets.set(name, bucket);
    }
    bucket.keys.add(key);
  }

  /** Keys below this one in every bucket that fits, the greatest first. */
  *below(filter: TaskFilter, key: string | null): Generator<string> {
    const sources = this.fitting(filter).map((bucket) => bucket.keys.below(key));
    const heads = sources.map((source) => source.next());
    for (;;) {
      let best = -1;
      heads.forEach((head, i) => {
        const leader = heads[best];
        if (!head.done && (leader === undefined || leader.done || head.value > leader.value)) best = i;
      });
      const winner = heads[best];
      if (winner === undefined || winner.done) return;
      yield winner.value;
      heads[best] = (sources[best] as Generator<string>).next();
    }
  }

  private fitting({ phase, status, target_agent }: TaskFilter): Bucket[] {
    return [...this.buckets.values()].filter(
      (bucket) =>
        bucket.keys.size > 0 &&
        (phase === undefined || bucket.phase === phase) &&
        (status === undefined || bucket.status === status) &&
        (target_agent === undefined || bucket.target_agent === target_agent),
    );
  }
}
