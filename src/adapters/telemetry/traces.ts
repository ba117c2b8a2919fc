import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
} as const;

export interface SpanOptions {
  readonly kind: keyof typeof kinds;
  readonly attributes?: Attributes;
  /** Default: the span that is active now. */
  readonly parent?: Context;
  readonly links?: readonly Link[];
}

/** One span, until it has ended. */
export interface OpenSpan {
  /** The context in which spans belong to this one. */
  readonly context: Context;
  readonly traceId: string | null;
  readonly traceparent: string | null;
  run<T>(work: () => T): T;
  /** A span whose name is known at its end only. */
  rename(name: string): void;
  /** An error is given by its type, never by its message. */
  end(attributes?: Attributes, errorType?: string | null): void;
}

const tracer = trace.getTracer('parley');

export function openSpan(name: string, { kind, attributes, parent, links }: SpanOptions): OpenSpan {
  const within = parent ?? context.active();
  const options = {
    kind: kinds[kind],
    ...(attributes && { attributes }),
    ...(links && { links: [...links] }),
  };
  const span = tracer.startSpan(name, options, within);
  const spanContext = span.spanContext();
  const isRecorded = isSpanContextValid(spanContext);
  const own = isRecorded ? trace.setSpan(within, span) : within;
  return {
    context: own,
    traceId: isRecorded ? spanContext.traceId : null,
    traceparent: isRecorded ? formatTraceparent(spanContext) : null,
    run: (work) => (isRecorded ? context.with(own, work) : work()),
    rename: (text) => void span.updateName(text),
    end: (more, errorType) => endSpan(span, more, errorType),
  };
}

function endSpan(span: Span, attributes: Attributes | undefined, errorType: string | null | undefined): void {
  if (attributes !== undefined) span.setAttributes(attributes);
  if (errorType != null) {
    span.setAttribute('error.type', errorType);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** The active span's trace, in the form of the header. */
export function activeTraceparent(): string | null {
  const spanContext = trace.getSpanContext(context.active());
  return spanContext === undefined || !isSpanContextValid(spanContext)
    ? null
    : formatTraceparent(spanContext);
}

/** The trace to which a context belongs; null without one. */
export function traceIdOf(within: Context): string | null {
  const spanContext = trace.getSpanContext(within);
  return spanContext === undefined || !isSpanContextValid(spanContext) ? null : spanContext.traceId;
}

/** A context whose spans continue the trace of a header; without a valid one they begin a trace. */
export function contextOf(traceparent: string | null): Context {
  const spanContext = parseTraceparent(traceparent);
  return spanContext === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext);
}

export function linkTo(traceparent: string | null): readonly Link[] {
  const spanContext = parseTraceparent(traceparent);
  return spanContext === null ? [] : [{ context: spanContext }];
}

function parseTraceparent(text: string | null): SpanContext | null {
  const [, traceId, spanId, flags] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(spanContext) ? spanContext : null;
}

function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
