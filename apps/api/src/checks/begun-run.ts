import { type CheckEvidence, HandoffError, type Principal } from '@app/handoff';
import type { CheckAsk, CheckRun } from './check-desk.js';

/** A run from when it was asked for until it is forgotten. */
export class BegunRun {
  readonly #results: CheckRun['results'][number][] = [];
  #status: CheckRun['status'] = 'running';
  #version: number | null = null;
  #failure: CheckRun['failure'];

  constructor(
    readonly id: string,
    readonly ask: CheckAsk,
    readonly caller: Principal,
  ) {}

  get isRunning(): boolean {
    return this.#status === 'running';
  }

  /** Same task, same checks, same claim. */
  isFor({ taskId, names, claimEpoch }: CheckAsk): boolean {
    return (
      this.ask.taskId === taskId &&
      this.ask.claimEpoch === claimEpoch &&
      this.ask.names.length === names.length &&
      names.every((name) => this.ask.names.includes(name))
    );
  }

  saw({ name, passed, exit_code, duration_ms, stable, detail = '' }: CheckEvidence): void {
    this.#results.push({ name, passed, exit_code, duration_ms, stable, detail });
  }

  finish(version: number): void {
    this.#status = 'finished';
    this.#version = version;
  }

  fail(error: unknown): void {
    this.#status = 'failed';
    this.#failure =
      error instanceof HandoffError
        ? { code: error.code, detail: error.message }
        : { code: 'internal', detail: 'Something went wrong inside; the log has it.' };
  }

  get view(): CheckRun {
    return {
      run_id: this.id,
      status: this.#status,
      results: [...this.#results],
      version: this.#version,
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
    };
  }
}
