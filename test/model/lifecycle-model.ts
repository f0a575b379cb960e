import { type ModelGate, refusedAtTheDoor, type Standing } from './model-door.js';
import { exitRefusals, fingerprint } from './model-exit.js';
import { AGENT_OF, AGENTS, further, type MoveKind, moveOf } from './model-moves.js';
import { applyDelta, type Work } from './model-work.js';
import type { ModelRules, Phase, Request } from './request.js';

/** The name the service gives to a caller that has none. */
export const MADE_INSTANCE = 'made';

interface Waiting {
  readonly phase: Phase;
  readonly target: string | null;
  readonly source: string;
}

/**
 * The life of one task as the contract tells it, and nothing of how it is kept: what is accepted, what it changes, and by which
 * codes anything else may be refused. Where several rules say no at once, any of their codes is right.
 */
export class LifecycleModel implements Standing {
  version = 1;
  status = 'pending';
  phase: Phase = 'planning';
  furthest: Phase = 'planning';
  before: Phase | null = null;
  assignee: string | null = 'dev-engineer';
  claim: { by: string; instance: string; epoch: number } | null = null;
  epochs = 0;
  attempts = 0;
  gates = new Map<string, ModelGate>();
  waiting: Waiting | null = null;
  work: Work = { files: new Map(), issues: new Map(), checks: new Map() };
  /** All files as they were when work was sent back into this phase, while that can be told. */
  sentBack: string | null = null;

  constructor(readonly rules: ModelRules) {}

  get openGate(): string | null {
    return [...this.gates].find(([, gate]) => gate.status === 'open')?.[0] ?? null;
  }

  /** Codes this may be refused with; none when it is accepted, and then it has been carried out. */
  take(request: Request): readonly string[] {
    const refused = refusedAtTheDoor(this, request);
    return refused === null ? this.#carryOut(request) : [refused];
  }

