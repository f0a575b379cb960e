export interface MetricSpec {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const TOKENS = [50, 100, 150, 200, 250, 300, 350, 400, 450, 499];

/** Every figure of the service's own. Names, labels and help stand here and nowhere else; labels take values from closed sets only. */
export const METRICS = {
  jerry_commands_accepted_total: { kind: 'counter', help: 'Commands carried out, by the kind of the version each wrote', labels: ['kind'] },
  jerry_commands_replayed_total: {
    kind: 'counter',
    help: 'Commands that were carried out before and answered again, by kind',
    labels: ['kind'],
  },
  jerry_refusals_total: { kind: 'counter', help: 'Requests refused, by error code', labels: ['code'] },
  jerry_conflicts_total: { kind: 'counter', help: 'Requests refused because things stand otherwise by now (409)', labels: [] },
  jerry_rings_total: { kind: 'counter', help: 'Agents rung, by agent and whether the queue took it', labels: ['agent', 'taken'] },
  jerry_rerings_total: {
    kind: 'counter',
    help: 'Agents rung again by the keeper, because the first ring was lost or its time had not come',
    labels: ['agent', 'taken'],
  },
  jerry_tasks_waiting: { kind: 'gauge', help: 'Tasks that nobody works on and whose time has come, by agent', labels: ['agent'] },
  jerry_task_wait_oldest_seconds: { kind: 'gauge', help: 'How long the longest waiting of them has waited, by agent', labels: ['agent'] },
  jerry_gates_open: { kind: 'gauge', help: 'Questions to people that are open', labels: [] },
  jerry_gate_oldest_seconds: { kind: 'gauge', help: 'How long the oldest open question has been open', labels: [] },
  jerry_summary_tokens: { kind: 'histogram', help: 'Tokens of summaries given out (o200k_base)', labels: [], buckets: TOKENS },
  jerry_append_seconds: { kind: 'histogram', help: 'Time to make a version durable', labels: [], buckets: SECONDS },
  jerry_http_request_seconds: {
    kind: 'histogram',
    help: 'Time to answer a request, by route and status; waiting calls include their wait, streams are left out',
    labels: ['method', 'route', 'status'],
    buckets: SECONDS,
  },
  jerry_http_in_flight: { kind: 'gauge', help: 'Requests being answered, waiting calls and streams among them', labels: [] },
  jerry_event_streams_open: { kind: 'gauge', help: 'Event streams being served', labels: [] },
  jerry_queue_up: { kind: 'gauge', help: 'Whether the queue server takes rings: 1, 0; absent when nobody has to be rung', labels: [] },
} as const satisfies Record<string, MetricSpec>;

export type MetricName = keyof typeof METRICS;
/** The names of one kind. */
export type MetricOf<Kind extends MetricSpec['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
