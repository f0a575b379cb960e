import type { Layout } from './layout.js';
import type { Ownership } from './ownership.js';
import { StoreStartError } from './store-start.error.js';
import type { TaskTable } from './task-table.js';

/**
 * A history that knows later writers than `owner/` does was put there without it. What this writer added would not count, since file order
 * and generation decide: to the next reader it would be the line of somebody who was shut out. So nothing is added.
 */
export const requireOwnerFiles = (layout: Layout, table: TaskTable, ownership: Ownership): void => {
  let newest = 0;
  for (const { point } of table.all()) newest = Math.max(newest, point.generation);
  // Whoever came later than this start is another matter, and ends it.
  if (newest <= ownership.generation || !ownership.isHeld()) return;
  throw new StoreStartError(
    'owner_files_missing',
    `${layout.owner} is older than the histories beside it, as after a restore that left it out: put back the one of the same back-up, or make an empty file ${layout.ownerFile(newest)}.`,
  );
};
