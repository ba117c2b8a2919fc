import type { Citation } from '#contract/citations/citation.ts';
import type { ChatCompletion, CompletionUsage } from '#contract/openai/chat-completions.ts';
import type { CheckedChatRequest } from '../turn/chat-request.ts';
import { tokensOfBytes } from '../turn/prompt.ts';
import type { CompletedAnswer, TokenCounts } from '../turn/turn.ts';
import { urlCitations } from './url-citations.ts';

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
    system_fingerprint: null,
    service_tier: tierOf(priority),
  };
}

export function presentCompletion(
  facts: CompletionFacts,
  content: string,
  { finishReason, sources }: Pick<CompletedAnswer, 'finishReason' | 'sources'>,
  usage: CompletionUsage,
): ChatCompletion {
  return {
    ...completionHead(facts),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content,
          refusal: null,
          ...annotationsOf(content, sources?.citations ?? null),
        },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    usage,
    metadata: answerMetadata(facts),
  };
}

/** A member of the message, or of the last delta. */
export function annotationsOf(content: string, citations: readonly Citation[] | null) {
  const found = urlCitations(content, citations);
  if (found.length === 0) return {};
  return {
    annotations: found.map((url_citation) => ({ type: 'url_citation' as const, url_citation })),
  };
}

/** Values are texts, as OpenAI's clients expect them. */
export function answerMetadata({ conversationId }: Pick<CompletionFacts, 'conversationId'>) {
  return { conversation_uuid: conversationId, ai_generated: 'true' as const };
}

/** Clients read the tokens unasked, so what the provider did not count is estimated from bytes. */
export function completionUsage(
  { input, output }: TokenCounts,
  bytes: { readonly asked: number; readonly answered: number },
): CompletionUsage {
  const prompt = input ?? tokensOfBytes(bytes.asked);
  const completion = output ?? tokensOfBytes(bytes.answered);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** The bytes of all text that a request sends: a repetition of it has the same. */
export function bytesAsked({ prompt, imported, instructions }: CheckedChatRequest): number {
  const texts = [prompt ?? '', instructions, ...imported.map(({ content }) => content)];
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
}

export function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}

export function tierOf(priority: boolean): string {
  return priority ? 'priority' : 'default';
}
