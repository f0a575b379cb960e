// Reads a task's log by the rules in docs/store.md and by nothing else: it shares no code with the store, so that both must be wrong
// in the same way before a mistake goes unseen.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sha = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const TAIL = /,"hash":"([0-9a-f]{64})"\}$/;

export interface CountedLine {
  readonly version: number;
  readonly hash: string;
  readonly generation: number;
  readonly record: {
    readonly kind: string;
    readonly principal: string;
    readonly posted_by?: string;
    readonly idempotency_key?: string;
    readonly effect: readonly { op: string; path: string; value?: unknown }[];
  };
}

export interface IndependentReading {
  readonly counted: CountedLine[];
  voids: number;
  fragments: number;
  damage: string | null;
}

export const readLog = (directory: string, taskId: string): IndependentReading => {
  const path = join(directory, 'history', `${taskId}.jsonl`);
  const reading: IndependentReading = { counted: [], voids: 0, fragments: 0, damage: null };
  if (!existsSync(path)) return reading;
  const root = sha(`jerry:task:${taskId}`);
  const seen = new Set([root]);
  const file = readFileSync(path);
  for (let from = 0; from <= file.length && reading.damage === null; ) {
    const newline = file.indexOf(10, from);
    const line = file.subarray(from, newline === -1 ? file.length : newline);
    from = newline === -1 ? file.length + 1 : newline + 1;
    if (line.length > 0) take(line, reading, seen, root);
  }
  return reading;
};

const take = (line: Buffer, reading: IndependentReading, seen: Set<string>, root: string): void => {
  const claimed = TAIL.exec(line.toString('latin1'))?.[1];
  if (claimed === undefined) {
    reading.fragments++;
    return;
  }
  if (sha(Buffer.concat([line.subarray(0, line.length - 75), Buffer.from('}')])) !== claimed) {
    reading.damage = 'a line that was whole once does not match its hash';
    return;
  }
  const record = JSON.parse(line.toString('utf8'));
  const head = reading.counted.at(-1) ?? { version: 0, hash: root, generation: 0 };
  const counts = record.prev_hash === head.hash && record.version === head.version + 1 && record.generation >= head.generation;
  if (counts) reading.counted.push({ version: record.version, hash: claimed, generation: record.generation, record });
  else if (seen.has(record.prev_hash)) reading.voids++;
  else reading.damage = `version ${record.version} follows a line that is nowhere`;
  seen.add(claimed);
};
