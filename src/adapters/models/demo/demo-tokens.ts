import type { CallTokens, ModelMessage, ModelRequest, ModelStep } from '#core/models/model-provider.ts';
import { joinBlocks } from '#core/prompt/join-blocks.ts';

const charactersPerToken = 4;

/**
 * What a vendor with a cache would count: the instructions and earlier messages are read from it, and what has come
 * since its last answer is written to it.
 */
export function demoTokens({ instructions, messages }: ModelRequest, answer: string): CallTokens {
  const sizes = messages.map((message) => tokensOf(textRead(message)));
  const ofInstructions = tokensOf(joinBlocks([instructions.stable, instructions.personal]));
  const earlier = sum(sizes.slice(0, -2)) + (sizes.length > 1 ? ofInstructions : 0);
  const inputTokens = ofInstructions + sum(sizes);
  return {
    inputTokens,
    cacheReadTokens: earlier,
    cacheWriteTokens: inputTokens - earlier,
    outputTokens: tokensOf(answer),
  };
}

function textRead(message: ModelMessage | ModelStep): string {
  if (message.role !== 'step') return joinBlocks([message.context ?? '', message.content]);
  const { calls, results } = message;
  return joinBlocks([...calls.map((call) => call.arguments), ...results.map(({ text }) => text)]);
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