  #carryOut(request: Request): readonly string[] {
    const steps: Record<Request['kind'], () => readonly string[]> = {
      handoff: () => this.#handoff(request),
      update: () => this.#update(request),
      claim: () => this.#claim(request),
      release: () => this.#release(request),
      vote: () => this.#vote(request),
      evidence: () => this.#evidence(request),
      reopen: () => this.#reopen(request),
      reassign: () => this.#reassign(request),
      cancel: () => this.#done(() => this.#stop()),
      edit: () => this.#done(() => undefined),
      fork: () => [],
    };
    return steps[request.kind]();
  }

  #done(change: () => void): readonly string[] {
    this.version++;
    change();
    return [];
  }

  #update({ delta }: Request): readonly string[] {
    const { work, unknown } = applyDelta(this.work, delta, this.version + 1);
    if (unknown) return ['unknown_item'];
    return this.#done(() => {
      this.work = work;
    });
  }

  #evidence({ results }: Request): readonly string[] {
    return this.#done(() => {
      for (const { name, passed } of results)
        this.work.checks.set(name, { ...this.work.checks.get(name), seen: passed, seenAt: this.version });
    });
  }

  #claim({ by, instance, leaseOver }: Request): readonly string[] {
    const { claim } = this;
    if (claim !== null && claim.by === by && claim.instance === instance) return [];
    return this.#done(() => {
      if (claim !== null && leaseOver && this.#tooMany(by)) return;
      this.epochs++;
      this.claim = { by, instance: instance ?? MADE_INSTANCE, epoch: this.epochs };
      this.status = 'in_progress';
    });
  }

  #release({ by, failure }: Request): readonly string[] {
    return this.#done(() => {
      this.claim = null;
      this.status = 'pending';
      if (failure === 'code') this.#tooMany(by);
    });
  }

  #reopen({ phase, target }: Request): readonly string[] {
    const to =
      phase === undefined || phase === 'completed' ? (this.phase === 'completed' ? (this.before ?? 'reviewing') : this.phase) : phase;
    const agent = target ?? AGENT_OF[to] ?? '';
    if (!AGENTS.includes(agent)) return ['unknown_agent'];
    return this.#done(() => {
      this.#voidGates();
      this.#enter(to);
      this.attempts = 0;
      this.#assign(agent);
    });
  }

  #reassign({ target }: Request): readonly string[] {
    if (!AGENTS.includes(target ?? '')) return ['unknown_agent'];
    return this.#done(() => {
      this.attempts = 0;
      this.#assign(target ?? '');
    });
  }

  #handoff(request: Request): readonly string[] {
    const { delta, by } = request;
    const to = request.phase ?? this.phase;
    const move = moveOf(this.phase, to);
    if (move === null) return ['transition_not_allowed'];
    const source = this.assignee ?? '';
    const target = to === 'completed' ? null : (request.target ?? (move === 'stay' ? source : (AGENT_OF[to] ?? '')));
    const { work, unknown } = applyDelta(this.work, delta, this.version + 1);
    const refused = [
      ...(target !== null && !AGENTS.includes(target) ? ['unknown_agent'] : []),
      ...(move === 'back' && !delta.feedback ? ['feedback_required'] : []),
      ...(move === 'stay' && !delta.nextStep ? ['next_step_required'] : []),
      ...(unknown ? ['unknown_item'] : []),
      ...(move === 'forward' ? exitRefusals(work, this.rules.exits[this.phase], delta.repeatReason ? null : this.sentBack) : []),
    ];
    if (refused.length > 0) return refused;
    return this.#done(() => {
      this.work = work;
      this.claim = null;
      this.#handOver({ phase: to, target, source }, move, by);
    });
  }

  #handOver(move: Waiting, kind: MoveKind, by: string): void {
    const asking = [...this.work.issues].filter(([, issue]) => issue.asks && !issue.acknowledged).map(([id]) => id);
    const approval = kind === 'forward' && this.rules.exits[this.phase]?.approval === true;
    const isLast = kind === 'back' && this.attempts + 1 >= this.rules.attempts;
    if (isLast || (asking.length === 0 && !approval)) this.#move(move, kind, by);
    else {
      this.status = 'awaiting_human';
      this.waiting = move;
      this.#open(approval ? 'approval' : 'issue', by, asking);
    }
  }

  #move({ phase, target }: Waiting, kind: MoveKind, by: string): void {
    this.#enter(phase);
    if (kind === 'back') this.sentBack = fingerprint(this.work);
    this.#assign(target);
    if (kind === 'back') this.#tooMany(by);
  }

  #vote({ by, gate: id, approve, digestShown, resolutions }: Request): readonly string[] {
    const gate = this.gates.get(id);
    if (gate === undefined || gate.status !== 'open') return ['gate_resolved'];
    if (!digestShown) return ['gate_changed'];
    if (resolutions.some((issue) => !gate.issues.includes(issue) || !this.work.issues.has(issue))) return ['unknown_item'];
    return this.#done(() => {
      for (const issue of resolutions) this.work.issues.delete(issue);
      gate.status = approve ? 'approved' : 'rejected';
      if (approve) this.#approved(gate, by);
      else this.#rejected(gate, by);
    });
  }

  #approved(gate: ModelGate, by: string): void {
    const { waiting } = this;
    this.waiting = null;
    if (gate.kind === 'attempts' || waiting === null) {
      this.attempts = 0;
      this.status = 'pending';
      return;
    }
    for (const id of gate.issues) {
      const issue = this.work.issues.get(id);
      if (issue !== undefined) this.work.issues.set(id, { ...issue, acknowledged: true });
    }
    this.#move(waiting, moveOf(this.phase, waiting.phase) ?? 'stay', by);
  }

  #rejected(gate: ModelGate, by: string): void {
    const source = this.waiting?.source ?? null;
    this.waiting = null;
    if (gate.kind === 'attempts') this.#stop();
    else {
      this.#assign(source);
      this.#tooMany(by);
    }
  }

  #enter(phase: Phase): void {
    if (phase === this.phase) return;
    this.before = this.phase;
    this.phase = phase;
    this.sentBack = null;
    if (!further(phase, this.furthest)) return;
    this.furthest = phase;
    this.attempts = 0;
  }

  #assign(agent: string | null): void {
    this.assignee = agent;
    this.claim = null;
    this.status = agent === null ? 'completed' : 'pending';
  }

  /** One more thing went wrong; true when the task is given up for it. */
  #tooMany(by: string): boolean {
    this.attempts++;
    if (this.attempts < this.rules.attempts) return false;
    this.status = 'abandoned';
    this.claim = null;
    this.#open('attempts', by, []);
    return true;
  }

  #open(kind: ModelGate['kind'], poster: string, issues: readonly string[]): void {
    this.gates.set(`T1.G${this.version}`, { kind, poster, issues, status: 'open' });
  }

  #stop(): void {
    this.#voidGates();
    this.status = 'cancelled';
    this.claim = null;
  }

  #voidGates(): void {
    for (const gate of this.gates.values()) if (gate.status === 'open') gate.status = 'voided';
    this.waiting = null;
  }
}
