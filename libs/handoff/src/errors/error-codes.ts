/** What a refusal means for whoever asked. The edges translate kinds (to HTTP statuses, exit codes, queue verdicts); the domain never does. */
export const ERROR_KINDS = [
  'unreadable',
  'unauthorized',
  'never_allowed',
  'not_found',
  'not_now',
  'too_large',
  'unsupported',
  'rule',
  'precondition',
  'throttled',
  'unavailable',
  'storage_full',
  'fault',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

interface CodeFacts {
  readonly kind: ErrorKind;
  /** Whether sending the very same request again can succeed without anything else being done first. */
  readonly retryable: boolean;
  readonly title: string;
}
const code = (kind: ErrorKind, title: string, retryable = false): CodeFacts => ({ kind, title, retryable });

/** Every code there is. `docs/errors.md` says what to do about each; a test keeps the two the same. */
export const ERROR_CODES = {
  invalid_request: code('unreadable', 'The request is not what this call takes'),
  unauthorized: code('unauthorized', 'Who is calling is not known'),
  forbidden: code('never_allowed', 'This principal may not do this'),
  own_work: code('never_allowed', 'Nobody decides on their own work'),
  not_found: code('not_found', 'There is nothing at this address'),
  task_not_found: code('not_found', 'There is no such task'),
  gate_not_found: code('not_found', 'There is no such gate'),
  version_not_found: code('not_found', 'The task has no such version'),
  handle_not_found: code('not_found', 'The handle points to nothing'),
  token_not_found: code('not_found', 'There is no such token'),
  check_run_not_found: code('not_found', 'There is no such check run'),
  method_not_allowed: code('not_found', 'This address does not take this method'),
  version_conflict: code('not_now', 'The task has moved on'),
  task_exists: code('not_now', 'A task with this id exists'),
  not_assigned: code('not_now', 'The task is assigned to somebody else'),
  claimed_by_other: code('not_now', 'Somebody else works on the task'),
  stale_claim: code('not_now', 'This claim is over'),
  gate_open: code('not_now', 'The task waits for a human'),
  gate_changed: code('not_now', 'What the gate is about has changed'),
  gate_resolved: code('not_now', 'The gate is already resolved'),
  task_closed: code('not_now', 'The task is closed'),
  not_closed: code('not_now', 'The task is not closed'),
  request_in_flight: code('not_now', 'The same request is being carried out', true),
  too_large: code('too_large', 'The request is too large'),
  unsupported_media_type: code('unsupported', 'The body is not JSON'),
  transition_not_allowed: code('rule', 'The task cannot move there from here'),
  phase_exit_failed: code('rule', 'The phase is not finished'),
  feedback_required: code('rule', 'Sending work back needs feedback'),
  next_step_required: code('rule', 'Staying in the phase needs a next step'),
  unknown_agent: code('rule', 'No agent has this name'),
  unknown_check: code('rule', 'No check has this name'),
  unknown_item: code('rule', 'Something named is unknown or already settled'),
  too_many_open_issues: code('rule', 'Too many issues are open'),
  too_many_failing_checks: code('rule', 'Too many checks are failing'),
  unchanged_work: code('rule', 'The work is the same that was sent back'),
  idempotency_key_reused: code('rule', 'The idempotency key belongs to another request'),
  budget_too_small: code('rule', 'The token budget is too small'),
  expected_version_missing: code('precondition', 'The request must name the version it builds on'),
  claim_epoch_missing: code('precondition', 'The request must name its claim'),
  rate_limited: code('throttled', 'Too many requests', true),
  internal: code('fault', 'Something went wrong inside'),
  overloaded: code('unavailable', 'The service has too much to do', true),
  outcome_unknown: code('unavailable', 'It is not known whether this was carried out', true),
  task_read_only: code('unavailable', 'The history of the task is damaged'),
  storage_full: code('storage_full', 'There is no space left', true),
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;
