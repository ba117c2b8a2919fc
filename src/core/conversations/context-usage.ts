import type { ContextUsage } from '#contract/resources.ts';
import type { ModelCandidate } from '../models/choose-model.ts';
import { latestVersions, tokensOfBytes } from '../turn/prompt.ts';
import { windowOf } from '../turn/run-turn.ts';
import type { MessageSize } from './conversation.ts';

/** How full the window of the answering model is. A longer history than it holds is cut, so never more than full. */
export function contextUsage(
  newestFirst: readonly MessageSize[],
  candidate: ModelCandidate | undefined,
): ContextUsage {
  const windowTokens = windowOf(candidate);
  const tokens = latestVersions(newestFirst).reduce((sum, { bytes }) => sum + tokensOfBytes(bytes), 0);
  return { used_tokens: Math.min(tokens, windowTokens), window_tokens: windowTokens };
}
