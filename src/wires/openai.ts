import type { ModelRequest } from '#core/models/model-provider.ts';
import { joinBlocks } from '#core/prompt/join-blocks.ts';
import { eventFailure } from './event-failure.ts';
import { keepPart, messagesOf, readCalls, toolOf } from './openai-calls.ts';
import { tokensIn } from './token-counts.ts';
import { type AnswerEnd, type AnswerState, blocksOf, type ModelPage, type Wire } from './wire.ts';
import { namesIn, parseWireJson, textOf } from './wire-json.ts';

/** Chat completions, as spoken by OpenAI and every compatible server. */
export const openaiWire: Wire = {
  label: 'OpenAI',
  address: 'https://api.openai.com/v1',
  compatible: { servers: 'any server that speaks chat completions', example: 'http://127.0.0.1:11434/v1' },
  hasTaggedThoughts: true,
  hasSafetyIdentifier: true,
  // November 2026.
  models: [
    { id: 'gpt-6.1-terra', windowTokens: 400_000 },
    { id: 'gpt-6.1-sol', windowTokens: 400_000 },
    { id: 'gpt-6-luna', windowTokens: 400_000 },
  ],
  headers: (apiKey) => (apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  version: null,
  path: () => '/chat/completions',
  modelsPath: '/models',
  modelPath: (model) => `/models/${encodeURIComponent(model)}`,
  readModels,
  body,
  readEvent,
  readDocument,
  readCalls,
};

interface Part {
  readonly content?: unknown;
  readonly refusal?: unknown;
  /** Reasoning, under the name that compatible servers use. */
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly tool_calls?:
    | readonly ({
        readonly id?: unknown;
        readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
      } | null)[]
    | null;
}

export interface Chunk {
  readonly choices?:
    | readonly ({
        readonly delta?: Part | null;
        readonly message?: Part | null;
        readonly finish_reason?: unknown;
      } | null)[]
    | null;
  readonly usage?: {
    readonly prompt_tokens?: unknown;
    readonly prompt_tokens_details?: {
      readonly cached_tokens?: unknown;
      readonly cache_write_tokens?: unknown;
    } | null;
    readonly completion_tokens?: unknown;
  } | null;
  readonly error?: unknown;
}

/** One system message: servers that imitate the vendor take no second one. Prompts are cached by their beginning. */
function body(request: ModelRequest, isVendors = false): object {
  const { tools = [], toolChoice } = request;
  const instructions = joinBlocks(blocksOf(request.instructions));
  return {
    model: request.model,
    stream: true,
    stream_options: { include_usage: true },
    ...(request.effort && { reasoning_effort: request.effort }),
    ...(request.maxTokens && { max_completion_tokens: request.maxTokens }),
    ...(request.safetyIdentifier && { safety_identifier: request.safetyIdentifier }),
    ...(tools.length > 0 && { tools: tools.map((tool) => toolOf(tool, isVendors)) }),
    ...(tools.length > 0 && toolChoice === 'none' && { tool_choice: toolChoice }),
    messages: [
      ...(instructions === '' ? [] : [{ role: 'system', content: instructions }]),
      ...request.messages.flatMap(messagesOf),
    ],
  };
}

function readEvent(answer: AnswerState, data: string): string {
  if (data === '[DONE]') {
    answer.end ??= 'stop';
    answer.closed = true;
    return '';
  }
  const chunk = parseWireJson<Chunk>(data);
  const part = chunk?.choices?.[0]?.delta;
  if (part?.reasoning_content || part?.reasoning || part?.tool_calls?.length) answer.thoughts += 1;
  return readChunk(answer, chunk, part);
}

function readDocument(answer: AnswerState, document: string): string {
  const chunk = parseWireJson<Chunk>(document);
  return readChunk(answer, chunk, chunk?.choices?.[0]?.message);
}

/** Usage comes in a last chunk without choices, and some servers repeat it in every chunk. */
function readChunk(answer: AnswerState, chunk: Chunk | null, part: Part | null | undefined): string {
  if (chunk?.error) throw eventFailure(chunk.error);
  const reason = chunk?.choices?.[0]?.finish_reason;
  if (reason) answer.end = endOf(reason);
  if (chunk?.usage) {
    const details = chunk.usage.prompt_tokens_details;
    answer.inputTokens = tokensIn(chunk.usage.prompt_tokens) ?? answer.inputTokens;
    answer.cacheReadTokens = tokensIn(details?.cached_tokens) ?? answer.cacheReadTokens;
    answer.cacheWriteTokens = tokensIn(details?.cache_write_tokens) ?? answer.cacheWriteTokens;
    answer.outputTokens = tokensIn(chunk.usage.completion_tokens) ?? answer.outputTokens;
  }
  if (answer.native !== null && part) keepPart(answer.native, part);
  return textOf(part?.content) + textOf(part?.refusal);
}

function readModels(document: string): ModelPage | null {
  const models = namesIn(parseWireJson<{ readonly data?: unknown }>(document)?.data, 'id');
  return models && { models, complete: true };
}

function endOf(reason: unknown): AnswerEnd {
  if (reason === 'length') return 'length';
  return reason === 'content_filter' ? 'filtered' : 'stop';
}
