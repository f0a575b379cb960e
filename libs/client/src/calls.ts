import type {
  Body,
  ClaimAnswer,
  CommandKind,
  GateFilter,
  GateView,
  HandoffAnswer,
  HandoffPreview,
  HistoryRow,
  LookupAnswer,
  Next,
  Page,
  TaskFilter,
  TaskRow,
  Verification,
  VoteAnswer,
  WriteAnswer,
} from '@app/handoff';
import type {
  AgentRow,
  CheckRunAnswer,
  DiffAnswer,
  HeartbeatAnswer,
  MeAnswer,
  NewToken,
  NextClaimAnswer,
  SummaryAnswer,
  TaskAnswer,
  TokenRow,
  Written,
} from './answers.js';

/** A call by what it takes (the parts of its address in order, then its body or query where it has one) and what it gives. */
interface Call<Path extends readonly (string | number)[], Input, Answer> {
  readonly path: Path;
  readonly input: Input;
  readonly answer: Answer;
}

type OfTask<Input, Answer> = Call<[taskId: string], Input, Answer>;
type Write<Kind extends CommandKind, Answer = WriteAnswer> = OfTask<Body<Kind>, Written<Answer>>;
interface Bounded {
  readonly max_tokens?: number | undefined;
}
interface Paged extends Bounded {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}
interface Cursor extends Bounded {
  readonly cursor?: string | undefined;
}

/** Every call of the service under the name it has here. */
export interface Calls {
  createTask: Call<[], Body<'create'>, Written<WriteAnswer>>;
  listTasks: Call<[], TaskFilter & Paged, Page<TaskRow>>;
  task: OfTask<Bounded, TaskAnswer>;
  editTask: Write<'edit'>;
  summary: OfTask<Bounded & { readonly version?: number }, SummaryAnswer>;
  lookUp: OfTask<Cursor & { readonly handle: string }, LookupAnswer>;
  handOff: Write<'handoff', HandoffAnswer>;
  /** What `handOff` would do; nothing is written. */
  prepareHandoff: OfTask<Body<'handoff'>, HandoffPreview>;
  update: Write<'update'>;
  claim: Write<'claim', ClaimAnswer>;
  claimNext: Call<[], { readonly instance?: string; readonly agents?: readonly string[] }, NextClaimAnswer>;
  heartbeat: OfTask<{ readonly claim_epoch: number }, HeartbeatAnswer>;
  release: Write<'release'>;
  /** Has the service run checks; with `wait_s` in the query it waits for them. */
  runChecks: OfTask<{ readonly names: readonly string[]; readonly claim_epoch?: number | undefined }, CheckRunAnswer>;
  checkRun: Call<[taskId: string, runId: string], undefined, CheckRunAnswer>;
  history: OfTask<Paged, Page<HistoryRow>>;
  version: Call<[taskId: string, version: number], Bounded, TaskAnswer>;
  diff: OfTask<Cursor & { readonly from: number; readonly to: number }, DiffAnswer>;
  verify: OfTask<undefined, Verification>;
  next: OfTask<undefined, Next>;
  fork: Write<'fork'>;
  reopen: Write<'reopen'>;
  reassign: Write<'reassign'>;
  cancel: Write<'cancel'>;
  listGates: Call<[], GateFilter & Paged, Page<GateView>>;
  gate: Call<[gateId: string], Bounded, GateView>;
  vote: Call<[gateId: string], Body<'vote'>, Written<VoteAnswer>>;
  me: Call<[], undefined, MeAnswer>;
  guide: Call<[], undefined, string>;
  listAgents: Call<[], Paged, Page<AgentRow>>;
  createToken: Call<[], { readonly principal: string; readonly expires_in_s?: number }, NewToken>;
  listTokens: Call<[], Paged, Page<TokenRow>>;
  revokeToken: Call<[tokenId: string], undefined, undefined>;
}
