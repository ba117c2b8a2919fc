import type {
  AskedCalls,
  ModelMessage,
  ModelRequest,
  ModelStep,
  ToolDefinition,
} from '#core/models/model-provider.ts';
import { joinBlocks } from '#core/prompt/join-blocks.ts';
import { eventFailure } from './event-failure.ts';
import { argumentsOf, identified, type NativeMessage } from './native-message.ts';
import { openaiWire } from './openai.ts';
import { withMembers } from './openai-calls.ts';
import { isStrict } from './strict-schema.ts';
import { tokensIn } from './token-counts.ts';
import {
  type AnswerEnd,
  type AnswerState,
  blocksOf,
  resultsInOrder,
  textOfMessage,
  type Wire,
} from './wire.ts';
import { parseWireJson, textOf } from './wire-json.ts';

const { compatible: _, hasTaggedThoughts: __, ...ofVendor } = openaiWire;

/** OpenAI's Responses. Nothing is stored at the vendor. */
export const openaiResponsesWire: Wire = {
  ...ofVendor,
  vendor: 'openai',
  path: () => '/responses',
  body,
  readEvent,
  readDocument,
  readCalls,
};

/** The API refuses a smaller limit. */
const LEAST_OUTPUT_TOKENS = 16;

/** Models that do not reason refuse a request for what they have reasoned. */
const UNREASONING_MODEL = /^(?:ft:)?(?:gpt-[34]|chatgpt-|gpt-5[^/]*-chat)/;

const paragraph = '\n\n';

interface Answer {
  readonly status?: unknown;
  readonly output?:
    | readonly ({
        readonly type?: unknown;
        readonly content?: readonly ({ readonly text?: unknown; readonly refusal?: unknown } | null)[] | null;
      } | null)[]
    | null;
  readonly incomplete_details?: { readonly reason?: unknown } | null;
  readonly error?: unknown;
  readonly usage?: {
    readonly input_tokens?: unknown;
    readonly input_tokens_details?: {
      readonly cached_tokens?: unknown;
      readonly cache_write_tokens?: unknown;
    } | null;
    readonly output_tokens?: unknown;
  } | null;
}

export interface Event {
  readonly type?: unknown;
  readonly delta?: unknown;
  readonly item?: { readonly type?: unknown } | null;
  readonly response?: Answer | null;
  readonly code?: unknown;
  readonly param?: unknown;
  readonly message?: unknown;
  /** Where servers that follow the vendor put what it sends beside the type. */
  readonly error?: unknown;
}

/** Prompts are cached by their beginning. */
function body(request: ModelRequest, isVendors = false): object {
  const { tools = [], toolChoice } = request;
  const instructions = joinBlocks(blocksOf(request.instructions));
  return {
    model: request.model,
    stream: true,
    store: false,
    // Nothing is stored, so what the model has reasoned goes back with its calls.
    ...(!UNREASONING_MODEL.test(request.model) && { include: ['reasoning.encrypted_content'] }),
    ...(request.effort && { reasoning: { effort: request.effort } }),
    ...(request.maxTokens && { max_output_tokens: Math.max(request.maxTokens, LEAST_OUTPUT_TOKENS) }),
    ...(request.safetyIdentifier && { safety_identifier: request.safetyIdentifier }),
    ...(instructions !== '' && { instructions }),
    ...(tools.length > 0 && { tools: tools.map((tool) => toolOf(tool, isVendors)) }),
    ...(tools.length > 0 && toolChoice === 'none' && { tool_choice: toolChoice }),
    input: request.messages.flatMap(itemsOf),
  };
}

/** The API takes a tool that says nothing of it as strict. */
function toolOf({ name, description, schema }: ToolDefinition, isVendors: boolean): object {
  const strict = isVendors && isStrict(schema);
  return { type: 'function', name, description, parameters: withMembers(schema), strict };
}

function itemsOf(message: ModelMessage | ModelStep): readonly unknown[] {
  if (message.role !== 'step') return [{ role: message.role, content: textOfMessage(message) }];
  const results = resultsInOrder(message).map(({ call, result }) => ({
    type: 'function_call_output',
    call_id: call.id,
    output: result.text,
  }));
  return [message.native, results].flat();
}

function readEvent(answer: AnswerState, data: string): string {
  // A habit of servers that speak chat completions, too.
  if (data === '[DONE]') return '';
  const event = parseWireJson<Event>(data);
  switch (event?.type) {
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      answer.hasSpoken = true;
      return textOf(event.delta);
    case 'response.output_item.added':
      if (event.item?.type === 'reasoning') answer.thoughts += 1;
      // A model may comment on what it does before it answers.
      return event.item?.type === 'message' && answer.hasSpoken ? paragraph : '';
    case 'response.output_item.done':
      answer.native?.keep(event.item);
      return '';
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
    case 'response.function_call_arguments.delta':
      answer.thoughts += 1;
      return '';
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      readEnd(answer, event.response);
      answer.closed = true;
      return '';
    case 'error':
      throw eventFailure(event.error ?? { code: event.code, param: event.param, message: event.message });
    default:
      return '';
  }
}

function readDocument(answer: AnswerState, document: string): string {
  const response = parseWireJson<Answer>(document);
  readEnd(answer, response);
  const items = Array.isArray(response?.output) ? response.output : [];
  return items
    .map(textOfItem)
    .filter((text) => text !== '')
    .join(paragraph);
}

function textOfItem(item: NonNullable<Answer['output']>[number]): string {
  const parts = item?.type === 'message' && Array.isArray(item.content) ? item.content : [];
  return parts.map((part) => textOf(part?.text) + textOf(part?.refusal)).join('');
}

function readEnd(answer: AnswerState, response: Answer | null | undefined): void {
  if (response?.error || response?.status === 'failed') throw eventFailure(response.error);
  answer.end = endOf(response);
  // Items have come one by one, unless the server does not stream.
  const items = Array.isArray(response?.output) ? response.output : [];
  if (answer.native?.parts.length === 0) for (const item of items) answer.native.keep(item);
  const { usage } = response ?? {};
  if (!usage) return;
  const details = usage.input_tokens_details;
  answer.inputTokens = tokensIn(usage.input_tokens);
  answer.cacheReadTokens = tokensIn(details?.cached_tokens);
  answer.cacheWriteTokens = tokensIn(details?.cache_write_tokens);
  answer.outputTokens = tokensIn(usage.output_tokens);
}

function endOf(response: Answer | null | undefined): AnswerEnd {
  if (response?.status !== 'incomplete') return 'stop';
  return response.incomplete_details?.reason === 'content_filter' ? 'filtered' : 'length';
}

function readCalls({ parts }: NativeMessage): AskedCalls | null {
  const calls = parts
    .filter(({ type }) => type === 'function_call')
    .map((item) => ({
      id: identified(item, 'call_id'),
      name: textOf(item['name']),
      arguments: argumentsOf(item['arguments']),
    }));
  return calls.length === 0 ? null : { calls, native: parts };
}
