import type { CallEnd } from '#core/models/observed-call.ts';
import { genAiAttributes, genAiLabels, genAiOperation, genAiProvider } from './conventions.ts';
import type { EventSinks } from './event-sinks.ts';
import type { Metrics } from './metrics.ts';
import type { OpenSpan } from './traces.ts';

export interface EndedCall {
  readonly provider: string;
  readonly model: string;
  readonly end: CallEnd;
  readonly span: OpenSpan;
  /** The members of a log line that name the turn. */
  readonly about: object;
}

/** A call to a provider has ended: counted for metrics and for the stored numbers, logged when it failed. */
export function callEvent({ metrics, log, counts }: EventSinks, call: EndedCall): void {
  const { provider, model, end, span, about } = call;
  const labels = { provider, model: metrics.model(model) };
  metrics.count('providerCalls', { ...labels, outcome: end.outcome });
  if (end.next !== null) metrics.count('providerRetries', { ...labels, reason: end.outcome });
  counts.called(provider, model, end);
  observeConventions(metrics, call);
  span.end(
    {
      ...(end.inputTokens !== null && { [genAiAttributes.inputTokens]: end.inputTokens }),
      ...(end.cacheReadTokens !== null && { [genAiAttributes.cacheReadTokens]: end.cacheReadTokens }),
      ...(end.cacheWriteTokens !== null && { [genAiAttributes.cacheWriteTokens]: end.cacheWriteTokens }),
      ...(end.outputTokens !== null && { [genAiAttributes.outputTokens]: end.outputTokens }),
      ...(end.firstTextMs !== null && { [genAiAttributes.firstChunk]: end.firstTextMs / 1_000 }),
    },
    end.error === null ? null : end.error.kind,
  );
  if (end.error === null) return;
  const { kind, message } = end.error;
  const fields = { event: 'provider.failed', ...about, provider, model, outcome: kind, error: message };
  log.warn({ ...fields, duration_ms: Math.round(end.durationMs) }, 'A provider failed');
}

function observeConventions(metrics: Metrics, { provider, model, end }: EndedCall): void {
  const labels = {
    [genAiLabels.operation]: genAiOperation,
    [genAiLabels.provider]: genAiProvider(provider),
    [genAiLabels.model]: metrics.model(model),
  };
  const failed = end.outcome === 'completed' ? {} : { [genAiLabels.error]: end.outcome };
  metrics.observe('genAiDuration', { ...labels, ...failed }, end.durationMs / 1_000);
  if (end.firstTextMs !== null) metrics.observe('genAiFirstChunk', labels, end.firstTextMs / 1_000);
  const { inputTokens, outputTokens } = end;
  const tokens = (type: string) => ({ ...labels, [genAiLabels.tokenType]: type });
  if (inputTokens !== null) metrics.observe('genAiTokens', tokens('input'), inputTokens);
  if (outputTokens !== null) metrics.observe('genAiTokens', tokens('output'), outputTokens);
}
