import { randomBytes, randomInt } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Below the ports that systems hand out to connections: whoever keeps trying to reach a server that is down would now and then be given
 * the server's own port to try from, and keep it.
 */
const PORTS: readonly [number, number] = [20_000, 32_000];
const TRIES = 50;

/** Where a project's own queue server is found, and by what. Kept, so that one that comes back is where its users look for it. */
const ServerAddress = z.strictObject({ port: z.number().int().min(1).max(65_535), password: z.string().regex(/^[0-9a-f]{64}$/) });
export type ServerAddress = z.infer<typeof ServerAddress>;

/** The address it had before; null when there is none that makes sense. */
export async function knownAddress(home: string): Promise<ServerAddress | null> {
  try {
    return ServerAddress.parse(JSON.parse(await readFile(fileIn(home), 'utf8')));
  } catch {
    return null;
  }
}

/** A new one, on a port that is free. */
export async function makeAddress(home: string): Promise<ServerAddress> {
  const address = { port: await freePort(), password: randomBytes(32).toString('hex') };
  const temp = `${fileIn(home)}.${process.pid}`;
  await writeFile(temp, `${JSON.stringify(address)}\n`, { mode: 0o600 });
  await rename(temp, fileIn(home));
  return address;
}

export async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const free = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise((closed) => probe.close(closed));
  return free;
}

async function freePort(): Promise<number> {
  for (let i = 0; i < TRIES; i += 1) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port found between ${PORTS[0]} and ${PORTS[1]}.`);
}

const fileIn = (home: string): string => join(home, 'server.json');
