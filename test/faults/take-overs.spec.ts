import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLog } from './independent-reader.js';
import { Child } from './support/child.js';
import { Random, seedOf } from './support/random.js';
import { rounds } from './support/rounds.js';
import { openStore } from './support/scenario.js';
import { Writer } from './support/writer.js';
import type { Among, Fact } from './writer.child.js';

const TAKE_OVERS = rounds(100);
const SIDE_BY_SIDE = 2;
const TASKS = ['T1', 'T2', 'T3'];
/** So many calls are a dozen versions or so, the ones before the first included. */
const CALLS = { all: 160, logs: 48, writes: 12 } as const satisfies Record<Among, number>;
const WARM_FACTS = 8;

/** One directory that changes hands again and again, always by force. */
class Contested {
  readonly directory: string;
  readonly writers: Writer[] = [];
  readonly paused: Writer[] = [];
  killed = 0;
  stopped = 0;
  resumed = 0;
  takeOvers = 0;

  constructor(
    root: string,
    private readonly name: string,
    private readonly random: Random,
  ) {
    this.directory = join(root, name);
  }

  /** Starts a writer while the one before may still live. Most will stand still or die by themselves; each writes some tasks and reads the others. */
  async takeOver(kind = this.random.pick([null, 'pause', 'pause', 'die'] as const)): Promise<Writer> {
    rmSync(join(this.directory, 'writer.lock'), { recursive: true, force: true });
    const among = this.random.pick(['all', 'logs', 'writes'] as const);
    const first = this.random.pick(TASKS);
    const writes = TASKS.filter((task) => task === first || this.random.below(2) === 0);
    const writer = new Writer({
      directory: this.directory,
      name: `${this.name}-${this.writers.length}`,
      writes,
      reads: TASKS.filter((task) => !writes.includes(task)),
      fault: kind === null ? null : { at: this.random.below(CALLS[among]), among, kind },
    });
    if (this.writers.push(writer) > 1) this.takeOvers++;
    await writer.until(() => writer.generation > 0);
    if (writer.generation !== this.writers.length)
      throw new Error(`generation ${writer.generation} of writer ${this.writers.length}: ${writer.complaint}`);
    return writer;
  }

  /** Takes the writer out of the way: it stands still somewhere, or is gone. */
  async unseat(writer: Writer): Promise<void> {
    const { fault } = writer.task;
    if (fault === null) {
      await writer.until(() => writer.facts >= this.random.below(WARM_FACTS));
      if (this.random.below(2) === 0) {
        writer.signal('SIGSTOP');
        this.paused.push(writer);
        this.stopped++;
        return;
      }
      writer.signal('SIGKILL');
    }
    if (fault?.kind === 'pause' && (await writer.standsStill())) {
      this.paused.push(writer);
      this.stopped++;
      return;
    }
    const { signal } = await writer.end();
    if (signal !== 'SIGKILL') throw new Error(`a writer ended by itself: ${writer.why} ${writer.complaint}`);
    this.killed++;
  }

  /** Lets everybody who was fenced meanwhile go on where they stood, while the last one writes. */
  async letGoOn(): Promise<void> {
    for (const writer of this.paused) writer.signal('SIGCONT');
    for (const writer of this.paused.splice(0)) {
      const { code } = await writer.end();
      this.resumed++;
      if (code !== 0 || writer.why !== 'outcome_unknown')
        throw new Error(`a fenced writer went on: ${writer.why} ${code} ${writer.complaint}`);
    }
  }

  /** A writer is unseated, one to three take over in a row, then all that were paused go on. */
  async round(): Promise<void> {
    const successors = 1 + this.random.below(3);
    for (let i = 0; i < successors; i++) await this.unseat(await this.takeOver());
    const last = await this.takeOver();
    await this.letGoOn();
    await this.unseat(last);
  }

  async settle(): Promise<void> {
    const last = await this.takeOver(null);
    await last.until(() => last.facts > WARM_FACTS);
    await this.letGoOn();
    last.signal('SIGTERM');
    await last.end();
  }
}

describe('a directory that changes hands by force', () => {
  const root = mkdtempSync(join(tmpdir(), 'jerry-take-overs-'));
  afterAll(async () => {
    await Child.endAll();
    rmSync(root, { recursive: true });
  });

  const check = async ({ directory, writers }: Contested): Promise<{ facts: number; voids: number; fragments: number }> => {
    const store = await openStore(directory);
    const sum = { facts: 0, voids: 0, fragments: 0 };
    for (const task of TASKS) {
      const { counted, damage, voids, fragments } = readLog(directory, task);
      expect(damage).toBeNull();
      const facts = writers.flatMap(({ acknowledged, shown }) => [...acknowledged, ...shown]).filter((fact) => fact.task === task);
      for (const { version, hash } of facts) expect([version, hash]).toEqual([version, counted[version - 1]?.hash]);
      expect(stale(facts)).toEqual([]);
      expect(await store.verify(task)).toMatchObject({
        ok: true,
        versions: counted.length,
        head_hash: counted.at(-1)?.hash,
        fragments: voids + fragments,
      });
      sum.facts += facts.length;
      sum.voids += voids;
      sum.fragments += fragments;
    }
    const acknowledged = writers.flatMap((writer) => writer.acknowledged.map(({ task, version }) => `${task} ${version}`));
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    await store.close();
    return sum;
  };

  it(`keeps everything acknowledged or shown over ${TAKE_OVERS} take-overs from paused and killed writers`, async () => {
    const seed = seedOf();
    const places = Array.from({ length: SIDE_BY_SIDE }, (_, i) => new Contested(root, `place-${i}`, new Random(seed + i)));
    await Promise.all(places.map(fight));
    const total = { facts: 0, voids: 0, fragments: 0 };
    for (const place of places) {
      const { facts, voids, fragments } = await check(place);
      total.facts += facts;
      total.voids += voids;
      total.fragments += fragments;
    }
    const sum = (of: (place: Contested) => number) => places.reduce((all, place) => all + of(place), 0);
    process.stdout.write(
      `take-overs: ${sum((p) => p.takeOvers)} by ${sum((p) => p.writers.length)} processes, ${sum((p) => p.stopped)} paused and ${sum((p) => p.resumed)} let go on, ` +
        `${sum((p) => p.killed)} killed; ${total.facts} facts kept, ${total.voids} void lines, ${total.fragments} fragments (seed ${seed})\n`,
    );
    expect(sum((place) => place.takeOvers)).toBeGreaterThanOrEqual(TAKE_OVERS);
    expect(sum((place) => place.resumed)).toBeGreaterThanOrEqual(TAKE_OVERS / 5);
    expect(sum((place) => place.killed)).toBeGreaterThanOrEqual(TAKE_OVERS / 10);
  });
});

/** What was shown to somebody who asked after a later version had been acknowledged. */
const stale = (facts: readonly Fact[]): Fact[] => {
  const acknowledged = facts.filter((fact) => fact.say === 'acknowledged').sort((a, b) => a.toldMs - b.toldMs);
  const shown = facts.filter((fact) => fact.say === 'shown').sort((a, b) => a.askedMs - b.askedMs);
  let newest = 0;
  let next = 0;
  return shown.filter((fact) => {
    for (let ack = acknowledged[next]; ack !== undefined && ack.toldMs < fact.askedMs; ack = acknowledged[++next])
      newest = Math.max(newest, ack.version);
    return fact.version < newest;
  });
};

const fight = async (place: Contested): Promise<void> => {
  while (place.takeOvers < TAKE_OVERS / SIDE_BY_SIDE) await place.round();
  await place.settle();
};
