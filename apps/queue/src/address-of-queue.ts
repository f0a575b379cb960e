import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { isFree, knownAddress, makeAddress, type ServerAddress } from './server-address.js';

/** Who leaves on being asked to is gone by then. */
const PATIENCE_MS = 2_000;
/** Longer than a leash takes to end a server that does not listen. */
const LONG_PATIENCE_MS = 7_000;
const LOOK_EVERY_MS = 50;

/**
 * Where the queue server of this start is to be: where it was before, if that can be had. `again`: others look for it there, and nowhere
 * else, so the next try is worth more than another place.
 */
export async function addressOfQueue(home: string, again: boolean): Promise<ServerAddress> {
  const known = await knownAddress(home);
  if (known === null) return makeAddress(home);
  if (await isFree(known.port)) return known;
  const leave = endOneLeftBehind(known);
  for (let waitedMs = 0; waitedMs < (again ? LONG_PATIENCE_MS : PATIENCE_MS); waitedMs += LOOK_EVERY_MS) {
    if (await isFree(known.port)) return known;
    await pause(LOOK_EVERY_MS);
  }
  leave();
  if (again) throw new Error(`Port ${known.port}, where this project's queue server belongs, is in use by something else.`);
  return makeAddress(home);
}

/** One that takes our password outlived a process that could not end it. Anybody else refuses. Returns how to stop asking. */
function endOneLeftBehind({ port, password }: ServerAddress): () => void {
  const client = new Redis({ port, password, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined);
  void client.shutdown('NOSAVE').catch(() => undefined);
  return () => client.disconnect();
}
