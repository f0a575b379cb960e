import type { Freshness, KnownItems } from '../decide/context.js';
import { moveKind } from '../lifecycle/moves.js';
import type { SeenFile } from '../ports/artifact-access.js';
import type { Artifact } from '../schema/artifact.js';
import type { Command } from '../schema/command.js';
import type { WorkPhase } from '../schema/phase.js';
import type { StateDelta } from '../schema/state-delta.js';
import type { TaskState } from '../schema/task-state.js';
import { gateParts } from './gate-parts.js';
import { gateSubject, subjectDigest } from './gate-subject.js';
import type { KnownHistory } from './known-history.js';
import { leaseS } from './lease-s.js';
import { deltaOfCommand, namedDecisions, namedPaths } from './named-items.js';
import type { Ports, Settings } from './ports.js';

const NO_EVIDENCE: ReadonlyMap<string, Freshness> = new Map();

type Found = { -readonly [K in keyof KnownItems]: KnownItems[K] };

/** Looks up what `decide` needs beyond the state: only what this command names or this move asks for. */
export class ItemGatherer {
  constructor(
    private readonly ports: Ports,
    private readonly settings: Settings,
    private readonly history: KnownHistory,
  ) {}

  claimAlive(state: TaskState): boolean | null {
    return state.claim === null
      ? null
      : !this.ports.leases.expired(state.task_id, state.claim.claim_epoch, leaseS(this.settings.rules, state.claim));
  }

  async gather(state: TaskState, command: Command): Promise<KnownItems> {
    const found: Found = { claimAlive: this.claimAlive(state) };
    const delta = deltaOfCommand(command);
    if (delta !== undefined) await this.#forDelta(state, delta, found);
    if (command.kind === 'handoff') await this.#forExit(state, command.body.phase, delta ?? {}, found);
    if (command.kind === 'claim') found.instance = this.ports.makeName();
    if (command.kind === 'vote') await this.#forVote(state, command.gate_id, found);
    if (command.kind === 'fork') await this.#forFork(state, command.body.version, found);
    return found;
  }

  /** What `next` needs to say about this state, without a command. */
  async gatherForNext(state: TaskState): Promise<KnownItems> {
    const found: Found = { claimAlive: this.claimAlive(state) };
    const forward = state.status === 'completed' ? undefined : this.settings.rules.phase_exit[state.phase as WorkPhase];
    if (forward?.verify_artifacts === true) found.onDisk = await this.#onDisk(state, {});
    found.evidence = await this.#freshness(state, forward?.required_checks, true);
    return found;
  }

  async gateDigest(state: TaskState, gateId: string): Promise<string | undefined> {
    const gate = state.gates.find(({ id }) => id === gateId);
    if (gate === undefined) return undefined;
    return subjectDigest(this.ports.digest, gateSubject(state, gate, await gateParts(this.ports, this.history, state, gate)));
  }

  async #forVote(state: TaskState, gateId: string, found: Found): Promise<void> {
    const gate = state.gates.some(({ id }) => id === gateId) ? undefined : (await this.history.upTo(state)).entry(gateId)?.mark.gate;
    if (gate !== undefined) found.gates = new Map([[gateId, gate]]);
    else found.gateDigest = (await this.gateDigest(state, gateId)) ?? '';
  }

  async #forDelta(state: TaskState, delta: StateDelta, found: Found): Promise<void> {
    const ids = namedDecisions(state, delta);
    const paths = namedPaths(state, delta);
    if (ids.length + paths.length > 0) {
      const ledger = await this.history.upTo(state);
      const decisions = ids.flatMap((id) => ledger.entry(id) ?? []).filter((entry) => entry.kind === 'decisions');
      found.decisions = new Map(decisions.map(({ id, mark }) => [id, { superseded: mark.superseded_by !== undefined }]));
      found.artifacts = new Map(paths.flatMap((path) => ledger.currentArtifact(path) ?? []).map((artifact) => [artifact.path, artifact]));
    }
    const unseen = (delta.artifacts ?? []).filter(
      (artifact) => artifact.content_hash === undefined || artifact.artifact_type === undefined,
    );
    if (unseen.length === 0) return;
    found.files = new Map(
      await Promise.all(unseen.map(async ({ path }): Promise<[string, SeenFile]> => [path, await this.ports.artifacts.look(path)])),
    );
  }

  async #forExit(state: TaskState, to: TaskState['phase'], delta: StateDelta, found: Found): Promise<void> {
    if (moveKind(state.phase, to) !== 'forward') return;
    const exit = this.settings.rules.phase_exit[state.phase as WorkPhase];
    if (exit.verify_artifacts === true) found.onDisk = await this.#onDisk(state, delta);
    found.evidence = await this.#freshness(state, exit.required_checks, false);
  }

  /** Looked at only where a change could matter: what never passed needs no second reason. */
  async #freshness(state: TaskState, required: readonly string[] = [], lately: boolean): Promise<ReadonlyMap<string, Freshness>> {
    const proofs = state.checks.filter(({ name, passed, evidence }) => required.includes(name) && passed && evidence?.stable === true);
    if (proofs.length === 0) return NO_EVIDENCE;
    const known = proofs.map(async ({ name, evidence }): Promise<[string, Freshness]> => {
      const now = await this.ports.evidence.treeHash(name, lately);
      return [name, now !== null && now === evidence?.tree_hash ? 'fresh' : 'stale'];
    });
    return new Map(await Promise.all(known));
  }

  /** Every current artifact against the disk, as the delta would leave them. */
  async #onDisk(state: TaskState, delta: StateDelta): Promise<NonNullable<KnownItems['onDisk']>> {
    const current = new Map((await this.#currentArtifacts(state)).map((artifact) => [artifact.path, artifact]));
    for (const path of delta.artifacts_removed ?? []) current.delete(path);
    for (const { path, content_hash } of delta.artifacts ?? []) {
      const known = current.get(path);
      const base: Artifact = known ?? {
        path,
        artifact_type: 'source',
        content_hash: null,
        size_bytes: null,
        version: state.version,
        agent: 'nobody',
      };
      current.set(path, { ...base, content_hash: content_hash ?? null });
    }
    return Promise.all(
      [...current.values()].map(async (artifact) => ({ path: artifact.path, status: await this.ports.artifacts.status(artifact) })),
    );
  }

  async #currentArtifacts(state: TaskState): Promise<readonly Artifact[]> {
    return state.artifact_set.current === state.artifacts.length ? state.artifacts : (await this.history.upTo(state)).currentArtifacts();
  }

  async #forFork(state: TaskState, version: number, found: Found): Promise<void> {
    const source = version === state.version ? state : await this.ports.store.at(state.task_id, version);
    if (source !== null) found.source = source;
  }
}
