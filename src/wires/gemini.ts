import type { ModelEffort } from '#contract/closed-sets.ts';
import { ModelError } from '#core/models/model-error.ts';
import type {
  AskedCalls,
  ModelMessage,
  ModelRequest,
  ModelStep,
  ToolDefinition,
} from '#core/models/model-provider.ts';
import { eventFailure } from './event-failure.ts';
import { argumentsOf, type NativeMessage, newCallId } from './native-message.ts';
import { tokensIn } from './token-counts.ts';
import {
  type AnswerEnd,
  type AnswerState,
  blocksOf,
  type ModelPage,
  resultsInOrder,
  textOfMessage,
  type Wire,
} from './wire.ts';
import { isJsonObject, type JsonObject, namesIn, parseWireJson, textOf } from './wire-json.ts';

/** Gemini's generateContent. The key goes in a header, because an address would end up in logs. */
export const geminiWire: Wire = {
  label: 'Gemini',
  address: 'https://generativelanguage.googleapis.com',
  // November 2026.
  models: [
    { id: 'gemini-3.8-flash', windowTokens: 1_048_576 },
    { id: 'gemini-3.1-pro-preview', windowTokens: 1_048_576 },
    { id: 'gemini-3.5-flash-lite', windowTokens: 1_048_576 },
  ],
  headers: (apiKey) => (apiKey === null ? {} : { 'x-goog-api-key': apiKey }),
  version: 'v1beta',
  path: ({ model }) => `${modelPath(model)}:streamGenerateContent?alt=sse`,
  modelsPath: '/models?pageSize=1000',
  modelPath,
  readModels,
  body,
  readEvent,
  readDocument,
  readCalls,
};

/** Gemini 2.5 accepts thinking as a budget of tokens; later models refuse that and accept levels. */
const BUDGETED_MODEL = /^gemini-2\.5/;
const BUDGET_TOKENS: Readonly<Record<ModelEffort, number>> = { low: 2_048, medium: 8_192, high: 24_576 };

