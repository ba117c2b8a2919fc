import type { ErrorCode } from '#contract/errors.ts';
import type {
  Refusal,
  RequestCaller,
  RequestEnd,
  RequestHead,
  RequestInProgress,
  RequestTelemetry,
} from '#core/numbers/request-telemetry.ts';
import type { EventSinks } from './event-sinks.ts';
import { contextOf, type OpenSpan, openSpan } from './traces.ts';

/** A request that takes longer than this to its answer's head is logged, apart from what it asked to wait for. */
const slowMs = 5_000;

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The events of requests. Each is counted and logged in one place, so the two cannot differ. */
export class RequestEvents implements RequestTelemetry {
  readonly #sinks: EventSinks;
  readonly #streams = new Map<string, number>();

  constructor(sinks: EventSinks) {
    this.#sinks = sinks;
    sinks.metrics.onCollect((metrics) => {
      for (const [host, count] of this.#streams) metrics.set('streams', { host }, count);
    });
  }

  /** Answers that are being streamed now. */
  get streams(): number {
    return [...this.#streams.values()].reduce((sum, count) => sum + count, 0);
  }

  began(head: RequestHead): RequestInProgress {
    return new OneRequest(head, this.#sinks, (change) => {
      this.#streams.set(head.host, (this.#streams.get(head.host) ?? 0) + change);
    });
  }

  unreadable(requestId: string, code: ErrorCode): void {
    const { lines, counts } = this.#sinks;
    counts.refused(null, code);
    lines.info({ event: 'request.refused', request: requestId, error: code }, 'A request was refused');
  }
}

class OneRequest implements RequestInProgress {
  readonly #head: RequestHead;
  readonly #sinks: EventSinks;
  readonly #countStream: (change: 1 | -1) => void;
  readonly #startedAt = performance.now();
  readonly #span: OpenSpan;
  #headMs: number | null = null;
  #refusal: Refusal | null = null;

  constructor(head: RequestHead, sinks: EventSinks, countStream: (change: 1 | -1) => void) {
    this.#head = head;
    this.#sinks = sinks;
    this.#countStream = countStream;
    this.#span = openSpan(head.method, { kind: 'server', parent: contextOf(head.traceparent) });
  }

  run<T>(work: () => T): T {
    return this.#span.run(work);
  }

  streaming(): void {
    this.#headMs = performance.now() - this.#startedAt;
    this.#countStream(1);
  }

  /** A failure of ours is logged when the request ends, in one line with its status. */
  refused(refusal: Refusal): void {
    const { counts, metrics, lines } = this.#sinks;
    this.#refusal = refusal;
    if (!refusal.hasTurn) counts.refused(refusal.clientId, refusal.code);
    if (refusal.status === 429 && refusal.code !== 'quota_exceeded') {
      metrics.count('throttled', { rule: refusal.code });
    }
    if (refusal.status >= 500) return;
    const { requestId: request, host } = this.#head;
    const fields = {
      event: 'request.refused',
      request,
      ...this.#names(refusal),
      host,
      status: refusal.status,
    };
    lines.info({ ...fields, error: refusal.code }, 'A request was refused');
  }

  ended(answer: RequestEnd): void {
    const { metrics } = this.#sinks;
    const { host, method } = this.#head;
    const durationMs = performance.now() - this.#startedAt;
    if (this.#headMs !== null) this.#countStream(-1);
    const labels = {
      host,
      route: answer.route ?? 'none',
      method: methods.has(method) ? method : 'other',
      status: `${Math.floor(answer.status / 100)}xx`,
    };
    metrics.count('requests', labels);
    metrics.observe('requestSeconds', labels, durationMs / 1_000);
    this.#endSpan(answer, labels.route);
    const toHeadMs = this.#headMs ?? durationMs;
    if (answer.status >= 500 || toHeadMs > slowMs + answer.waitMs) this.#log(answer, labels, toHeadMs);
  }

  #endSpan({ status }: RequestEnd, route: string): void {
    const { method, requestId } = this.#head;
    this.#span.rename(`${method} ${route}`);
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'parley.request': requestId,
    };
    this.#span.end(attributes, status >= 500 ? (this.#refusal?.code ?? String(status)) : null);
  }

  #log(answer: RequestEnd, labels: object, durationMs: number): void {
    const { log, lines } = this.#sinks;
    const refusal = this.#refusal;
    const fields = {
      event: answer.status >= 500 ? 'request.failed' : 'request.slow',
      request: this.#head.requestId,
      ...this.#names(refusal ?? answer),
      ...labels,
      status: answer.status,
      duration_ms: Math.round(durationMs),
    };
    if (refusal?.code === 'internal_error')
      log.error({ ...fields, error: refusal.cause }, 'A request failed');
    else if (answer.status >= 500) lines.warn({ ...fields, error: refusal?.code }, 'A request failed');
    else lines.warn(fields, 'A request was slow');
  }

  #names({ clientId, clientSlug, userId }: RequestCaller) {
    const { traceId } = this.#span;
    const user = userId();
    return {
      ...(clientSlug !== null && { client: clientSlug }),
      ...(clientId !== null && user !== null && { user: this.#sinks.nameUser(clientId, user) }),
      ...(traceId !== null && { trace_id: traceId }),
    };
  }
}
