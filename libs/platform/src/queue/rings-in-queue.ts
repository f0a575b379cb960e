import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/**
 * The ids of jobs that somebody has, or will get. Not among them: one that failed or was completed and kept, since it rings nobody any
 * more, and one whose worker died with it. That stands under `active` until another worker's check for stalled jobs, if there is one.
 */
export async function livingRings(queue: Queue, client: Redis): Promise<ReadonlySet<string>> {
  const living = new Set(await queue.getRanges(['wait', 'active', 'delayed', 'prioritized'], 0, -1));
  const active = await queue.getRanges(['active'], 0, -1);
  const locked = await existing(
    client,
    active.map((id) => `${queue.toKey(id)}:lock`),
  );
  active.forEach((id, i) => {
    if (!locked[i]) living.delete(id);
  });
  return living;
}

/** Those of the ids under which the queue holds a job, living or not. */
export async function ringsUnder(ids: readonly string[], queue: Queue, client: Redis): Promise<string[]> {
  const found = await existing(
    client,
    ids.map((id) => queue.toKey(id)),
  );
  return ids.filter((_, i) => found[i]);
}

async function existing(client: Redis, keys: readonly string[]): Promise<boolean[]> {
  const asked = client.pipeline();
  for (const key of keys) asked.exists(key);
  return ((await asked.exec()) ?? []).map(([error, count]) => error === null && count === 1);
}