/** A call that the model has spoilt may come out right the next time, so it is no refusal. */
const STOP_REASONS = new Set<unknown>([
  ...['STOP', 'FINISH_REASON_UNSPECIFIED', 'OTHER'],
  ...['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'MALFORMED_RESPONSE'],
]);

export interface Chunk {
  readonly candidates?:
    | readonly ({
        readonly content?: {
          readonly parts?: readonly ({ readonly text?: unknown; readonly thought?: unknown } | null)[] | null;
        } | null;
        readonly finishReason?: unknown;
      } | null)[]
    | null;
  readonly promptFeedback?: { readonly blockReason?: unknown } | null;
  readonly usageMetadata?: {
    readonly promptTokenCount?: unknown;
    readonly cachedContentTokenCount?: unknown;
    readonly candidatesTokenCount?: unknown;
    readonly thoughtsTokenCount?: unknown;
  } | null;
  readonly error?: unknown;
}

/** Prompts are cached by their beginning. */
function body(request: ModelRequest): object {
  const { tools = [], toolChoice } = request;
  const instructions = blocksOf(request.instructions).map((text) => ({ text }));
  return {
    ...(instructions.length > 0 && { systemInstruction: { parts: instructions } }),
    ...generationConfig(request),
    ...(tools.length > 0 && { tools: [{ functionDeclarations: tools.map(toolOf) }] }),
    ...(tools.length > 0 && toolChoice === 'none' && noCalls),
    contents: request.messages.flatMap(contentsOf),
  };
}

/** How the vendor is told that tools must not be called. */
const noCalls = { toolConfig: { functionCallingConfig: { mode: 'NONE' } } } as const;

function toolOf({ name, description, schema }: ToolDefinition): object {
  return { name, description, parametersJsonSchema: schema };
}

function contentsOf(message: ModelMessage | ModelStep): readonly unknown[] {
  if (message.role === 'step') return [message.native, { role: 'user', parts: responsesOf(message) }];
  return [
    {
      role: message.role === 'assistant' ? 'model' : 'user',
      parts: [{ text: textOfMessage(message) }],
    },
  ];
}

/** An id goes back to a model that gave one: without it a call is known by its place. */
function responsesOf(step: ModelStep): readonly object[] {
  const given = new Set(functionsIn(step.native).map(({ id }) => id));
  return resultsInOrder(step).map(({ call: { id, name }, result: { isError, text } }) => ({
    functionResponse: {
      ...(given.has(id) && { id }),
      name,
      response: isError ? { error: text } : { output: text },
    },
  }));
}

function functionsIn(content: unknown): readonly JsonObject[] {
  const parts = isJsonObject(content) ? content['parts'] : null;
  return (Array.isArray(parts) ? parts : []).flatMap((part: unknown) =>
    isJsonObject(part) && isJsonObject(part['functionCall']) ? [part['functionCall']] : [],
  );
}

function readCalls({ parts: received }: NativeMessage): AskedCalls | null {
  const native = { role: 'model', parts: received.filter(saysSomething) };
  const calls = functionsIn(native).map(({ id, name, args }) => ({
    id: textOf(id) || newCallId(),
    name: textOf(name),
    arguments: argumentsOf(args),
  }));
  return calls.length === 0 ? null : { calls, native };
}

/** The vendor refuses a part that has nothing but an empty text. */
function saysSomething(part: JsonObject): boolean {
  return part['text'] !== '' || Object.keys(part).length > 1;
}

function generationConfig({ model, effort, maxTokens }: ModelRequest): object {
  const config = {
    ...(effort && { thinkingConfig: thinking(model, effort) }),
    ...(maxTokens && { maxOutputTokens: maxTokens }),
  };
  return Object.keys(config).length > 0 ? { generationConfig: config } : {};
}

/** The API lists its models as `models/<id>` and tuned ones as `tunedModels/<id>`. */
function modelPath(model: string): string {
  const [, kind = 'models', id = model] = /^(models|tunedModels)\/(.+)$/.exec(model) ?? [];
  return `/${kind}/${encodeURIComponent(id)}`;
}

function readModels(document: string): ModelPage | null {
  const page = parseWireJson<{ readonly models?: unknown; readonly nextPageToken?: unknown }>(document);
  const models = namesIn(page?.models, 'name')?.map((name) => name.replace(/^models\//, ''));
  return models ? { models, complete: !page?.nextPageToken } : null;
}

function thinking(model: string, effort: ModelEffort): object {
  return BUDGETED_MODEL.test(model) ? { thinkingBudget: BUDGET_TOKENS[effort] } : { thinkingLevel: effort };
}

function readEvent(answer: AnswerState, data: string): string {
  return readChunk(answer, parseWireJson<Chunk>(data));
}

/** Without `alt=sse` the API, and some proxies in front of it, send the chunks as one array. */
function readDocument(answer: AnswerState, document: string): string {
  const parsed = parseWireJson<Chunk | readonly (Chunk | null)[]>(document);
  const chunks = isArray(parsed) ? parsed : [parsed];
  return chunks.map((chunk) => readChunk(answer, chunk)).join('');
}

function isArray(value: Chunk | readonly (Chunk | null)[] | null): value is readonly (Chunk | null)[] {
  return Array.isArray(value);
}

function readChunk(answer: AnswerState, chunk: Chunk | null): string {
  if (chunk?.error) throw eventFailure(chunk.error);
  if (chunk?.promptFeedback?.blockReason) {
    const reason = 'content_filter';
    throw new ModelError('rejected', 'the provider filtered the prompt', { retryable: false, reason });
  }
  const candidate = chunk?.candidates?.[0];
  if (candidate?.finishReason) answer.end = endOf(candidate.finishReason);
  readUsage(answer, chunk?.usageMetadata);
  const parts = candidate?.content?.parts;
  let text = '';
  for (const part of Array.isArray(parts) ? parts : []) {
    answer.native?.keep(part);
    if (part?.thought === true) answer.thoughts += 1;
    else text += textOf(part?.text);
  }
  return text;
}

function endOf(reason: unknown): AnswerEnd {
  if (reason === 'MAX_TOKENS') return 'length';
  return STOP_REASONS.has(reason) ? 'stop' : 'filtered';
}

/** Thinking is billed as output but counted separately; what comes from a cache is counted in the prompt. */
function readUsage(answer: AnswerState, usage: Chunk['usageMetadata']): void {
  if (!usage) return;
  answer.inputTokens = tokensIn(usage.promptTokenCount) ?? answer.inputTokens;
  answer.cacheReadTokens = tokensIn(usage.cachedContentTokenCount) ?? answer.cacheReadTokens;
  const candidates = tokensIn(usage.candidatesTokenCount);
  const thoughts = tokensIn(usage.thoughtsTokenCount);
  if (candidates !== null || thoughts !== null) answer.outputTokens = (candidates ?? 0) + (thoughts ?? 0);
}
