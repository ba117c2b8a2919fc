import type { ContextUsage } from '#contract/resources.ts';
import type { ModelCandidate } from '../models/choose-model.ts';
import { latestVersions, tokensOfBytes } from '../turn/prompt.ts';
import { windowOf } from '../turn/run-turn.ts';
import type { MessageSize } from './conversation.ts';

/**
 * How much of the answering model's window is used. A history longer than the window is cut, so the value never
 * exceeds 100 %.
 */
export function contextUsage(
  newestFirst: readonly MessageSize[],
  candidate: ModelCandidate | undefined,
): ContextUsage {
  const windowTokens = windowOf(candidate);
  const tokens = latestVersions(newestFirst).reduce((sum, { bytes }) => sum + tokensOfBytes(bytes), 0);
  return { used_tokens: Math.min(tokens, windowTokens), window_tokens: windowTokens };
}
