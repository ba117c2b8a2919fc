import { type Context, context, ROOT_CONTEXT } from '@opentelemetry/api';
import type { TurnKind } from '#contract/jobs.ts';
import type { KnowledgeMode } from '#contract/knowledge/sources.ts';
import type { Caller } from '#core/identity/caller.ts';
import { modelReference } from '#core/models/choose-model.ts';
import { type CallKind, kindOfCall } from '#core/models/counted-call.ts';
import type { CallTokens } from '#core/models/model-provider.ts';
import type { OnCall } from '#core/models/observed-call.ts';
import type { WrittenTitle } from '#core/turn/title-writer.ts';
import type { AdmittedTurn } from '#core/turn/turn.ts';
import type {
  AdmissionInProgress,
  AdmissionTelemetry,
  AttemptEnd,
  AttemptTelemetry,
  SettledTurn,
  TurnTelemetry,
} from '#core/turn/turn-telemetry.ts';
import { genAiAttributes, genAiOperation, genAiProvider } from './conventions.ts';
import type { EventSinks } from './event-sinks.ts';
import type { Metrics } from './metrics.ts';
import { callEvent } from './provider-events.ts';
import { activeTraceparent, linkTo, type OpenSpan, openSpan, traceIdOf } from './traces.ts';

/** The events of turns and admissions. Each is counted and logged in one place, so the two cannot differ. */
export class TurnEvents implements TurnTelemetry, AdmissionTelemetry {
  readonly #sinks: EventSinks;

  constructor(sinks: EventSinks) {
    this.#sinks = sinks;
  }

  admitting({ client }: Caller, delivery: TurnKind): AdmissionInProgress {
    const { metrics, lines, nameUser } = this.#sinks;
    const startedAt = performance.now();
    const traceparent = activeTraceparent();
    const span = openSpan('parley.admit', { kind: 'internal' });
    return {
      traceparent,
      queued: ({ turnId: job, userId, requestId: request }) => {
        const user = nameUser(client.id, userId);
        lines.info({ event: 'job.queued', request, job, client: client.slug, user }, 'A job was queued');
      },
      ended: (result) => {
        metrics.count('admissions', { delivery, result, ...metrics.client(client.slug) });
        metrics.observe('admissionSeconds', { delivery, result }, secondsSince(startedAt));
        span.end({ 'parley.result': result });
      },
    };
  }

  admittedBatch(size: number): void {
    this.#sinks.metrics.observe('batchSize', {}, size);
  }

  began(turn: AdmittedTurn): AttemptTelemetry {
    return new AttemptEvents(turn, this.#sinks);
  }

  staleWrites(write: 'output' | 'finish', count: number): void {
    const { metrics, lines } = this.#sinks;
    metrics.count('staleWrites', { write }, count);
    lines.warn({ event: 'turn.stale_writes', write, count }, 'Writes of a lost attempt were refused');
  }

  settled({
    turnId,
    clientId,
    clientSlug,
    userId,
    delivery,
    by,
    became,
    error,
    isRefunded,
  }: SettledTurn): void {
    const { metrics, lines, nameUser } = this.#sinks;
    if (by === 'recovery') metrics.count('recovered', { to: became });
    if (isRefunded) metrics.count('refunds', { reason: error ?? became });
    const isEnd = became !== 'queued';
    if (isEnd) metrics.count('turns', { delivery, outcome: became, ...metrics.client(clientSlug) });
    const fields = {
      event: isEnd ? 'turn.ended' : 'turn.requeued',
      job: turnId,
      client: clientSlug,
      user: nameUser(clientId, userId),
      delivery,
      by,
      outcome: became,
      ...(error !== null && { error }),
    };
    const message = isEnd ? 'A turn ended' : 'A turn returned to the queue';
    if (by === 'recovery') lines.warn(fields, message);
    else lines.info(fields, message);
  }

  titled({ client, clientId, userId, id: job }: AdmittedTurn, title: WrittenTitle): void {
    const { metrics, lines, log, nameUser } = this.#sinks;
    const { outcome, model, error } = title;
    metrics.count('titles', { outcome });
    if (model !== null) countTokens(metrics, { ...title, model, kind: 'title' }, client.slug);
    const names = { job, client: client.slug, user: nameUser(clientId, userId) };
    if (error === null)
      lines.info({ event: 'title.ended', ...names, outcome }, 'A title was left to the model');
    else log.warn({ event: 'title.failed', ...names, error }, 'A title could not be written');
  }
}

/** A job's spans begin a trace, which links to the request that queued it. */
class AttemptEvents implements AttemptTelemetry {
  readonly #turn: AdmittedTurn;
  readonly #sinks: EventSinks;
  readonly #span: OpenSpan | null;
  readonly #parent: Context;

