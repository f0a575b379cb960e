import type { TaskRecord } from '../schema/record.js';
import type { ChainPoint } from './chain-point.js';
import { readLine } from './record-line.js';

/** Why a log counts no further. Lines are numbered as an editor shows them. */
export interface Damage {
  readonly line: number;
  readonly after_version: number;
  readonly reason: string;
}

/**
 * The reading rules. File order decides: a record counts if its version is the head's + 1, its prev_hash the head's hash and its generation not lower;
 * a later line never changes what counted before. A good line whose prev_hash stands further up is void (a fenced writer's),
 * one whose prev_hash stands nowhere is damage; so is a bad line that was whole once. Any other bad line is a fragment. After damage nothing counts.
 */
export class ChainReader {
  /** Fragments and void lines. */
  skipped = 0;
  damage: Damage | null = null;
  /** A line refers to something before the point this reader started from: only a reader from the root can say what it is. */
  undecided = false;
  /** Of the line taken last. */
  lineNumber = 0;
  private readonly counted: Set<string>;
  private readonly voided = new Set<string>();

  constructor(
    public point: ChainPoint,
    private readonly fromRoot = point.version === 0,
  ) {
    this.counted = new Set([point.hash]);
  }

  get stopped(): boolean {
    return this.undecided || this.damage !== null;
  }

  /** Whether the record with this hash counted, or is where reading began. */
  hasCounted(hash: string): boolean {
    return this.counted.has(hash);
  }

  /** Takes the next line, which ends before byte `end`; gives its record if it counts. */
  take(line: Buffer, end: number): TaskRecord | null {
    this.lineNumber++;
    if (line.length === 0) return null;
    const reading = readLine(line);
    if (reading.kind === 'altered') return this.stop(reading.reason);
    if (reading.kind === 'fragment') return this.skip();
    const { record } = reading;
    const { version, hash, generation } = this.point;
    if (record.prev_hash === hash && record.version === version + 1 && record.generation >= generation) return this.count(record, end);
    if (!this.counted.has(record.prev_hash) && !this.voided.has(record.prev_hash))
      return this.stop('the line before this one is missing: its prev_hash stands nowhere above', !this.fromRoot);
    this.voided.add(record.hash);
    return this.skip();
  }

  private count(record: TaskRecord, end: number): TaskRecord {
    this.point = { version: record.version, hash: record.hash, generation: record.generation, bytes: end };
    this.counted.add(record.hash);
    return record;
  }

  private skip(): null {
    this.skipped++;
    return null;
  }

  private stop(reason: string, undecided = false): null {
    if (undecided) this.undecided = true;
    else this.damage = { line: this.lineNumber, after_version: this.point.version, reason };
    return null;
  }
}
