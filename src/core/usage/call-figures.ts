import type { CallFigures } from '../models/counted-call.ts';

/** Tokens that no provider has counted stay null, and never become 0. */
export function sumCalls(rows: readonly CallFigures[]): CallFigures {
  const tokens = (of: (row: CallFigures) => number | null) => {
    const counted = rows.map(of).filter((number) => number !== null);
    return counted.length === 0 ? null : counted.reduce((total, number) => total + number, 0);
  };
  return {
    calls: rows.reduce((total, { calls }) => total + calls, 0),
    callsWithoutTokens: rows.reduce((total, { callsWithoutTokens }) => total + callsWithoutTokens, 0),
    inputTokens: tokens((row) => row.inputTokens),
    cacheReadTokens: tokens((row) => row.cacheReadTokens),
    cacheWriteTokens: tokens((row) => row.cacheWriteTokens),
    outputTokens: tokens((row) => row.outputTokens),
  };
}

/** As answers hold them; all null where calls are not counted, as those of one user. */
export function presentCalls(figures: CallFigures | null) {
  return {
    calls: figures?.calls ?? null,
    calls_without_tokens: figures?.callsWithoutTokens ?? null,
    input_tokens: figures?.inputTokens ?? null,
    cache_read_tokens: figures?.cacheReadTokens ?? null,
    cache_write_tokens: figures?.cacheWriteTokens ?? null,
    output_tokens: figures?.outputTokens ?? null,
  };
}
