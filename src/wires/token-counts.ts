import type { CallTokens } from '#core/models/model-provider.ts';

/** More than any model reads or writes in one call: a larger number is a mistake of its server. */
const mostTokens = 500_000_000;

/** The number of tokens that a provider says, or null when it says none that can be true. */
export function tokensIn(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return null;
  return value < 0 || value > mostTokens ? null : value;
}

/** Whether something is said where a number of tokens belongs, and is none. */
export function isNoCount(value: unknown): boolean {
  return value !== undefined && value !== null && tokensIn(value) === null;
}

/**
 * What a provider has counted, as it can be added up. What a cache gave and got is a part of the input: without an
 * input, or with more parts than input, it is not known.
 */
export function believed(counted: CallTokens): CallTokens {
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = counted;
  const isPart = inputTokens !== null && (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0) <= inputTokens;
  return {
    inputTokens,
    cacheReadTokens: isPart ? cacheReadTokens : null,
    cacheWriteTokens: isPart ? cacheWriteTokens : null,
    outputTokens,
  };
}
