export { LEAST_CLAIM_TOKENS } from './bounded/bounded-claim.js';
export type {
  Answer,
  ClaimAnswer,
  DeliveredHandoff,
  GateView,
  Handled,
  HandoffAnswer,
  HandoffPreview,
  VoteAnswer,
  WriteAnswer,
} from './coordinator/answers.js';
export { canonicalJson } from './coordinator/canonical-json.js';
export type { Coordinator, HandleOptions } from './coordinator/coordinator.js';
export { LeaseBook } from './coordinator/lease-book.js';
export { leaseS } from './coordinator/lease-s.js';
export { type Desk, openDesk } from './coordinator/open-desk.js';
export type { Ports, Settings } from './coordinator/ports.js';
export { stateFile } from './coordinator/state-file.js';
export { madeTaskId } from './coordinator/task-names.js';
export type { TaskReader } from './coordinator/task-reader.js';
export type { DecideContext, Freshness, KnownItems } from './decide/context.js';
export { decide } from './decide/decide.js';
export type { Accepted, Decided, Unchanged } from './decide/decided.js';
export { EXIT_REASONS, type ExitReason } from './decide/exit-rules.js';
export { ERROR_CODES, type ErrorCode, type ErrorKind } from './errors/error-codes.js';
export { HandoffError } from './errors/handoff.error.js';
export { deltaOf } from './history/delta-of.js';
export { afterVersion, type EventPlace, isAfter, placeOf, readEventPlace, showEventPlace } from './history/event-place.js';
export { itemsOf, type RecordedItem } from './history/items-of.js';
export { operationsOf, replay } from './history/replay.js';
export { CALLS, type Call } from './lifecycle/calls.js';
export { MOVES, moveKind, movesFrom } from './lifecycle/moves.js';
export { CALLERS } from './lifecycle/roles.js';
export { ItemLedger } from './lookup/item-ledger.js';
export { lookUp } from './lookup/look-up.js';
export type { LookupAnswer } from './lookup/page.js';
export { roughCount } from './lookup/rough-count.js';
export { boundedNext } from './next/bounded-next.js';
export { idleNext } from './next/idle-next.js';
export { legalActions } from './next/legal-actions.js';
export { ACTION_NAMES, type Action, type ActionName, type Next } from './next/next.js';
export { apply } from './patch/apply.js';
export type { ArtifactAccess, SeenFile } from './ports/artifact-access.js';
export type { Clock } from './ports/clock.js';
export type { Digest } from './ports/digest.js';
export { DISPATCHES, type Dispatch, type Dispatcher } from './ports/dispatcher.js';
export type { EvidenceAccess } from './ports/evidence-access.js';
export type { GateFilter, GateRow } from './ports/gate-row.js';
export { type HistoryRow, historyRow } from './ports/history-row.js';
export type { LeaseWatch } from './ports/lease-watch.js';
export type { Page, PageRequest } from './ports/page.js';
export { EVENT_NAMES, eventsOf, type LoggedEvent, type TaskEvent } from './ports/task-event.js';
export { type TaskFilter, type TaskRow, taskRow } from './ports/task-row.js';
export type { Appended, DueTask, Head, TaskStore, Verification } from './ports/task-store.js';
export { Artifact, ArtifactPath, ArtifactStatus } from './schema/artifact.js';
export { CheckEvidence, CheckName } from './schema/check.js';
export { BODIES, type Body, COMMAND_KINDS, type Command, type CommandKind, type CommandOf } from './schema/command.js';
export { GATE_STATUSES, GateId, GateStatus } from './schema/gate.js';
export { AgentName, HANDLE_KINDS, ItemId, TaskId } from './schema/ids.js';
export { LIMITS, STATE_FILE_BYTES } from './schema/limits.js';
export { migrate } from './schema/migrate.js';
export { Operation } from './schema/operation.js';
export { PHASES, Phase } from './schema/phase.js';
export { isPerson, nameOf, Principal, ROLES, type Role, roleOf } from './schema/principal.js';
export { RECORD_KINDS, RecordDraft, type RecordKind, TaskRecord } from './schema/record.js';
export { DEFAULT_RULES, PhaseExit, Rules } from './schema/rules.js';
export { StateDelta } from './schema/state-delta.js';
export { STATUSES, Status } from './schema/status.js';
export { COUNTED_KINDS, SCHEMA_VERSION, TaskState } from './schema/task-state.js';
export { encodeValue } from './summary/encode-value.js';
export { o200kTokenizer } from './summary/o200k-tokenizer.js';
export { type Summary, summarize } from './summary/summarize.js';
export type { Tokenizer } from './summary/tokenizer.js';
