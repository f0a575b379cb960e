import { createHash } from 'node:crypto';
import type { KnownItems } from '../../libs/handoff/src/decide/context.js';
import { decide } from '../../libs/handoff/src/decide/decide.js';
import type { Accepted, Decided } from '../../libs/handoff/src/decide/decided.js';
import type { ErrorCode } from '../../libs/handoff/src/errors/error-codes.js';
import { HandoffError } from '../../libs/handoff/src/errors/handoff.error.js';
import { replay } from '../../libs/handoff/src/history/replay.js';
import { BODIES, type Command, type CommandKind } from '../../libs/handoff/src/schema/command.js';
import type { RecordDraft } from '../../libs/handoff/src/schema/record.js';
import { DEFAULT_RULES, type Rules } from '../../libs/handoff/src/schema/rules.js';
import { SCHEMA_VERSION, TaskState } from '../../libs/handoff/src/schema/task-state.js';
import { MovedOut } from './moved-out.js';

type Fields = Record<string, unknown>;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An artifact as an agent posts it; `content` stands for what is in the file. */
export const file = (path: string, content = path) => ({ path, content_hash: sha256(content), size_bytes: content.length });

/** What every gate of a walk is about, unless a test says otherwise. */
export const GATE_DIGEST = sha256('subject');

export const MIRA = 'human:mira';
export const ENGINEER = 'agent:dev-engineer';
export const QA = 'agent:dev-qa';
export const REVIEWER = 'agent:dev-reviewer';

const START_MS = Date.parse('2026-11-18T09:00:00.000Z');
const CONFIG_HASH = sha256('config').slice(0, 32);

/**
 * One task, walked through command by command with the real schemas and the real `decide`, and nothing else.
 * After every step the record is replayed and the state checked against its schema.
 */
export class Walk {
  state: TaskState | null = null;
  readonly records: RecordDraft[] = [];
  /** Moves on by a second with every command. */
  nowMs = START_MS;
  readonly #movedOut = new MovedOut();

  constructor(
    readonly rules: Rules = DEFAULT_RULES,
    readonly taskId = 'T1',
  ) {}

  get head(): TaskState {
    if (this.state === null) throw new Error('no task yet');
    return this.state;
  }

  get now(): string {
    return new Date(this.nowMs).toISOString();
  }

  /** The last record. */
  get record(): RecordDraft {
    const last = this.records.at(-1);
    if (last === undefined) throw new Error('no record yet');
    return last;
  }

  do(principal: string, kind: CommandKind, body: Fields, items: KnownItems = {}, gate_id?: string): TaskState {
    this.nowMs += 1_000;
    const decided = this.decide(principal, kind, body, items, gate_id);
    if (decided.outcome === 'unchanged') return this.head;
    this.#write(decided, principal, kind === 'fork' ? (items.source ?? null) : this.state);
    if (decided.refusal !== undefined) throw decided.refusal;
    return this.head;
  }

  /** What would be decided, without taking the step. */
  decide(principal: string, kind: CommandKind, body: Fields, items: KnownItems = {}, gate_id?: string): Decided {
    const command = {
      kind,
      task_id: this.taskId,
      body: BODIES[kind].parse(body),
      ...(gate_id === undefined ? {} : { gate_id }),
    } as Command;
    const known = { claimAlive: this.state?.claim == null ? null : true, gateDigest: GATE_DIGEST, ...this.#movedOut.items(), ...items };
    return decide(this.state, command, { now: this.now, principal, rules: this.rules, digest: sha256, items: known });
  }

  create(more: Fields = {}, principal = MIRA): TaskState {
    return this.do(principal, 'create', { task_title: 'Login survives a restart', ...more });
  }

  hand(principal: string, phase: string, state_delta: Fields = {}, more: Fields = {}, items: KnownItems = {}): TaskState {
    return this.do(principal, 'handoff', { phase, expected_version: this.head.version, state_delta, ...more }, items);
  }

  update(principal: string, state_delta: Fields, more: Fields = {}, items: KnownItems = {}): TaskState {
    return this.do(principal, 'update', { expected_version: this.head.version, state_delta, ...more }, items);
  }

  claim(principal: string, more: Fields = {}, items: KnownItems = {}): TaskState {
    return this.do(principal, 'claim', more, items);
  }

  release(principal: string, more: Fields = {}): TaskState {
    return this.do(principal, 'release', { claim_epoch: this.head.last_epoch, reason: 'stopped here', ...more });
  }

  vote(principal: string, decision: string, more: Fields = {}, items: KnownItems = {}, gate = this.gate.id): TaskState {
    return this.do(principal, 'vote', { decision, reason: `${decision}, because`, digest: GATE_DIGEST, ...more }, items, gate);
  }

  get gate(): TaskState['gates'][number] {
    const open = this.head.gates.find(({ status }) => status === 'open');
    if (open === undefined) throw new Error('no gate is open');
    return open;
  }

  /** The code a step is refused with; a refusal that is not one of ours, or that changed something, is a failure of the test. */
  refusal(step: () => unknown): HandoffError | null {
    const before = JSON.stringify(this.state);
    try {
      step();
      return null;
    } catch (error) {
      if (!(error instanceof HandoffError)) throw error;
      if (JSON.stringify(this.state) !== before) throw new Error('refused, yet changed', { cause: error });
      return error;
    }
  }

  code(step: () => unknown): ErrorCode | 'accepted' {
    return this.refusal(step)?.code ?? 'accepted';
  }

  /** Brings a new task to a phase by ordinary handoffs. */
  to(phase: 'planning' | 'implementing' | 'testing' | 'reviewing' | 'completed'): this {
    if (this.state === null) this.create();
    const steps = [
      () => this.hand(ENGINEER, 'implementing'),
      () => this.hand(ENGINEER, 'testing', { artifacts: [file('src/login.ts')] }),
      () => this.hand(QA, 'reviewing'),
      () => this.hand(REVIEWER, 'completed'),
    ];
    for (const step of steps) {
      if (this.head.phase === phase) break;
      step();
    }
    return this;
  }

  #write({ kind, by, effect, next, outcome: _, refusal: __, ...content }: Accepted, principal: string, before: TaskState | null): void {
    const record: RecordDraft = {
      schema_version: SCHEMA_VERSION,
      at: this.now,
      principal: by,
      ...(by === principal ? {} : { posted_by: principal }),
      kind,
      fingerprint: sha256(String(this.records.length)).slice(0, 32),
      effect,
      ...content,
      config_hash: CONFIG_HASH,
    };
    const again = replay(before, JSON.parse(JSON.stringify(record)), (before?.version ?? 0) + 1);
    if (JSON.stringify(again) !== JSON.stringify(next)) throw new Error('replaying the record gives another state');
    this.records.push(record);
    this.#movedOut.fold(record);
    TaskState.parse(next);
    this.state = next;
  }
}
