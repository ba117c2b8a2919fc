import type { ModelEffort } from '#contract/closed-sets.ts';
import type { Instructions, ModelMessage, ModelRequest, ModelStep } from '#core/models/model-provider.ts';
import { type BlockDelta, keepDelta, placeOf, readCalls, resultsOf, toolOf } from './anthropic-calls.ts';
import { eventFailure } from './event-failure.ts';
import { isNoCount, tokensIn } from './token-counts.ts';
import { type AnswerEnd, type AnswerState, type ModelPage, textOfMessage, type Wire } from './wire.ts';
import { namesIn, parseWireJson, textOf } from './wire-json.ts';

/**
 * The messages API. The vendor accepts a key as `x-api-key` and as a bearer token; servers that imitate it know only
 * the former.
 */
export const anthropicWire: Wire = {
  label: 'Anthropic',
  address: 'https://api.anthropic.com',
  hasSafetyIdentifier: true,
  // November 2026.
  models: [
    { id: 'claude-sonnet-5-5', windowTokens: 200_000 },
    { id: 'claude-opus-5-5', windowTokens: 200_000 },
    { id: 'claude-haiku-5-5', windowTokens: 200_000 },
  ],
  headers: (apiKey) => ({
    'anthropic-version': '2026-10-21',
    ...(apiKey !== null && { 'x-api-key': apiKey }),
  }),
  version: 'v1',
  path: () => '/messages',
  modelsPath: '/models?limit=1000',
  modelPath: (model) => `/models/${encodeURIComponent(model)}`,
  readModels,
  body,
  readEvent,
  readDocument,
  readCalls,
};

/** The API requires a limit; this is the largest that every model since Claude 4 accepts. */
const MAX_TOKENS = 32_000;

/** Models before Claude 4.6 accept thinking only as a budget of tokens, which later models refuse. */
const BUDGETED_MODEL = /^claude-(3|(opus|sonnet|haiku)-4(-[015])?(-\d{8})?$)/;
const BUDGET_TOKENS: Readonly<Record<ModelEffort, number>> = { low: 2_048, medium: 8_192, high: 16_384 };

/** The API accepts no smaller one. */
const LEAST_BUDGET = 1_024;

interface Usage {
  readonly input_tokens?: unknown;
  readonly cache_read_input_tokens?: unknown;
  readonly cache_creation_input_tokens?: unknown;
  readonly output_tokens?: unknown;
}

export interface Event {
  readonly type?: unknown;
  readonly index?: unknown;
  readonly delta?: (BlockDelta & { readonly stop_reason?: unknown }) | null;
  readonly content_block?: { readonly type?: unknown; readonly text?: unknown } | null;
  readonly message?: { readonly usage?: Usage | null } | null;
  readonly usage?: Usage | null;
  readonly error?: unknown;
}

export interface Message {
  readonly type?: unknown;
  readonly content?: readonly ({ readonly type?: unknown; readonly text?: unknown } | null)[] | null;
  readonly stop_reason?: unknown;
  readonly usage?: Usage | null;
  readonly error?: unknown;
}

function body(request: ModelRequest, isVendors = false): object {
  const { tools = [], toolChoice } = request;
  const canBeStrict = isVendors && !BUDGETED_MODEL.test(request.model);
  return {
    model: request.model,
    stream: true,
    max_tokens: Math.min(request.maxTokens ?? MAX_TOKENS, MAX_TOKENS),
    ...(request.safetyIdentifier && { metadata: { user_id: request.safetyIdentifier } }),
    ...systemOf(request.instructions),
    ...(request.effort && thinking(request.model, request.effort, request.maxTokens)),
    ...(tools.length > 0 && { tools: tools.map((tool) => toolOf(tool, canBeStrict)) }),
    ...(tools.length > 0 && toolChoice === 'none' && { tool_choice: { type: toolChoice } }),
    messages: messagesOf(request.messages),
  };
}

/** The vendor looks for the prompt up to each such mark in its cache, and stores it there. */
const cacheMark = { cache_control: { type: 'ephemeral' } } as const;

/** What does not change with the person is cached by itself. */
function systemOf({ stable, personal }: Instructions): object {
  const system = [
    ...(stable === '' ? [] : [{ type: 'text', text: stable, ...cacheMark }]),
    ...(personal === '' ? [] : [{ type: 'text', text: personal }]),
  ];
  return system.length === 0 ? {} : { system };
}

