import type { ChatCompletion, CompletionUsage } from '#contract/openai/chat-completions.ts';
import type { TokenCounts } from '../turn/turn.ts';

/** The facts that every part of a chat completion repeats. */
export interface CompletionFacts {
  readonly turnId: string;
  readonly conversationId: string;
  readonly agentSlug: string;
  readonly priority: boolean;
  readonly createdAt: Date;
}

/** The members that a completion and its chunks have in common. */
export function completionHead({ turnId, agentSlug, priority, createdAt }: CompletionFacts) {
  return {
    id: `chatcmpl-${turnId}`,
    created: secondsOf(createdAt),
    model: agentSlug,
    service_tier: tierOf(priority),
  };
}

export function presentCompletion(
  facts: CompletionFacts,
  content: string,
  finishReason: 'stop' | 'length',
  tokens: TokenCounts,
): ChatCompletion {
  const usage = completionUsage(tokens);
  return {
    ...completionHead(facts),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    ...(usage !== null && { usage }),
    metadata: { conversation_uuid: facts.conversationId },
  };
}

/** Null where the provider did not count. */
export function completionUsage({ input, output }: TokenCounts): CompletionUsage | null {
  if (input === null || output === null) return null;
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

export function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}

export function tierOf(priority: boolean): string {
  return priority ? 'priority' : 'default';
}
