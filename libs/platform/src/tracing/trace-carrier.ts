import { type Context, context, propagation } from '@opentelemetry/api';

/** More than a trace context needs; what is longer is somebody's baggage, and stays behind. */
const LONGEST_CHARS = 1_024;

/** The trace that is under way, to be sent along: `traceparent` and what belongs to it; empty where nobody traces. */
export function traceCarrier(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return Object.fromEntries(Object.entries(carrier).filter(([, value]) => value.length <= LONGEST_CHARS));
}

/** The trace that came along with a request or a job. */
export function contextOf(carrier: Readonly<Record<string, unknown>>): Context {
  return propagation.extract(context.active(), carrier);
}

/** Goes on with the trace that came along. */
export function inTraceOf<T>(carrier: Readonly<Record<string, unknown>>, work: () => T): T {
  return context.with(contextOf(carrier), work);
}
