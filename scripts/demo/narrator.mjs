import { Failure } from '../command/failure.mjs';
import { askPerson } from './ask-person.mjs';
import { recordedIn } from './recorded-in.mjs';
import { TASK } from './task.mjs';
import { tellClaim } from './tell-claim.mjs';
import { tellHandoff } from './tell-handoff.mjs';

/**
 * @typedef {import('../../libs/client/src/index.js').Happening} Happening
 * @typedef {import('../../libs/client/src/index.js').Client} Client
 * @typedef {{ client: Client, page: import('./page.mjs').Page, steps: import('./steps.mjs').Steps, signal: AbortSignal }} Telling
 */

/** Tells what happens to the task, event by event. All it tells of an event it reads from the history as it was then. */
export class Narrator {
  scenes = 0;
  /** Of each summary that was read. @type {number[]} */
  tokens = [];
  /** Each phase the task came to. @type {string[]} */
  phases = ['planning'];
  /** Who was at work in which phase. @type {Set<string>} */ #known = new Set();
  /** What the service saw when it ran checks for the handoff that is under way. @type {import('./recorded-in.mjs').State[]} */ #proofs =
    [];
  #assignment = 0;
  #claimedAt = 0;

  /** @param {Telling} telling */
  constructor(telling) {
    this.telling = telling;
  }

  /** Whether there is more to come. @param {Happening} happening @returns {Promise<boolean>} */
  async tell(happening) {
    switch (happening.name) {
      case 'task.claimed':
        await this.#claim(happening);
        return true;
      case 'check.finished':
        this.#proofs.push(await this.#stateAt(happening.version));
        return true;
      case 'task.handed_off':
        await this.#handOff(happening);
        return true;
      case 'gate.opened':
        this.scenes += 1;
        await askPerson(this.telling, String(happening.gate_id), this.scenes);
        return true;
      case 'task.released':
        await this.#release(happening);
        return true;
      case 'task.completed':
        this.phases.push('completed');
        return false;
      case 'task.abandoned':
      case 'task.cancelled':
        throw new Failure(await this.#why(happening));
      default:
        return true;
    }
  }

  /** @param {Happening} happening */
  async #claim({ version, at }) {
    const state = await this.#stateAt(version);
    const again = state.assigned_version === this.#assignment;
    this.#assignment = state.assigned_version;
    this.#claimedAt = Date.parse(at);
    this.#proofs = [];
    if (again) {
      const who = `${state.target_agent} begins again (claim ${state.claim?.claim_epoch}, v${version})`;
      return this.telling.page.aside(`${who}, with the same effect key ${TASK.task_id}-v${state.assigned_version}: nothing is done twice.`);
    }
    this.scenes += 1;
    const summary = await this.telling.client.summary(TASK.task_id, { version }, { signal: this.telling.signal });
    this.tokens.push(summary.summary_tokens);
    const turn = `${state.target_agent} ${state.phase}`;
    await tellClaim(this.telling, state, summary, { scene: this.scenes, isAgain: this.#known.has(turn) });
    this.#known.add(turn);
  }

  /** @param {Happening} happening */
  async #handOff({ version, phase, at }) {
    const [before, after] = [await this.#stateAt(version - 1), await this.#stateAt(version)];
    if (phase !== before.phase) this.phases.push(phase);
    tellHandoff(this.telling.page, { before, after, proofs: this.#proofs, tookMs: Date.parse(at) - this.#claimedAt });
  }

  /** @param {Happening} happening */
  async #release({ version }) {
    const state = await this.#stateAt(version);
    const { feedback } = recordedIn(state);
    const why = feedback === undefined ? 'Its worker was stopped.' : feedback.feedback;
    this.telling.page.aside(`${state.target_agent} gave the task back, and is to begin again (v${version}): ${why}`);
  }

  /** @param {Happening} happening */
  async #why({ version, name }) {
    const { attempts, retry_feedback } = await this.#stateAt(version);
    return `${TASK.task_id} was ${name.split('.')[1]} after ${attempts} attempts: ${retry_feedback[0]?.feedback ?? 'no reason is recorded.'}`;
  }

  /** @param {number} version */
  #stateAt(version) {
    return this.telling.client.version(TASK.task_id, version, {}, { signal: this.telling.signal });
  }
}
