import type { CallFigures } from '#core/models/counted-call.ts';

/** The columns that calls are added up in. */
export const callColumns = [
  'calls',
  'calls_without_tokens',
  'input_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'output_tokens',
] as const;

/** Tokens are null where no call has any. */
export interface CallColumns {
  readonly calls: number;
  readonly calls_without_tokens: number;
  readonly input_tokens: number | null;
  readonly cache_read_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly output_tokens: number | null;
}

export function callsIn(row: CallColumns): CallFigures {
  return {
    calls: row.calls,
    callsWithoutTokens: row.calls_without_tokens,
    inputTokens: row.input_tokens,
    cacheReadTokens: row.cache_read_tokens,
    cacheWriteTokens: row.cache_write_tokens,
    outputTokens: row.output_tokens,
  };
}
