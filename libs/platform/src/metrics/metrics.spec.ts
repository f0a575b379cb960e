import { Metrics } from '@app/platform';
import { METRICS } from './metric-catalogue.js';

/** Lines of the service's own, without help and buckets. */
async function figures(metrics: Metrics): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith('jerry_') && !line.includes('_bucket'));
}

describe('Metrics', () => {
  it('counts what it is told, under the names of the catalogue', async () => {
    const metrics = new Metrics();
    metrics.accepted('handoff', 0.002);
    metrics.accepted('handoff', 0.003);
    metrics.replayed('handoff');
    metrics.refused('version_conflict');
    metrics.refused('invalid_request');
    metrics.rung({ agent: 'dev-qa', again: false, taken: false });
    metrics.rung({ agent: 'dev-qa', again: true, taken: true });
    metrics.summarised(93);
    metrics.answered({ method: 'POST', route: '/v1/tasks/:task_id/handoffs', status: 201, seconds: 0.004 });
    expect(await figures(metrics)).toEqual([
      'jerry_commands_accepted_total{kind="handoff"} 2',
      'jerry_commands_replayed_total{kind="handoff"} 1',
      'jerry_refusals_total{code="version_conflict"} 1',
      'jerry_refusals_total{code="invalid_request"} 1',
      'jerry_conflicts_total 1',
      'jerry_rings_total{agent="dev-qa",taken="false"} 1',
      'jerry_rerings_total{agent="dev-qa",taken="true"} 1',
      'jerry_summary_tokens_sum 93',
      'jerry_summary_tokens_count 1',
      'jerry_append_seconds_sum 0.005',
      'jerry_append_seconds_count 2',
      'jerry_http_request_seconds_sum{method="POST",route="/v1/tasks/:task_id/handoffs",status="201"} 0.004',
      'jerry_http_request_seconds_count{method="POST",route="/v1/tasks/:task_id/handoffs",status="201"} 1',
    ]);
  });

  it('asks for the rest at each scrape, and leaves out what nobody can say', async () => {
    const metrics = new Metrics();
    let queue: 'ok' | 'unavailable' | 'none' = 'ok';
    let rows = [{ agent: 'dev-qa', count: 2, oldestS: 61.5 }];
    metrics.watch({ waiting: async () => rows, openGates: async () => ({ count: 0, oldestS: 0 }) });
    metrics.watch({ queue: () => queue, inFlight: () => 3, eventStreams: () => 1 });
    const gaugesOf = async () => (await figures(metrics)).filter((line) => !/_(sum|count|total)\b/.test(line));
    expect(await gaugesOf()).toEqual([
      'jerry_tasks_waiting{agent="dev-qa"} 2',
      'jerry_task_wait_oldest_seconds{agent="dev-qa"} 61.5',
      'jerry_gates_open 0',
      'jerry_gate_oldest_seconds 0',
      'jerry_http_in_flight 3',
      'jerry_event_streams_open 1',
      'jerry_queue_up 1',
    ]);
    queue = 'unavailable';
    rows = [];
    metrics.watch({ openGates: () => Promise.reject(new Error('the store is gone')) });
    expect(await gaugesOf()).toEqual(['jerry_http_in_flight 3', 'jerry_event_streams_open 1', 'jerry_queue_up 0']);
    queue = 'none';
    expect(await gaugesOf()).toEqual(['jerry_http_in_flight 3', 'jerry_event_streams_open 1']);
  });

  it('says of each what it means, and shows the process as everybody does', async () => {
    const text = await new Metrics().text();
    for (const [name, { kind, help }] of Object.entries(METRICS)) {
      expect(text).toContain(`# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`);
    }
    for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
      expect(text).toMatch(new RegExp(`^${name} `, 'm'));
  });
});
