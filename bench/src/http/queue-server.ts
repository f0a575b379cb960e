import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ServerProcess } from './server-process.js';

/** The queue server as the service brings it, in a process of its own; where it is reached stands in `facts.redis_url`. */
export const startQueueServer = (build: string, directory: string): Promise<ServerProcess> =>
  ServerProcess.start([join(build, 'apps/queue/src/main.js')], {
    ...process.env,
    JERRY_PROJECT_DIR: directory,
    JERRY_LOG_LEVEL: 'error',
    // A queue server has no use for it; named so that no token of this machine is read.
    JERRY_ADMIN_TOKEN: randomBytes(32).toString('hex'),
  });
