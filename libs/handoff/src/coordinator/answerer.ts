import { HandoffError } from '../errors/handoff.error.js';
import { boundedNext } from '../next/bounded-next.js';
import { legalActions } from '../next/legal-actions.js';
import type { Next } from '../next/next.js';
import type { Dispatch } from '../ports/dispatcher.js';
import type { Gate } from '../schema/gate.js';
import type { Principal } from '../schema/principal.js';
import type { RecordDraft, RecordKind } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import { summarize } from '../summary/summarize.js';
import type { Answer, ClaimAnswer, GateView, HandoffAnswer, WriteAnswer } from './answers.js';
import { delivered } from './delivered.js';
import { gateParts } from './gate-parts.js';
import { gateSubject, subjectDigest } from './gate-subject.js';
import type { ItemGatherer } from './gather-items.js';
import type { KnownHistory } from './known-history.js';
import { leaseS } from './lease-s.js';
import type { Ports, Settings } from './ports.js';
import { stateFile } from './state-file.js';

const NEXT_TOKENS = 300;
/** Kinds that leave the task where it is: nobody has to be rung for them. */
const RINGS_NOBODY: readonly RecordKind[] = ['update', 'edit', 'evidence', 'claim'];

export type Written = Pick<RecordDraft, 'kind' | 'effect' | 'whole' | 'settled' | 'removed' | 'repeat_reason'>;

/** Makes answers from a record and the state it made: the same for the first answer and for every replay of it. */
export class Answerer {
  constructor(
    private readonly ports: Ports,
    private readonly settings: Settings,
    private readonly gatherer: ItemGatherer,
    private readonly history: KnownHistory,
  ) {}

  dispatch(state: TaskState, kind: RecordKind): Dispatch {
    if (state.status === 'awaiting_human' || state.status === 'abandoned') return 'awaiting_gate';
    if (state.status !== 'pending' || state.target_agent === null || RINGS_NOBODY.includes(kind)) return 'none';
    return this.ports.dispatcher.rings(state.target_agent) ? 'queued' : 'awaiting_claim';
  }

  async next(head: TaskState, principal: Principal, maxTokens = NEXT_TOKENS): Promise<Next> {
    const { rules, checks } = this.settings;
    const items = await this.gatherer.gatherForNext(head);
    return boundedNext(legalActions(head, principal, { rules, items, checks }), maxTokens, (text) =>
      this.ports.tokenizer.countTokens(text),
    );
  }

  summary(state: TaskState, maxTokens = this.settings.summaryTokens): { context_summary: string; summary_tokens: number } {
    const { text, tokens } = summarize(state, { maxTokens, tokenizer: this.ports.tokenizer, stateFile: stateFile(state.task_id) });
    return { context_summary: text, summary_tokens: tokens };
  }

  /** The answer to what was written, without `next`. */
  async answer(written: Written, state: TaskState, minimal: boolean): Promise<Answer> {
    if (written.kind === 'handoff') return this.#handoff(written, state, minimal);
    if (written.kind === 'claim') return this.#claim(state, minimal);
    if (written.kind === 'vote') return { ...(await this.#votedGate(state)), version: state.version };
    return this.#write(written.kind, state);
  }

  async gate(state: TaskState, gateId: string): Promise<GateView> {
    const entry = (await this.history.upTo(state)).entry(gateId);
    const gate = state.gates.find(({ id }) => id === gateId) ?? entry?.mark.gate;
    if (gate === undefined) throw new HandoffError('gate_not_found', `There is no gate ${gateId}.`);
    // Once it is over, a gate shows what it was about: the state that the vote met, or whatever voided it.
    const over = gate.status === 'open' ? null : (entry?.over_in ?? null);
    const then = over === null ? state : ((await this.ports.store.at(state.task_id, over - 1)) ?? state);
    const subject = gateSubject(then, gate, await gateParts(this.ports, this.history, then, gate));
    return { ...gate, task_id: state.task_id, subject, digest: gate.votes.at(-1)?.digest ?? subjectDigest(this.ports.digest, subject) };
  }

  #write(kind: RecordKind, { task_id, version, phase, status, target_agent, ...state }: TaskState): WriteAnswer {
    const dispatch = this.dispatch({ task_id, version, phase, status, target_agent, ...state }, kind);
    return { task_id, version, phase, status, target_agent, dispatch };
  }

  #handoff(written: Written, state: TaskState, minimal: boolean): HandoffAnswer {
    const waiting = state.gates.find((gate) => gate.status === 'open');
    return {
      ...delivered(written, state),
      ...(minimal ? {} : this.summary(state)),
      dispatch: this.dispatch(state, 'handoff'),
      ...(waiting === undefined ? {} : { gate_id: waiting.id }),
    };
  }

  async #claim(state: TaskState, minimal: boolean): Promise<ClaimAnswer> {
    const { claim } = state;
    if (claim === null) throw new HandoffError('internal', `${state.task_id} has no claim to answer with.`);
    const artifacts = state.artifacts.map(async (artifact) => ({
      path: artifact.path,
      status: await this.ports.artifacts.status(artifact),
    }));
    return {
      task_id: state.task_id,
      version: state.version,
      phase: state.phase,
      ...(minimal ? {} : this.summary(state)),
      command: await this.#command(state),
      effect_key: `${state.task_id}-v${state.assigned_version}`,
      artifacts: await Promise.all(artifacts),
      claim: { claim_epoch: claim.claim_epoch, instance: claim.instance, lease_s: leaseS(this.settings.rules, claim) },
    };
  }

  async #command(state: TaskState): Promise<ClaimAnswer['command']> {
    if (state.delivered_version === null) return null;
    const [record] = await this.ports.store.records(state.task_id, state.delivered_version, state.delivered_version);
    const after = await this.ports.store.at(state.task_id, state.delivered_version);
    return record === undefined || after === null ? null : delivered(record, after);
  }

  async #votedGate(state: TaskState): Promise<GateView> {
    const isVoted = (gate: Gate | undefined) => gate?.votes.some((vote) => vote.version === state.version) === true;
    // A state that is full of open issues may have no room even for the gate that was just decided.
    const moved = async () => (await this.history.upTo(state)).entries('gates', state.version).find(({ mark }) => isVoted(mark.gate));
    return this.gate(state, (state.gates.find(isVoted) ?? (await moved()))?.id ?? '');
  }
}
