import { type Asked, orThrow, preconditions, type Refusal, refusalNow, roleRefusal } from '../decide/admit.js';
import { decide } from '../decide/decide.js';
import type { Accepted } from '../decide/decided.js';
import { HandoffError } from '../errors/handoff.error.js';
import type { Appended, Head } from '../ports/task-store.js';
import type { Command } from '../schema/command.js';
import { type Principal, roleOf } from '../schema/principal.js';
import type { RecordDraft, TaskRecord } from '../schema/record.js';
import type { TaskState } from '../schema/task-state.js';
import type { Answerer, Written } from './answerer.js';
import type { Handled } from './answers.js';
import { requireNames } from './at-the-door.js';
import { draftOf } from './draft-of.js';
import type { Explainer, Refused } from './explainer.js';
import type { ItemGatherer } from './gather-items.js';
import { hearClaim } from './hear-claim.js';
import { leaseS } from './lease-s.js';
import type { Ports, Settings } from './ports.js';
import { RefusedAfterWriting } from './refused-after-writing.js';
import { claimEpochOf, expectedVersion, findReplay, isAnother, isNew } from './replay-finder.js';
import { Request } from './request.js';
import { madeTaskId } from './task-names.js';
import { type Turn, Turns } from './turns.js';
import { unknownCheck } from './unknown-check.js';

export interface HandleOptions {
  readonly idempotencyKey?: string | undefined;
  /** Leaves out the summary and `next`. */
  readonly minimal?: boolean | undefined;
}

/** What somebody says of a task whose checks they ask for. */
type Known = Pick<Asked, 'claimEpoch' | 'expectedVersion'>;

/** What a turn wrote, and the head as it stands when the turn is over: one look serves all who were waiting then. */
interface Wrote {
  readonly version: number;
  readonly request: Request;
  readonly headAfter: () => Promise<Head | null>;
}

/**
 * The one door. Every change of a task, whoever asks for it, takes its turn here: load, decide, append, answer.
 * A command that was carried out before is answered again; a refusal says how things stand and what may be done instead.
 */
export class Coordinator {
  readonly #turns = new Turns<Wrote>();
  readonly #inFlight = new Set<string>();

  constructor(
    private readonly ports: Ports,
    private readonly settings: Settings,
    private readonly gatherer: ItemGatherer,
    private readonly answerer: Answerer,
    private readonly explainer: Explainer,
  ) {}

