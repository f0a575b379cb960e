import { HandoffError } from '@app/handoff';
import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** What the service traces, in the order of one handoff. */
export const SPANS = {
  'http request': SpanKind.SERVER,
  'coordinator handle': SpanKind.INTERNAL,
  'store append': SpanKind.INTERNAL,
  ring: SpanKind.PRODUCER,
  'worker job': SpanKind.CONSUMER,
  'executor run': SpanKind.INTERNAL,
} as const satisfies Record<string, SpanKind>;
export type SpanName = keyof typeof SPANS;

/** Without an SDK, which an operator registers or not, every span is the API's empty one. */
const tracer = trace.getTracer('jerry-handoff');

export const startSpan = (name: SpanName, attributes: Attributes): Span => tracer.startSpan(name, { kind: SPANS[name], attributes });

/** Does the work within a span of its own. A refusal is an answer; only what broke makes the span one of an error. */
export async function spanned<T>(name: SpanName, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { kind: SPANS[name], attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      blame(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

function blame(span: Span, error: unknown): void {
  if (error instanceof HandoffError) span.setAttribute('jerry.code', error.code);
  if (error instanceof HandoffError && error.kind !== 'fault' && error.kind !== 'unavailable') return;
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'thrown' });
}
