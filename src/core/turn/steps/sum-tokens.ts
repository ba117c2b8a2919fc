import type { CallTokens } from '../../models/model-provider.ts';
import type { TokenCounts } from '../turn.ts';

/** The tokens of all calls of an answer; null where none was counted. */
export function sumTokens(calls: readonly Pick<CallTokens, 'inputTokens' | 'outputTokens'>[]): TokenCounts {
  return {
    input: sum(calls.map(({ inputTokens }) => inputTokens)),
    output: sum(calls.map(({ outputTokens }) => outputTokens)),
  };
}

function sum(counts: readonly (number | null)[]): number | null {
  const counted = counts.filter((count) => count !== null);
  return counted.length === 0 ? null : counted.reduce((all, count) => all + count, 0);
}
