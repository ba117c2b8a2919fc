/**
 * The names and bucket bounds of the GenAI semantic conventions, in Prometheus spelling. The conventions are still in
 * development; these follow docs/gen-ai/gen-ai-metrics.md and gen-ai-spans.md of
 * github.com/open-telemetry/semantic-conventions-genai at the commit below.
 */
const conventionsCommit = '004902b8cb70aa5ae6ca4ae07132b7daabcd3e10';

/** Ends the description of each family. */
export const genAiSource = `OpenTelemetry GenAI conventions, commit ${conventionsCommit.slice(0, 7)}.`;

export const genAiMetrics = {
  duration: 'gen_ai_client_operation_duration_seconds',
  firstChunk: 'gen_ai_client_operation_time_to_first_chunk_seconds',
  tokens: 'gen_ai_client_token_usage',
} as const;

export const genAiLabels = {
  operation: 'gen_ai_operation_name',
  provider: 'gen_ai_provider_name',
  model: 'gen_ai_request_model',
  error: 'error_type',
  tokenType: 'gen_ai_token_type',
} as const;

export const genAiAttributes = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  model: 'gen_ai.request.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheWriteTokens: 'gen_ai.usage.cache_creation.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  firstChunk: 'gen_ai.response.time_to_first_chunk',
  error: 'error.type',
} as const;

/** Every call is a chat completion. */
export const genAiOperation = 'chat';

/** Seconds. */
export const genAiTimeBuckets: readonly number[] = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
];

export const genAiTokenBuckets: readonly number[] = [
  1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864,
];

const wellKnown: Readonly<Record<string, string>> = { gemini: 'gcp.gemini' };

/** The convention's name of a provider that it knows; all others keep the operator's. */
export function genAiProvider(providerId: string): string {
  return wellKnown[providerId] ?? providerId;
}
