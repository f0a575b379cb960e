import type { QueueOptions } from 'bullmq';
import type { QueueConnection } from './queue-connection.js';

/** What BullMQ needs on either side, ringing or consuming. */
export const queueOptions = ({ client, prefix }: QueueConnection): Pick<QueueOptions, 'connection' | 'prefix' | 'skipVersionCheck'> => ({
  connection: client,
  prefix,
  // Checked when the connection was opened. BullMQ would do so once more per queue, and a queue whose check got no answer stays dead.
  skipVersionCheck: true,
});
