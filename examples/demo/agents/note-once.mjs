import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { putInPlace } from './put-in-place.mjs';

/** Adds a line to the change log, once for each assignment however often it is attempted: the line carries the effect key. */
export async function noteOnce({ work_dir, effect_key }, text) {
  const log = await readFile(join(work_dir, 'CHANGELOG.md'), 'utf8');
  if (!log.includes(`(${effect_key})`)) await putInPlace(work_dir, { 'CHANGELOG.md': `${log}- ${text} (${effect_key})\n` });
}
