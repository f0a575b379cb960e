import { createHash } from 'node:crypto';
import type { KnownItems } from '../../../libs/handoff/src/decide/context.js';
import { decide } from '../../../libs/handoff/src/decide/decide.js';
import { ItemLedger } from '../../../libs/handoff/src/lookup/item-ledger.js';
import type { ReadRecord } from '../../../libs/handoff/src/lookup/whole-item.js';
import type { Command } from '../../../libs/handoff/src/schema/command.js';
import type { TaskRecord } from '../../../libs/handoff/src/schema/record.js';
import { DEFAULT_RULES, type Rules } from '../../../libs/handoff/src/schema/rules.js';
import { SCHEMA_VERSION, type TaskState } from '../../../libs/handoff/src/schema/task-state.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const NO_HASH = '0'.repeat(64);
const START_MS = Date.UTC(2026, 10, 18, 9);
const GATE_DIGEST = digest('what the gate is about');

/** One task made by real commands: the records a store would hold, and the state and ledger that follow from them. */
export class TaskHistory {
  readonly records: TaskRecord[] = [];
  readonly ledger = new ItemLedger();
  #state: TaskState | null = null;

  constructor(
    readonly taskId = 'T1',
    readonly rules: Rules = DEFAULT_RULES,
  ) {}

  get state(): TaskState {
    if (this.#state === null) throw new Error('there is no task yet');
    return this.#state;
  }

  readonly readRecord: ReadRecord = async (version) => this.records[version - 1];

  /** Does what is asked, or throws the refusal. Versions, epochs, gates and digests are filled in. */
  do(principal: string, kind: string, body: object = {}): this {
    const version = this.records.length + 1;
    const now = new Date(START_MS + version * 600_000).toISOString();
    const command = { kind, task_id: this.taskId, ...this.#gate(kind), body: this.#completed(kind, body) } as unknown as Command;
    const decided = decide(this.#state, command, { now, principal, rules: this.rules, digest, items: this.#items(body) });
    if (decided.outcome === 'unchanged') return this;
    const { effect, whole, settled, removed, by, kind: recorded, next } = decided;
    const record: TaskRecord = {
      version,
      prev_hash: NO_HASH,
      generation: 1,
      schema_version: SCHEMA_VERSION,
      at: now,
      principal: by,
      ...(by === principal ? {} : { posted_by: principal }),
      kind: recorded,
      fingerprint: '0'.repeat(32),
      effect,
      ...(whole === undefined ? {} : { whole }),
      ...(settled === undefined ? {} : { settled }),
      ...(removed === undefined ? {} : { removed }),
      config_hash: '',
      hash: NO_HASH,
    };
    this.records.push(record);
    this.ledger.fold(record);
    this.#state = next;
    return this;
  }

  #gate(kind: string): object {
    return kind === 'vote' ? { gate_id: this.state.gates.find((gate) => gate.status === 'open')?.id } : {};
  }

  #completed(kind: string, body: object): object {
    if (kind === 'vote') return { digest: GATE_DIGEST, ...body };
    if (kind !== 'handoff' && kind !== 'update' && kind !== 'release') return body;
    const { claim, version } = this.state;
    return {
      ...(kind === 'release' ? {} : { expected_version: version }),
      ...(claim === null ? {} : { claim_epoch: claim.claim_epoch }),
      ...body,
    };
  }

  #items(body: object): KnownItems {
    const delta = (
      body as { state_delta?: { decisions?: { supersedes?: string[] }[]; artifacts?: { path: string }[]; artifacts_removed?: string[] } }
    ).state_delta;
    const old = (delta?.decisions ?? []).flatMap((decision) => decision.supersedes ?? []);
    const paths = [...(delta?.artifacts ?? []).map(({ path }) => path), ...(delta?.artifacts_removed ?? [])];
    return {
      claimAlive: false,
      instance: 'instance-1',
      gateDigest: GATE_DIGEST,
      decisions: new Map(
        old.flatMap((id) => this.ledger.entry(id) ?? []).map(({ id, mark }) => [id, { superseded: mark.superseded_by !== undefined }]),
      ),
      artifacts: new Map(paths.flatMap((path) => this.ledger.currentArtifact(path) ?? []).map((artifact) => [artifact.path, artifact])),
    };
  }
}