  constructor(turn: AdmittedTurn, sinks: EventSinks) {
    this.#turn = turn;
    this.#sinks = sinks;
    this.#span = turn.kind === 'job' ? jobSpan(turn) : null;
    this.#parent = this.#span?.context ?? context.active();
  }

  readonly onCall: OnCall = (candidate) => {
    const { provider, model } = candidate;
    const attributes = {
      [genAiAttributes.operation]: genAiOperation,
      [genAiAttributes.provider]: genAiProvider(provider.id),
      [genAiAttributes.model]: model,
    };
    const span = openSpan(`${genAiOperation} ${model}`, { kind: 'client', attributes, parent: this.#parent });
    return (end) => {
      callEvent(this.#sinks, { provider: provider.id, model, end, span, about: this.#names() });
      const counted = { ...end, model: modelReference(candidate), kind: kindOfCall(end) };
      countTokens(this.#sinks.metrics, counted, this.#turn.client.slug);
    };
  };

  searching(): (outcome: KnowledgeMode | 'failed') => void {
    const startedAt = performance.now();
    const span = openSpan('parley.knowledge', { kind: 'internal', parent: this.#parent });
    return (outcome) => {
      this.#sinks.metrics.observe('knowledgeSeconds', { outcome }, secondsSince(startedAt));
      span.end({ 'parley.outcome': outcome });
    };
  }

  storing(): () => void {
    const span = openSpan('parley.finish', { kind: 'internal', parent: this.#parent });
    return () => span.end();
  }

  fault(error: unknown): void {
    this.#sinks.log.error({ event: 'turn.fault', ...this.#names(), error }, 'A turn failed');
  }

  ended(attempt: AttemptEnd): void {
    const { metrics, lines } = this.#sinks;
    const { kind: delivery, client } = this.#turn;
    const { end, durationMs, firstTextMs, isRefunded } = attempt;
    const outcome = end.kind;
    const error = 'code' in end ? end.code : null;
    const isFinal = outcome !== 'lost' && outcome !== 'released';
    if (isFinal) {
      metrics.count('turns', { delivery, outcome, ...metrics.client(client.slug) });
      metrics.observe('turnSeconds', { delivery, outcome }, durationMs / 1_000);
      if (firstTextMs !== null)
        metrics.observe('firstTextSeconds', { delivery, outcome }, firstTextMs / 1_000);
      if (isRefunded) metrics.count('refunds', { reason: error ?? outcome });
    }
    const fields = {
      event: isFinal ? 'turn.ended' : 'attempt.ended',
      ...this.#names(),
      delivery,
      agent: this.#turn.agentSlug,
      attempt: this.#turn.attempt,
      ...(attempt.model !== null && { model: attempt.model }),
      duration_ms: Math.round(durationMs),
      ...(firstTextMs !== null && { first_text_ms: Math.round(firstTextMs) }),
      outcome,
      ...(error !== null && { error }),
    };
    const message = isFinal ? 'A turn ended' : 'An attempt ended';
    if (outcome === 'failed' || outcome === 'lost') lines.warn(fields, message);
    else lines.info(fields, message);
    this.#span?.end({ 'parley.outcome': outcome }, outcome === 'failed' ? error : null);
  }

  #names() {
    const { id, requestId, client, userId } = this.#turn;
    const traceId = traceIdOf(this.#parent);
    return {
      ...(requestId !== null && { request: requestId }),
      job: id,
      client: client.slug,
      user: this.#sinks.nameUser(client.id, userId),
      ...(traceId !== null && { trace_id: traceId }),
    };
  }
}

interface CountedTokens extends CallTokens {
  /** `<provider>/<model>`. */
  readonly model: string;
  readonly kind: CallKind;
}

/** What a cache gave and got is a part of the input: types do not add up. */
function countTokens(
  metrics: Metrics,
  { model: reference, kind, ...tokens }: CountedTokens,
  client: string,
): void {
  const [provider = '', ...rest] = reference.split('/');
  const labels = { provider, model: metrics.model(rest.join('/')), kind, ...metrics.client(client) };
  const count = (type: string, number: number | null) => {
    if (number !== null) metrics.count('tokens', { ...labels, type }, number);
  };
  count('input', tokens.inputTokens);
  count('cache_read', tokens.cacheReadTokens);
  count('cache_write', tokens.cacheWriteTokens);
  count('output', tokens.outputTokens);
}

function jobSpan({ id, lane, traceparent }: AdmittedTurn): OpenSpan {
  return openSpan('parley.job', {
    kind: 'consumer',
    parent: ROOT_CONTEXT,
    links: linkTo(traceparent),
    attributes: { 'parley.job': id, 'parley.queue': lane ?? '' },
  });
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}
