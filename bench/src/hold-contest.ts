import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contest, SideSpec } from './figures.js';
import type { Facts } from './side.js';
import { SideProcess } from './side-process.js';
import { sizesFor } from './sizes.js';

export interface Conditions {
  readonly build: string;
  readonly smoke: boolean;
  readonly rounds: number;
  readonly sliceMs: number;
  readonly warmUpSlices: number;
}

export interface Outcome {
  /** By side: its rate in every slice that counts. */
  readonly rates: Readonly<Record<string, readonly number[]>>;
  readonly facts: Readonly<Record<string, Facts>>;
  /** Acknowledged and found again, over all sides. */
  readonly delivered: number;
}

interface Entrant extends SideSpec {
  readonly name: string;
  readonly process: SideProcess;
}

type Told = (text: string) => void;

/** Lets the sides take turns, slice by slice, so that what else the machine does hits all alike; then has every side show what it delivered. */
export const holdContest = async (contest: Contest, conditions: Conditions, tell: Told): Promise<Outcome> => {
  const directory = mkdtempSync(join(tmpdir(), 'jerry-bench-'));
  const hosts = new Map<string, SideProcess>();
  try {
    const { entrants, facts } = await gather(contest, conditions, directory, hosts, tell);
    const rates = await takeTurns(entrants, conditions, tell);
    let delivered = 0;
    for (const { name, process } of entrants) facts[name] = { ...facts[name], ...(await process.facts()) };
    tell('checking delivery');
    for (const process of hosts.values()) delivered += await process.finish();
    return { rates, facts, delivered };
  } finally {
    await Promise.all([...hosts.values()].map((process) => process.end()));
    rmSync(directory, { recursive: true, force: true });
  }
};

const gather = async (
  contest: Contest,
  conditions: Conditions,
  directory: string,
  hosts: Map<string, SideProcess>,
  tell: Told,
): Promise<{ entrants: Entrant[]; facts: Record<string, Facts> }> => {
  const { build, smoke } = conditions;
  const entrants: Entrant[] = [];
  const facts: Record<string, Facts> = {};
  let known: Facts = {};
  const started = new Set<string>();
  // All at once, so that loading the program costs its time only once.
  for (const [name, { host = name }] of Object.entries(contest.sides))
    if (!hosts.has(host)) hosts.set(host, new SideProcess(sizesFor(smoke).thread_pool));
  for (const [name, spec] of Object.entries(contest.sides)) {
    tell(`preparing ${name}`);
    const host = spec.host ?? name;
    const own = join(directory, host);
    const process = hosts.get(host) as SideProcess;
    if (!started.has(host)) {
      started.add(host);
      mkdirSync(own);
      const { inFlight = 1, full = false, module } = spec;
      await process.open(module, { directory: own, build, smoke, inFlight, minimal: !full, known });
    }
    entrants.push({ ...spec, name, process });
    await process.prepare([], spec.mode ?? '');
    facts[name] = await process.facts();
    known = { ...facts[name], ...known };
  }
  return { entrants, facts };
};

const takeTurns = async (
  entrants: readonly Entrant[],
  { rounds, warmUpSlices, sliceMs }: Conditions,
  tell: Told,
): Promise<Record<string, number[]>> => {
  const rates: Record<string, number[]> = Object.fromEntries(entrants.map(({ name }) => [name, []]));
  for (let round = 1 - warmUpSlices; round <= rounds; round++) {
    let made: readonly string[] = [];
    for (const { name, process, mode = '' } of entrants) {
      tell(round < 1 ? `warming up ${name}` : `round ${round} of ${rounds}, ${name}`);
      await process.prepare(made, mode);
      const slice = await process.slice(sliceMs, mode);
      made = slice.made ?? [];
      if (round >= 1) rates[name]?.push(slice.count / slice.over);
    }
  }
  return rates;
};
