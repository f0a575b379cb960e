import { orThrow, roleRefusal } from '../decide/admit.js';
import { decide } from '../decide/decide.js';
import { HandoffError } from '../errors/handoff.error.js';
import type { CommandOf } from '../schema/command.js';
import type { Principal } from '../schema/principal.js';
import type { TaskState } from '../schema/task-state.js';
import type { Answerer, Written } from './answerer.js';
import type { HandoffAnswer, HandoffPreview } from './answers.js';
import { requireNames } from './at-the-door.js';
import type { Explainer } from './explainer.js';
import type { ItemGatherer } from './gather-items.js';
import { hearClaim } from './hear-claim.js';
import type { Ports, Settings } from './ports.js';
import { findReplay } from './replay-finder.js';
import { Request } from './request.js';

/** Tries a handoff without writing it: what it would deliver, open or fail on. Anything but a rule's refusal is answered as the real call would be. */
export class HandoffPreviewer {
  constructor(
    private readonly ports: Ports,
    private readonly settings: Settings,
    private readonly gatherer: ItemGatherer,
    private readonly answerer: Answerer,
    private readonly explainer: Explainer,
  ) {}

  async preview(command: CommandOf<'handoff'>, principal: Principal, minimal = false): Promise<HandoffPreview> {
    requireNames(command, principal, undefined);
    orThrow(roleRefusal(command.kind, principal));
    const head = await this.ports.store.head(command.task_id);
    if (head === null) throw new HandoffError('task_not_found', `There is no task ${command.task_id}.`);
    hearClaim(this.ports.leases, this.settings.rules, head.state, command.body.claim_epoch, principal);
    try {
      return (await this.#again(head.state, command, principal, minimal)) ?? (await this.#outcome(head.state, command, principal, minimal));
    } catch (error) {
      if (!(error instanceof HandoffError)) throw error;
      if (error.kind === 'rule') return failing(error);
      throw await this.explainer.explainThrown(head.state, error, { principal, minimal, base: command.body.expected_version });
    }
  }

  async #outcome(state: TaskState, command: CommandOf<'handoff'>, principal: Principal, minimal: boolean): Promise<HandoffPreview> {
    const items = await this.gatherer.gather(state, command);
    const now = this.ports.clock.now().toISOString();
    const decided = decide(state, command, { now, principal, rules: this.settings.rules, digest: this.ports.digest, items });
    if (decided.outcome === 'unchanged') return { would_open_gate: null };
    return this.#shown(decided, decided.next, minimal);
  }

  /** What was handed in already would be answered again, so it is here too. */
  async #again(state: TaskState, command: CommandOf<'handoff'>, principal: Principal, minimal: boolean): Promise<HandoffPreview | null> {
    const record = await findReplay(this.ports.store, state, new Request(command, principal, { minimal }, this.ports.digest));
    const then = record === null ? null : await this.ports.store.at(command.task_id, record.version);
    return record === null || then === null ? null : this.#shown(record, then, minimal);
  }

  async #shown(written: Written, state: TaskState, minimal: boolean): Promise<HandoffPreview> {
    const answer = (await this.answerer.answer(written, state, minimal)) as HandoffAnswer;
    return { ...answer, would_open_gate: state.gates.find((gate) => gate.status === 'open')?.kind ?? null };
  }
}

const failing = ({ code, message, details }: HandoffError): HandoffPreview => ({
  would_open_gate: null,
  would_fail: code,
  reasons: (details.reasons as unknown[] | undefined) ?? [{ code, detail: message }],
});
