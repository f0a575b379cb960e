import type { Verification } from '../ports/task-store.js';
import type { ChainReader, Damage } from './chain-reader.js';
import type { StoreFiles } from './files.js';
import type { LogReader } from './log-reader.js';
import { inTurn, LOG_IS_GONE, type TaskEntry } from './task-entry.js';

const verdictOf = (chain: ChainReader, entry: TaskEntry): Damage | null => {
  if (chain.damage !== null || entry.damage !== null) return chain.damage ?? entry.damage;
  if (chain.hasCounted(entry.point.hash)) return null;
  return { line: chain.lineNumber, after_version: chain.point.version, reason: `version ${entry.point.version} is no longer in the log` };
};

/** Checks every byte that counts. The end of a log is compared with what this process knows of it: a chain alone cannot miss its last line. */
export const verifyLog = async (files: StoreFiles, reader: LogReader, entry: TaskEntry): Promise<Verification> => {
  if (entry.damage?.reason === LOG_IS_GONE) return { ok: false, versions: 0, head_hash: null, fragments: 0, first_bad: entry.damage };
  return reader.withLog(entry.id, async (fd) => {
    // Not while an append is under way: half a line would pass for a fragment.
    const size = await inTurn(entry, async () => files.fstatSync(fd).size);
    const known = { ...entry };
    const chain = await reader.examine(entry.id, fd, size);
    const bad = verdictOf(chain, known);
    const { version, hash } = chain.point;
    const found = { versions: version, head_hash: version === 0 ? null : hash, fragments: chain.skipped };
    return bad === null ? { ok: true, ...found } : { ok: false, ...found, first_bad: bad };
  });
};
