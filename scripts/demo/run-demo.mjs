import process from 'node:process';
import { Failure } from '../command/failure.mjs';
import { onStopSignals } from '../command/on-stop-signals.mjs';
import { DemoProject } from './demo-project.mjs';
import { DemoService } from './demo-service.mjs';
import { Narrator } from './narrator.mjs';
import { Page } from './page.mjs';
import { Steps } from './steps.mjs';
import { TASK } from './task.mjs';
import { tellBeginning } from './tell-beginning.mjs';
import { tellEnding } from './tell-ending.mjs';
import { tellService } from './tell-service.mjs';
import { tokenFor } from './token-for.mjs';

/** @typedef {typeof import('../../libs/client/src/index.js')} ClientLib */

/** Longer than any lease or back-off that an honest mishap brings with it. */
const SILENCE_MS = 120_000;
/** As a shell tells of somebody who was interrupted. */
const INTERRUPTED = 130;

/** @param {{ pause: boolean }} wish @param {ClientLib} lib @returns {Promise<number>} the exit code */
export async function runDemo({ pause }, lib) {
  const page = new Page(process.stdout);
  const steps = new Steps(pause, process.stdin, process.stdout);
  const project = new DemoProject();
  const service = new DemoService(project, (line) => page.aside(line));
  const off = new AbortController();
  onStopSignals({
    stop: () => {
      off.abort();
      steps.end();
    },
    stopNow: () => service.killNow(),
  });
  // Whoever reads this may have read enough.
  process.stdout.on('error', () => off.abort());
  const calledOff = new Promise((resolve) => off.signal.addEventListener('abort', resolve));
  try {
    const story = tell({ page, steps, project, service, lib, signal: off.signal });
    // Once it is called off it fails of whatever it was at; nobody is interested in that.
    story.catch(() => undefined);
    await Promise.race([story, service.lost, calledOff]);
    if (!off.signal.aborted) return 0;
    page.blank();
    page.aside(`Stopping. What there is so far: ${project.path}`);
    return INTERRUPTED;
  } catch (error) {
    const isToldPlainly = [Failure, lib.ApiError, lib.Unreachable].some((kind) => error instanceof kind);
    if (!isToldPlainly) throw error;
    throw new Failure(`\nThe demo failed: ${/** @type {Error} */ (error).message} (All that its service said: ${project.log})`);
  } finally {
    off.abort();
    steps.end();
    await service.stop();
    project.forgetState();
  }
}

/** @param {{ page: Page, steps: Steps, project: DemoProject, service: DemoService, lib: ClientLib, signal: AbortSignal }} parts */
async function tell({ page, steps, project, service, lib, signal }) {
  await tellBeginning(page, project);
  tellService(page, service, await measured(() => service.start()));
  const reached = { baseUrl: service.address, patienceMs: SILENCE_MS };
  const admin = lib.openClient({ ...reached, token: service.adminToken });
  const client = lib.openClient({ ...reached, token: await tokenFor('human:you', admin, { ...lib, signal }) });
  await client.createTask(TASK, { signal, minimal: true });
  const telling = { client, page, steps, signal };
  const narrator = new Narrator(telling);
  const tookMs = await measured(() => follow(client, narrator, signal));
  await tellEnding(telling, narrator, project, tookMs);
}

/** @param {import('./narrator.mjs').Telling['client']} client @param {Narrator} narrator @param {AbortSignal} signal */
async function follow(client, narrator, signal) {
  const events = client.events({ taskId: TASK.task_id, after: '0', signal });
  for (;;) {
    const { value, done } = await heard(events.next());
    // It ends by itself only when it is called off.
    if (done) throw new Failure('Nobody listens any more.');
    if (value.name !== 'reset' && !(await narrator.tell(value))) return void (await events.return());
  }
}

/** @template T @param {Promise<T>} next @returns {Promise<T>} */
async function heard(next) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Failure(`Nothing has happened for ${SILENCE_MS / 1_000} s.`)), SILENCE_MS);
  });
  return /** @type {Promise<T>} */ (Promise.race([next, silence]).finally(() => clearTimeout(timer)));
}

/** @param {() => Promise<void>} act */
async function measured(act) {
  const started = performance.now();
  await act();
  return performance.now() - started;
}
