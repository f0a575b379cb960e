import { createHash, randomBytes } from 'node:crypto';
import {
  type Artifact,
  type ArtifactStatus,
  type Command,
  type CommandKind,
  type Desk,
  type Handled,
  HandoffError,
  LeaseBook,
  o200kTokenizer,
  openDesk,
  Rules,
  type SeenFile,
  type TaskState,
  type TaskStore,
  type Tokenizer,
} from '@app/handoff';

type Due = { task_id: string; version: number; target_agent: string };

const UNSEEN: SeenFile = { artifact_type: 'source', content_hash: null, size_bytes: null };

/** Files as a test says they are. */
class PretendFiles {
  readonly hashes = new Map<string, string>();

  async look(path: string): Promise<SeenFile> {
    const content_hash = this.hashes.get(path);
    return content_hash === undefined ? UNSEEN : { artifact_type: 'source', content_hash, size_bytes: 1 };
  }

  async status({ path, content_hash }: Artifact): Promise<ArtifactStatus> {
    const now = this.hashes.get(path);
    if (now === undefined || content_hash === null) return 'unverified';
    return now === content_hash ? 'verified' : 'changed';
  }
}

/**
 * The domain as the service runs it: real rules, real coordinator, real summary, real tokenizer, the store that is given.
 * Pretended: files, the bell, the clock and the leases' time, which a test moves by hand.
 */
export class House {
  readonly files = new PretendFiles();
  /** What checks cover, as a test says it is now. */
  readonly trees = new Map<string, string>();
  readonly rung: Due[] = [];
  readonly served = new Set<string>();
  readonly leases = new LeaseBook(() => this.monotonicMs);
  readonly coordinator: Desk['coordinator'];
  readonly reader: Desk['reader'];
  now = Date.UTC(2026, 10, 18, 9);
  monotonicMs = 0;

  private constructor(
    readonly store: TaskStore,
    readonly rules: Rules,
    readonly tokenizer: Tokenizer,
  ) {
    const ports = {
      store,
      clock: { now: () => new Date(this.now) },
      digest: (text: string) => createHash('sha256').update(text).digest('hex'),
      dispatcher: { rings: (agent: string) => this.served.has(agent), ring: async (due: Due) => void this.rung.push(due) },
      artifacts: this.files,
      evidence: { treeHash: async (check: string) => this.trees.get(check) ?? null },
      leases: this.leases,
      tokenizer,
      makeName: () => randomBytes(12).toString('hex'),
    };
    const desk = openDesk(ports, { rules, configHash: 'test', summaryTokens: 499, checks: [] });
    this.coordinator = desk.coordinator;
    this.reader = desk.reader;
  }

  static async open(store: TaskStore, rules: Rules = Rules.parse({})): Promise<House> {
    return new House(store, rules, await o200kTokenizer());
  }

  async do(
    principal: string,
    kind: CommandKind,
    taskId: string,
    body: object = {},
    more: { gate_id?: string; key?: string } = {},
  ): Promise<Handled> {
    const gate = more.gate_id === undefined ? {} : { gate_id: more.gate_id };
    return this.coordinator.handle({ kind, task_id: taskId, body, ...gate } as Command, principal, { idempotencyKey: more.key });
  }

  async refusal(doing: Promise<unknown>): Promise<HandoffError> {
    try {
      await doing;
    } catch (error) {
      if (error instanceof HandoffError) return error;
      throw error;
    }
    throw new Error('it was accepted');
  }

  async create(taskId = 'T1', body: object = {}): Promise<TaskState> {
    return (await this.do('human:mira', 'create', taskId, { task_title: 'Login survives a restart', ...body })).state;
  }

  async hand(principal: string, taskId: string, phase: string, state_delta: object = {}, more: object = {}): Promise<Handled> {
    const { version } = await this.reader.state(taskId);
    return this.do(principal, 'handoff', taskId, { phase, expected_version: version, state_delta, ...more });
  }
}