/** The message before the question is the last one that the next turn repeats. */
function messagesOf(messages: readonly (ModelMessage | ModelStep)[]): readonly unknown[] {
  const question = messages.findLastIndex(({ role }) => role !== 'step');
  return messages.flatMap((message, index) => {
    if (message.role === 'step') return [message.native, resultsOf(message)];
    const { role } = message;
    const text = textOfMessage(message);
    // The vendor refuses a mark on a blank text.
    const isMarked = index === question - 1 && text.trim() !== '';
    return [{ role, content: isMarked ? [{ type: 'text', text, ...cacheMark }] : text }];
  });
}

function thinking(model: string, effort: ModelEffort, maxTokens = MAX_TOKENS): object {
  if (!BUDGETED_MODEL.test(model)) return { thinking: { type: 'adaptive' }, output_config: { effort } };
  // A budget must be smaller than the limit of the answer.
  const budget = Math.min(BUDGET_TOKENS[effort], maxTokens - 1);
  return budget < LEAST_BUDGET ? {} : { thinking: { type: 'enabled', budget_tokens: budget } };
}

function readEvent(answer: AnswerState, data: string): string {
  const event = parseWireJson<Event>(data);
  switch (event?.type) {
    case 'content_block_delta':
      if (answer.native !== null) keepDelta(answer.native, event.index, event.delta);
      if (event.delta?.type === 'text_delta') return textOf(event.delta.text);
      answer.thoughts += 1;
      return '';
    case 'content_block_start':
      answer.native?.keep(event.content_block, placeOf(event.index));
      return event.content_block?.type === 'text' ? textOf(event.content_block.text) : '';
    case 'message_start':
      readUsage(answer, event.message?.usage);
      return '';
    case 'message_delta':
      readEnd(answer, event.delta?.stop_reason);
      readUsage(answer, event.usage);
      return '';
    case 'message_stop':
      answer.end ??= 'stop';
      answer.closed = true;
      return '';
    case 'error':
      throw eventFailure(event.error);
    default:
      return '';
  }
}

function readDocument(answer: AnswerState, document: string): string {
  const message = parseWireJson<Message>(document);
  if (message?.type === 'error') throw eventFailure(message.error);
  readEnd(answer, message?.stop_reason);
  readUsage(answer, message?.usage);
  const blocks = Array.isArray(message?.content) ? message.content : [];
  for (const block of blocks) answer.native?.keep(block);
  return blocks.map((block) => (block?.type === 'text' ? textOf(block.text) : '')).join('');
}

function readModels(document: string): ModelPage | null {
  const page = parseWireJson<{ readonly data?: unknown; readonly has_more?: unknown }>(document);
  const models = namesIn(page?.data, 'id');
  return models && { models, complete: page?.has_more !== true };
}

function readEnd(answer: AnswerState, reason: unknown): void {
  if (reason) answer.end = endOf(reason);
}

function endOf(reason: unknown): AnswerEnd {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  return reason === 'refusal' ? 'filtered' : 'stop';
}

/**
 * Tokens read from the cache or written to it are input too, but not counted in `input_tokens`. A later event repeats
 * only what has changed. Where one number is none, their sum is not known.
 */
function readUsage(answer: AnswerState, usage: Usage | null | undefined): void {
  answer.outputTokens = tokensIn(usage?.output_tokens) ?? answer.outputTokens;
  const {
    input_tokens: plain,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
  } = usage ?? {};
  if (isNoCount(plain) || isNoCount(read) || isNoCount(written)) return;
  const plainBefore = answer.inputTokens === null ? null : answer.inputTokens - cached(answer);
  answer.cacheReadTokens = tokensIn(read) ?? answer.cacheReadTokens;
  answer.cacheWriteTokens = tokensIn(written) ?? answer.cacheWriteTokens;
  const plainNow = tokensIn(plain) ?? plainBefore;
  answer.inputTokens = plainNow === null ? null : plainNow + cached(answer);
}

function cached({ cacheReadTokens, cacheWriteTokens }: AnswerState): number {
  return (cacheReadTokens ?? 0) + (cacheWriteTokens ?? 0);
}
