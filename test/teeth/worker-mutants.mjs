const CLIENT = ['libs/client/src/open-client.spec.ts'];
const STREAM = ['libs/client/src/stream/follow-events.spec.ts'];
const DESK = ['apps/worker/src/work/work-desk.spec.ts'];

/**
 * Bugs that somebody could write into the worker and the client it stands on.
 * @type {readonly { name: string, file: string, find: string, replace: string, specs: readonly string[] }[]}
 */
export const WORKER_MUTANTS = [
  {
    name: 'a refusal that cannot pass is sent again',
    file: 'libs/client/src/sending/caller.ts',
    find: '(failure instanceof ApiError && failure.retryable)',
    replace: '(failure instanceof ApiError && (failure.retryable || failure.status === 422))',
    specs: CLIENT,
  },
  {
    name: 'a token is made twice',
    file: 'libs/client/src/routes.ts',
    find: ', repeatable: false }',
    replace: ' }',
    specs: CLIENT,
  },
  {
    name: 'every sending gets a key of its own',
    file: 'libs/client/src/sending/caller.ts',
    find: '    return persist(() => send(sending), {',
    replace:
      "    return persist(() => send({ ...sending, init: { ...init, headers: { ...init.headers, 'idempotency-key': makeKey() } } as RequestInit }), {",
    specs: CLIENT,
  },
  {
    name: 'Retry-After is not waited for',
    file: 'libs/client/src/sending/back-off.ts',
    find: 'retryAfterS === null ? jittered : Math.max',
    replace: 'retryAfterS !== -1 ? jittered : Math.max',
    specs: CLIENT,
  },
  {
    name: 'a stream begins anew after each break',
    file: 'libs/client/src/stream/follow-events.ts',
    find: "if (step.value.id !== '') lastId = step.value.id;",
    replace: '',
    specs: STREAM,
  },
  {
    name: 'an event that was cut off counts',
    file: 'libs/client/src/stream/event-parser.ts',
    find: "    else if (name === 'event') this.#event = value;",
    replace: "    else if (name === 'event') this.#event = value;\n    if (name === 'data') return this.#dispatch();",
    specs: STREAM,
  },
  {
    name: 'a claim does not name the version of its ring',
    file: 'apps/worker/src/work/claim-task.ts',
    find: '{ expected_version: version, instance }',
    replace: '{ instance }',
    specs: DESK,
  },
  {
    name: 'all claims of a worker are one instance',
    file: 'apps/worker/src/work/work-desk.ts',
    find: '    this.#taken += 1;\n',
    replace: '',
    specs: DESK,
  },
  {
    name: 'heartbeats go on after the work is over',
    file: 'apps/worker/src/work/attempt.ts',
    find: '      stopHeartbeats();\n',
    replace: '      setTimeout(stopHeartbeats, 1_000);\n',
    specs: DESK,
  },
  {
    name: 'an API that is away ends the claim',
    file: 'apps/worker/src/work/heartbeats.ts',
    find: ' || !(error instanceof ApiError) || error.retryable) return;\n      stop();\n      onLost(error.detail);',
    replace: ') return;\n      stop();\n      onLost(String(error));',
    specs: DESK,
  },
  {
    name: 'the result of a lost claim is posted',
    file: 'apps/worker/src/work/attempt.ts',
    find: "    if (reason?.why === 'lost') throw new Error(overBecause(reason.detail));\n",
    replace: '',
    specs: DESK,
  },
  {
    name: 'an edit beside the work makes it a failure',
    file: 'apps/worker/src/work/post-result.ts',
    find: 'if (newest === undefined || newest <= expected_version) throw error;',
    replace: 'throw error;',
    specs: DESK,
  },
  {
    name: 'a stale result is released as a failure',
    file: 'apps/worker/src/work/post-result.ts',
    find: "error instanceof ApiError && error.code !== 'stale_claim'",
    replace: 'error instanceof ApiError',
    specs: DESK,
  },
  {
    name: 'what an executor hands in is believed',
    file: 'apps/worker/src/work/run-under-limits.ts',
    find: 'running.then(readOutcome)',
    replace: 'running',
    specs: DESK,
  },
  {
    name: 'an executor that does not end is waited for',
    file: 'apps/worker/src/work/run-under-limits.ts',
    find: 'Promise.race([running.then(readOutcome), late.reached])',
    replace:
      'Promise.race([running.then(readOutcome), late.reached.then(() => new Promise<null>((later) => setTimeout(later, 30_000, null)))])',
    specs: DESK,
  },
  {
    name: 'a stopped worker calls its work a failure',
    file: 'apps/worker/src/work/attempt.ts',
    find: "    if (reason?.why === 'stopping') return this.#giveBack();\n",
    replace: '',
    specs: DESK,
  },
];
