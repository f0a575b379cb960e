import type { Digest } from '../ports/digest.js';
import type { Command } from '../schema/command.js';
import type { Principal } from '../schema/principal.js';
import { fingerprint } from './fingerprint.js';

interface Wishes {
  readonly idempotencyKey?: string | undefined;
  readonly minimal: boolean;
}

/** A key belongs to one kind of call: the same key on another one is another key. */
const scoped = (command: Command, key: string): string => `${command.kind === 'vote' ? command.gate_id : command.kind} ${key}`;

/** A command on its way through the door. Most of a crowd that races for one version are refused without their fingerprint, so it is made when asked for. */
export class Request {
  readonly idempotencyKey: string | undefined;
  readonly minimal: boolean;
  #fingerprint: string | undefined;

  constructor(
    readonly command: Command,
    readonly principal: Principal,
    wishes: Wishes,
    private readonly digest: Digest,
  ) {
    this.idempotencyKey = wishes.idempotencyKey === undefined ? undefined : scoped(command, wishes.idempotencyKey);
    this.minimal = wishes.minimal;
  }

  get fingerprint(): string {
    this.#fingerprint ??= fingerprint(this.digest, this.command);
    return this.#fingerprint;
  }
}
