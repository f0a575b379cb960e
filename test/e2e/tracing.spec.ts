import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, loadConfig, spanned, startSpan, traceCarrier } from '@app/platform';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { startWorker } from '../../apps/worker/src/start-worker.js';
import { queueAsProcess } from '../support/queue-as-process.js';
import { RunningApi } from '../support/running-api.js';
import { Traces } from '../support/traces.js';

const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
const HEADERS = { traceparent: `00-${CALLER.trace}-${CALLER.span}-01` };
const HANDOFF = { phase: 'testing', expected_version: 1, state_delta: { artifacts: [{ path: 'a.ts', content_hash: 'a'.repeat(64) }] } };

// First: whoever has been given an SDK keeps it.
it('a service that is not traced makes no span and sends nothing along', () => {
  expect(traceCarrier()).toEqual({});
  const span = startSpan('ring', {});
  expect([span.isRecording(), trace.isSpanContextValid(span.spanContext())]).toEqual([false, false]);
});

describe('a traced service', () => {
  const silent = createLogger({ name: 'worker', level: 'error', write: () => undefined });
  let api: RunningApi;
  let traces: Traces;
  beforeAll(async () => {
    traces = new Traces();
    api = await RunningApi.open({ env: { JERRY_LOG_LEVEL: 'debug' } });
    await api.call('human:mira', 'POST', '/v1/tasks', { task_id: 'T1', task_title: 'One', phase: 'implementing' });
    await api.tokenOf('agent:dev-engineer');
  });
  beforeEach(() => traces.forget());
  afterAll(async () => {
    await api.close();
    await traces.end();
  });

  const handOff = () => api.call('agent:dev-engineer', 'POST', '/v1/tasks/T1/handoffs', HANDOFF, HEADERS);

  it('goes on with the trace of the caller, from the request to the version that is written', async () => {
    expect((await handOff()).status).toBe(201);
    const spans = await traces.ofTrace(CALLER.trace, 3);
    const [append, handle, request] = spans;
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
      ['store append', SpanKind.INTERNAL],
      ['coordinator handle', SpanKind.INTERNAL],
      ['POST /v1/tasks/:task_id/handoffs', SpanKind.SERVER],
    ]);
    expect(spans.map((span) => span.spanContext().traceId)).toEqual([CALLER.trace, CALLER.trace, CALLER.trace]);
    expect(request?.parentSpanContext?.spanId).toBe(CALLER.span);
    expect(handle?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    expect(append?.parentSpanContext?.spanId).toBe(handle?.spanContext().spanId);
    expect(request?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1/tasks/:task_id/handoffs',
      'http.response.status_code': 201,
      'jerry.principal': 'agent:dev-engineer',
    });
    expect(handle?.attributes).toEqual({ 'jerry.task_id': 'T1', 'jerry.kind': 'handoff' });
  });

  it('takes a refusal for an answer: it is named, and no span is one of an error', async () => {
    const late = { ...HANDOFF, expected_version: 7 };
    const { status } = await api.call('agent:dev-engineer', 'POST', '/v1/tasks/T1/handoffs', late, HEADERS);
    expect(status).toBe(409);
    const spans = await traces.ofTrace(CALLER.trace, 2);
    expect(spans.map(({ status: { code } }) => code)).toEqual([SpanStatusCode.UNSET, SpanStatusCode.UNSET]);
    expect(spans[0]?.attributes['jerry.code']).toBe('version_conflict');
  });

  it('takes the trace along with a ring, to the worker that claims and to what it hands in', async () => {
    const home = await mkdtemp(join(tmpdir(), 'jerry-trace-'));
    const queue = await queueAsProcess(home);
    const env = { JERRY_REDIS_URL: String(queue.facts.redis_url) };
    const served = await RunningApi.open({ env, config: { agents: { 'dev-qa': { executor: { kind: 'command', command: ['true'] } } } } });
    const settings = { ...env, JERRY_PROCESS: 'worker', JERRY_PROJECT_DIR: served.project, JERRY_API_URL: served.address };
    const config = loadConfig({ ...settings, JERRY_WORKER_TOKEN: await served.tokenOf('worker:local') }, '/');
    const worker = await startWorker(config, silent, {
      executors: { command: { run: async () => ({ handoff: { phase: 'reviewing', state_delta: {} } }) } },
      again: false,
    });
    try {
      await served.call('human:mira', 'POST', '/v1/tasks', { task_id: 'T1', task_title: 'One', phase: 'implementing' });
      expect((await served.call('agent:dev-engineer', 'POST', '/v1/tasks/T1/handoffs', HANDOFF, HEADERS)).status).toBe(201);
      const ofTrace = await traces.ofTrace(CALLER.trace, 12);
      // Who rings and who is rung end in any order.
      expect(ofTrace.map(({ name }) => name).sort()).toEqual(
        [
          ...['store append', 'coordinator handle', 'POST /v1/tasks/:task_id/handoffs', 'ring'],
          ...['store append', 'coordinator handle', 'POST /v1/tasks/:task_id/claim', 'executor run'],
          ...['store append', 'coordinator handle', 'POST /v1/tasks/:task_id/handoffs', 'worker job'],
        ].sort(),
      );
      const [ring, job] = ['ring', 'worker job'].map((name) => ofTrace.find((span) => span.name === name));
      expect(job?.parentSpanContext?.spanId).toBe(ring?.spanContext().spanId);
      expect(ofTrace.filter(({ attributes }) => attributes['jerry.principal'] === 'worker:local')).toHaveLength(2);
    } finally {
      await worker.stop();
      await served.close();
      await queue.stop();
      await rm(home, { recursive: true });
    }
  });

  it('puts the trace on every line that is logged within it', async () => {
    const lines: string[] = [];
    const logger = createLogger({
      name: 'api',
      level: 'info',
      line: ({ fields }) => String(fields.trace_id),
      write: (line) => lines.push(line),
    });
    logger.info('outside');
    await spanned('ring', {}, async () => logger.child({ task_id: 'T1' }).info('inside'));
    expect(lines).toEqual(['undefined', traces.spans()[0]?.spanContext().traceId]);
  });
});
