/**
 * The fault suites: tests that `npm test` runs too. Those that draw their faults at random run longer when they are asked to (`grows`, by what
 * `test/support` says), the others again and again. One that tries every place there is has tried all of them after one time.
 * @typedef {{ name: string, spec: string, how: 'grows' | 'again' | 'once', of: string }} Suite
 */

/** @type {Suite[]} */
export const SUITES = [
  { name: 'every-call-dies', spec: 'test/faults/every-call-dies.spec.ts', how: 'once', of: 'a process dies at each file-system call' },
  { name: 'every-call-fails', spec: 'test/faults/every-call-fails.spec.ts', how: 'once', of: 'each file-system call fails' },
  { name: 'damage', spec: 'test/faults/damage.spec.ts', how: 'again', of: 'bits flipped, files deleted' },
  { name: 'take-overs', spec: 'test/faults/take-overs.spec.ts', how: 'grows', of: 'a directory taken over by force' },
  { name: 'crash-windows', spec: 'test/crash/crash-windows.spec.ts', how: 'again', of: 'each window between two steps of a command' },
  { name: 'one-winner', spec: 'test/one-winner.spec.ts', how: 'grows', of: '16 callers race for a version' },
  { name: 'gates', spec: 'test/e2e/gates.spec.ts', how: 'grows', of: '2 to 8 people race for a gate' },
  { name: 'model', spec: 'test/model/lifecycle.spec.ts', how: 'grows', of: 'a sequence of 40 commands held against a model' },
  { name: 'handoffs', spec: 'test/e2e/handoffs-under-kills.spec.ts', how: 'grows', of: 'the API killed under 16 clients' },
  { name: 'event-streams', spec: 'test/e2e/event-streams.spec.ts', how: 'grows', of: 'streams cut off' },
  { name: 'queue', spec: 'test/e2e/workers.spec.ts', how: 'again', of: '20 times the queue wiped or killed under workers' },
  { name: 'worker-faults', spec: 'test/e2e/worker-faults.spec.ts', how: 'again', of: 'workers killed, paused, stopped and deserted' },
  { name: 'worker-kills', spec: 'test/e2e/workers-under-kills.spec.ts', how: 'grows', of: 'ten workers killed at their work' },
];