  async handle(command: Command, principal: Principal, { idempotencyKey, minimal = false }: HandleOptions = {}): Promise<Handled> {
    requireNames(command, principal, idempotencyKey);
    orThrow(roleRefusal(command.kind, principal));
    const request = new Request(this.#named(command, principal, idempotencyKey), principal, { idempotencyKey, minimal }, this.ports.digest);
    if (idempotencyKey === undefined) return this.#inTurn(request);
    const flight = `${principal} ${command.task_id} ${request.idempotencyKey}`;
    if (this.#inFlight.has(flight)) throw await this.#inFlightAlready(request);
    this.#inFlight.add(flight);
    try {
      return await this.#inTurn(request);
    } finally {
      this.#inFlight.delete(flight);
    }
  }

  /** Keeps a claim alive; writes nothing. */
  async heartbeat(taskId: string, claimEpoch: number, principal: Principal): Promise<{ version: number; lease_s: number }> {
    const state = await this.#admitted(taskId, { call: 'heartbeat', principal, claimEpoch });
    return { version: state.version, lease_s: leaseS(this.settings.rules, state.claim) };
  }

  /** Throws unless what comes of these checks could be recorded as things stand. Keeps a claim alive; writes nothing. */
  async requireChecks(taskId: string, names: readonly string[], known: Known, principal: Principal): Promise<void> {
    const { claimEpoch, expectedVersion } = known;
    const state = await this.#admitted(taskId, { call: 'evidence', principal, claimEpoch, expectedVersion });
    const unknown = unknownCheck(names, this.settings.checks);
    if (unknown !== null) throw await this.explainer.explain(state, unknown, { principal });
  }

  async #admitted(taskId: string, asked: Asked): Promise<TaskState> {
    const { call, principal, claimEpoch } = asked;
    orThrow(roleRefusal(call, principal));
    const head = await this.ports.store.head(taskId);
    if (head === null) throw new HandoffError('task_not_found', `There is no task ${taskId}.`);
    const refusal = preconditions(head.state, asked) ?? refusalNow(head.state, asked, this.gatherer.claimAlive(head.state) ?? false);
    if (refusal !== null) throw await this.explainer.explain(head.state, refusal, { principal, base: asked.expectedVersion });
    this.#hear(head.state, claimEpoch, principal);
    return head.state;
  }

  #inTurn(request: Request): Promise<Handled> {
    const expected = expectedVersion(request.command);
    return this.#turns.take(
      lineOf(request.command),
      (turn, lostTo) => this.#carryOut(request, turn, lostTo),
      ({ version }) => expected !== undefined && version > expected,
    );
  }

  async #carryOut(request: Request, turn: Turn<Wrote>, lostTo: Wrote | null): Promise<Handled> {
    const { command, principal } = request;
    const head = await (lostTo?.request.command.task_id === command.task_id ? lostTo.headAfter() : this.ports.store.head(command.task_id));
    if (head === null) {
      if (command.kind !== 'create') throw new HandoffError('task_not_found', `There is no task ${command.task_id}.`);
      return this.#decideAndWrite(request, null, turn).catch(async (error: unknown) => {
        throw await this.#explained(error, null, request);
      });
    }
    const refusal = this.#callerRefusal(head.state, request) ?? this.#lateRefusal(head.state, request, lostTo);
    if (refusal !== null) throw await this.explainer.explain(head.state, refusal, refused(request));
    try {
      const again = isNew(head.state, request) ? null : await this.#replayed(head.state, request);
      if (again !== null) return again;
      this.#hear(head.state, claimEpochOf(command), principal);
      return await this.#decideAndWrite(request, head.state, turn);
    } catch (error) {
      throw await this.#explained(error, head.state, request);
    }
  }

  /** A name that is taken is explained by the task that has it, whatever its spelling; `null` where there is no task to speak of. */
  async #explained(thrown: unknown, state: TaskState | null, request: Request): Promise<unknown> {
    if (thrown instanceof RefusedAfterWriting) return this.explainer.explainThrown(thrown.state, thrown.refusal, refused(request));
    if (!(thrown instanceof HandoffError)) return thrown;
    const taken = thrown.code === 'task_exists' ? thrown.details.task_id : undefined;
    const about = typeof taken === 'string' ? ((await this.ports.store.head(taken))?.state ?? state) : state;
    return about === null ? thrown : this.explainer.explainThrown(about, thrown, refused(request));
  }

  async #inFlightAlready(request: Request): Promise<unknown> {
    const error = new HandoffError('request_in_flight', 'A request with this key is being carried out; ask again in a moment.');
    return this.#explained(error, (await this.ports.store.head(request.command.task_id))?.state ?? null, request);
  }

  /** What is refused whatever the task's history: it comes before a replay is looked for. */
  #callerRefusal(state: TaskState, request: Request): Refusal | null {
    const { principal } = request;
    const asked = askedOf(request);
    if (asked === null) return null;
    const refusal = preconditions(state, asked);
    if (refusal !== null || asked.call !== 'claim' || roleOf(principal) !== 'worker' || state.target_agent === null) return refusal;
    if (this.ports.dispatcher.rings(state.target_agent)) return null;
    return { code: 'forbidden', detail: `${state.target_agent} is not run by this service; workers act only for agents that are.` };
  }

  /** One of a crowd that named the same version, and not the first: what its command would need is not looked up only to be refused. */
  #lateRefusal(state: TaskState, request: Request, lostTo: Wrote | null): Refusal | null {
    const asked = askedOf(request);
    if (lostTo === null || asked === null || asked.call === 'vote') return null;
    if (asked.expectedVersion !== lostTo.version - 1 || !isAnother(request, lostTo.request)) return null;
    return refusalNow(state, asked, this.gatherer.claimAlive(state) ?? false);
  }

  async #decideAndWrite(request: Request, state: TaskState | null, turn: Turn<Wrote>): Promise<Handled> {
    const { command, principal } = request;
    const now = this.ports.clock.now().toISOString();
    const items = state === null ? {} : await this.gatherer.gather(state, command);
    const decided = decide(state, command, { now, principal, rules: this.settings.rules, digest: this.ports.digest, items });
    if (decided.outcome === 'unchanged') return this.#sameClaim(state as TaskState, request);
    const draft = draftOf(decided, request, now, this.settings.configHash);
    const appending = this.#append(command, state, draft, decided);
    turn.writing();
    const appended = await appending;
    turn.wrote({ version: appended.state.version, request, headAfter: once(() => this.ports.store.head(command.task_id)) });
    this.#afterwards(appended, decided.kind);
    if (decided.refusal !== undefined) throw new RefusedAfterWriting(decided.refusal, appended.state);
    return this.#answer(decided, appended.state, appended.state, request);
  }

  #sameClaim(state: TaskState, request: Request): Promise<Handled> {
    this.#hear(state, state.claim?.claim_epoch, request.principal);
    return this.#answer({ kind: 'claim', effect: [] }, state, state, request);
  }

  #append(command: Command, state: TaskState | null, draft: RecordDraft, { next }: Accepted): Promise<Appended> {
    if (command.kind === 'fork')
      return this.ports.store.fork({ taskId: command.task_id, version: command.body.version }, next.task_id, draft, next);
    return this.ports.store.append(command.task_id, state?.version ?? 0, draft, next);
  }

  #afterwards(appended: Appended, kind: RecordDraft['kind']): void {
    const { state } = appended;
    if (kind === 'claim') this.#hear(state, state.claim?.claim_epoch, state.claim?.principal ?? '');
    if (this.answerer.dispatch(state, kind) !== 'queued' || state.target_agent === null || state.not_before !== null) return;
    const due = { task_id: state.task_id, version: state.version, target_agent: state.target_agent };
    // A ring may be lost: what is due is derived from the state and rung again by whoever watches it.
    void appended.published.then(() => this.ports.dispatcher.ring(due)).catch(() => undefined);
  }

  #hear(state: TaskState, claimEpoch: number | undefined, principal: Principal): void {
    hearClaim(this.ports.leases, this.settings.rules, state, claimEpoch, principal);
  }

  async #replayed(head: TaskState, request: Request): Promise<Handled | null> {
    const { command } = request;
    const written = command.kind === 'fork' ? ((await this.ports.store.head(command.body.task_id ?? ''))?.state ?? null) : head;
    const record = written === null ? null : await findReplay(this.ports.store, written, request);
    return written === null || record === null ? null : this.#answerAgain(record, written, request);
  }

  /** A fork nobody named gets a name here, from the key where there is one, so that a retry names the same task. */
  #named(command: Command, principal: Principal, idempotencyKey: string | undefined): Command {
    if (command.kind !== 'fork' || command.body.task_id !== undefined) return command;
    return {
      ...command,
      body: { ...command.body, task_id: madeTaskId(this.ports.digest, this.ports.makeName, principal, idempotencyKey) },
    };
  }

  async #answerAgain(record: TaskRecord, head: TaskState, request: Request): Promise<Handled> {
    const then = record.version === head.version ? head : await this.ports.store.at(head.task_id, record.version);
    return { ...(await this.#answer(record, then ?? head, head, request)), replayed: true };
  }

  async #answer(written: Written, state: TaskState, head: TaskState, { principal, minimal }: Request): Promise<Handled> {
    const answer = await this.answerer.answer(written, state, minimal);
    const next = minimal ? {} : { next: await this.answerer.next(head, principal) };
    return { answer: { ...answer, ...next }, state, replayed: false };
  }
}

const refused = ({ command, principal, minimal }: Request): Refused => ({ principal, minimal, base: expectedVersion(command) });

const once = <T>(work: () => T): (() => T) => {
  let done: { readonly result: T } | undefined;
  return () => {
    done ??= { result: work() };
    return done.result;
  };
};

/** A fork writes the new task, not the one it starts from. */
const lineOf = (command: Command): string => (command.kind === 'fork' ? (command.body.task_id ?? command.task_id) : command.task_id);

/** What the command asks for, as the rules of admission see it. Creating asks nothing of a task. */
const askedOf = ({ command, principal }: Request): Asked | null =>
  command.kind === 'create'
    ? null
    : { call: command.kind, principal, expectedVersion: expectedVersion(command), claimEpoch: claimEpochOf(command) };
