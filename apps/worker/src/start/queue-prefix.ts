import type { Client } from '@app/client';
import { CannotStart } from '@app/platform';

/** Where the API rings, asked until it answers: this worker may see the project at another path, or on another machine. */
export async function queuePrefix(client: Client, apiUrl: string): Promise<string> {
  const { queue_prefix } = await client.me({ patienceMs: Number.POSITIVE_INFINITY });
  if (queue_prefix !== undefined) return queue_prefix;
  throw new CannotStart(`The API at ${apiUrl} rings nobody: it has to be started with the same JERRY_REDIS_URL as this worker.`);
}
