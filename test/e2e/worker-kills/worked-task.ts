import { type CountedLine, readLog } from '../../faults/independent-reader.js';

interface Claim {
  readonly claim_epoch: number;
  readonly ends_epoch: number | null;
  readonly principal: string;
}

const AGENTS: Readonly<Record<string, string>> = {
  planning: 'agent:dev-engineer',
  implementing: 'agent:dev-engineer',
  testing: 'agent:dev-qa',
  reviewing: 'agent:dev-reviewer',
};
const FORWARD = ['planning', 'implementing', 'testing', 'reviewing', 'completed'];
const WORKER = 'worker:local';

/**
 * A task as its log tells it, line after line, held against what workers may do: one claim after another under growing epochs, one handoff
 * per phase, each by the agent whose turn it is, under the epoch that is current, signed with the key of that epoch.
 */
export class WorkedTask {
  readonly violations: string[] = [];
  /** Of each epoch, the key its program has to be given. */
  readonly keys = new Map<number, string>();
  takenOver = 0;
  #phase = 'planning';
  #assigned = 1;
  #epoch: number | null = null;
  #lastEpoch = 0;
  #end: 'open' | 'completed' | 'asks' = 'open';

  constructor(
    readonly id: string,
    directory: string,
  ) {
    const { counted, voids, fragments, damage } = readLog(directory, id);
    if (damage !== null || voids + fragments > 0) this.#say(`its log has ${voids} void and ${fragments} torn lines: ${damage}`);
    counted.forEach((line, k) => {
      if (line.version !== k + 1) this.#say(`line ${k + 1} holds version ${line.version}`);
      this.#take(line);
    });
  }

  get end(): 'open' | 'completed' | 'asks' {
    return this.#end;
  }

  #take({ version, record }: CountedLine): void {
    const value = (path: string) => record.effect.find((operation) => operation.path === path)?.value;
    if (record.kind === 'create') {
      this.#by(version, record, 'human:mira', undefined);
      return;
    }
    this.#by(version, record, AGENTS[this.#phase] ?? 'nobody', WORKER);
    if (this.#end !== 'open') this.#say(`version ${version} was written after its end`);
    if (record.kind === 'claim') this.#claim(version, value('/claim') as Claim);
    else if (record.kind === 'handoff') this.#handOff(version, record.idempotency_key, value('/phase'), value('/status'));
    else if (record.kind === 'abandon') this.#end = 'asks';
    else this.#say(`version ${version} is of the kind ${record.kind}`);
  }

  #by(version: number, { principal, posted_by }: CountedLine['record'], who: string, poster: string | undefined): void {
    if (principal !== who || posted_by !== poster)
      this.#say(`version ${version} was written by ${principal}, posted by ${posted_by}, not ${who}`);
  }

  #claim(version: number, { claim_epoch, ends_epoch, principal }: Claim): void {
    if (claim_epoch !== this.#lastEpoch + 1) this.#say(`version ${version} has epoch ${claim_epoch} after ${this.#lastEpoch}`);
    if (ends_epoch !== this.#epoch) this.#say(`version ${version} ends epoch ${ends_epoch}, and ${this.#epoch} was current`);
    if (principal !== WORKER) this.#say(`version ${version} is a claim of ${principal}`);
    if (ends_epoch !== null) this.takenOver += 1;
    this.#epoch = claim_epoch;
    this.#lastEpoch = claim_epoch;
    this.keys.set(claim_epoch, `${this.id}-v${this.#assigned}`);
  }

  #handOff(version: number, key: string | undefined, phase: unknown, status: unknown): void {
    const signed = this.#epoch === null ? 'by nobody: nobody has it' : `handoff ${this.keys.get(this.#epoch)}-e${this.#epoch}`;
    if (key !== signed) this.#say(`version ${version} is signed ${key} and had to be ${signed}`);
    this.#epoch = null;
    if (status === 'awaiting_human') {
      this.#end = 'asks';
      return;
    }
    if (phase !== FORWARD[FORWARD.indexOf(this.#phase) + 1]) this.#say(`version ${version} moves from ${this.#phase} to ${phase}`);
    this.#phase = String(phase);
    this.#assigned = version;
    if (phase === 'completed') this.#end = 'completed';
  }

  #say(what: string): void {
    this.violations.push(`${this.id}: ${what}`);
  }
}
