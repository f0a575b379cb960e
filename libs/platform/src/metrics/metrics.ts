import { ERROR_CODES, type ErrorCode } from '@app/handoff';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Rung } from '../queue/bell.js';
import type { Gauges } from './gauges.js';
import { Meters } from './meters.js';

interface Answered {
  readonly method: string;
  /** As declared, such as `/v1/tasks/:task_id`; never what was asked for. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** What an operator asks of the service, counted where it happens; what can be looked up is looked up at each scrape. */
export class Metrics {
  readonly contentType: string;
  readonly #registry = new Registry();
  readonly #meters = new Meters(this.#registry);
  #gauges: Partial<Gauges> = {};

  constructor() {
    this.contentType = this.#registry.contentType;
    // The process itself: memory, processor time, event loop, garbage collection, under the names everybody's dashboards know.
    collectDefaultMetrics({ register: this.#registry });
  }

  /** A version became durable. */
  accepted(kind: string, seconds: number): void {
    this.#meters.counter('jerry_commands_accepted_total').inc({ kind });
    this.#meters.histogram('jerry_append_seconds').observe(seconds);
  }

  replayed(kind: string): void {
    this.#meters.counter('jerry_commands_replayed_total').inc({ kind });
  }

  refused(code: ErrorCode): void {
    this.#meters.counter('jerry_refusals_total').inc({ code });
    if (ERROR_CODES[code].kind === 'not_now') this.#meters.counter('jerry_conflicts_total').inc();
  }

  rung({ agent, again, taken }: Rung): void {
    this.#meters.counter(again ? 'jerry_rerings_total' : 'jerry_rings_total').inc({ agent, taken: String(taken) });
  }

  summarised(tokens: number): void {
    this.#meters.histogram('jerry_summary_tokens').observe(tokens);
  }

  answered({ method, route, status, seconds }: Answered): void {
    this.#meters.histogram('jerry_http_request_seconds').observe({ method, route, status: String(status) }, seconds);
  }

  /** Adds to what is asked at each scrape. */
  watch(gauges: Partial<Gauges>): void {
    this.#gauges = { ...this.#gauges, ...gauges };
  }

  /** In the text format of Prometheus. */
  async text(): Promise<string> {
    await Promise.all([this.#askWaiting(), this.#askGates()]);
    this.#set('jerry_http_in_flight', this.#gauges.inFlight);
    this.#set('jerry_event_streams_open', this.#gauges.eventStreams);
    this.#set('jerry_queue_up', () => UP[this.#gauges.queue?.() ?? 'none']);
    return this.#registry.metrics();
  }

  async #askWaiting(): Promise<void> {
    const [waiting, oldest] = [this.#meters.gauge('jerry_tasks_waiting'), this.#meters.gauge('jerry_task_wait_oldest_seconds')];
    const rows = await this.#gauges.waiting?.().catch(() => undefined);
    waiting.reset();
    oldest.reset();
    for (const { agent, count, oldestS } of rows ?? []) {
      waiting.set({ agent }, count);
      oldest.set({ agent }, oldestS);
    }
  }

  async #askGates(): Promise<void> {
    const gates = await this.#gauges.openGates?.().catch(() => undefined);
    this.#set('jerry_gates_open', () => gates?.count);
    this.#set('jerry_gate_oldest_seconds', () => gates?.oldestS);
  }

  #set(name: Parameters<Meters['gauge']>[0], ask: (() => number | undefined) | undefined): void {
    const gauge = this.#meters.gauge(name);
    const value = ask?.();
    if (value === undefined) gauge.remove();
    else gauge.set(value);
  }
}

const UP = { ok: 1, unavailable: 0, none: undefined } as const;
