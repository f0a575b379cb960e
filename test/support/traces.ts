import { type Context, context, propagation, type TextMapGetter, type TextMapSetter, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** An SDK as an operator would register it, which keeps what it is told. For this test file; whoever registers it takes it away again. */
export class Traces {
  readonly #exporter = new InMemorySpanExporter();
  readonly #listeners = new Set<() => void>();
  readonly #provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(this.#exporter), this.#herald()] });

  constructor() {
    trace.setGlobalTracerProvider(this.#provider);
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(traceparent);
  }

  /** Those that have ended, in the order in which they did. */
  spans(): readonly ReadableSpan[] {
    return this.#exporter.getFinishedSpans();
  }

  /** Those of one trace, once so many have ended. */
  async ofTrace(traceId: string, count: number): Promise<readonly ReadableSpan[]> {
    const found = () => this.spans().filter((span) => span.spanContext().traceId === traceId);
    while (found().length < count) await new Promise<void>((resolve) => this.#listeners.add(resolve));
    return found();
  }

  forget(): void {
    this.#exporter.reset();
  }

  #herald(): SpanProcessor {
    return {
      onStart: () => undefined,
      onEnd: () => {
        for (const listener of this.#listeners) listener();
        this.#listeners.clear();
      },
      forceFlush: async () => undefined,
      shutdown: async () => undefined,
    };
  }

  async end(): Promise<void> {
    trace.disable();
    context.disable();
    propagation.disable();
    await this.#provider.shutdown();
  }
}

/** W3C trace context, the part that everybody sends. */
const traceparent = {
  inject(active: Context, carrier: unknown, { set }: TextMapSetter): void {
    const span = trace.getSpanContext(active);
    if (span !== undefined) set(carrier, 'traceparent', `00-${span.traceId}-${span.spanId}-0${span.traceFlags}`);
  },
  extract(active: Context, carrier: unknown, { get }: TextMapGetter): Context {
    const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/.exec(String(get(carrier, 'traceparent'))) ?? [];
    if (traceId === undefined || spanId === undefined) return active;
    return trace.setSpanContext(active, { traceId, spanId, traceFlags: Number(flags), isRemote: true });
  },
  fields: () => ['traceparent'],
};
