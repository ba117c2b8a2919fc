import type { ModelEffort } from '#contract/closed-sets.ts';
import { ModelError } from '#core/models/model-error.ts';
import type { ModelRequest } from '#core/models/model-provider.ts';
import { eventFailure } from './event-failure.ts';
import { tokensIn } from './token-counts.ts';
import {
  type AnswerEnd,
  type AnswerState,
  blocksOf,
  type ModelPage,
  textOfMessage,
  type Wire,
} from './wire.ts';
import { namesIn, parseWireJson, textOf } from './wire-json.ts';

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
};

/** Gemini 2.5 accepts thinking as a budget of tokens; later models refuse that and accept levels. */
const BUDGETED_MODEL = /^gemini-2\.5/;
const BUDGET_TOKENS: Readonly<Record<ModelEffort, number>> = { low: 2_048, medium: 8_192, high: 24_576 };

const STOP_REASONS = new Set<unknown>(['STOP', 'FINISH_REASON_UNSPECIFIED', 'OTHER']);

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
  const instructions = blocksOf(request.instructions).map((text) => ({ text }));
  return {
    ...(instructions.length > 0 && { systemInstruction: { parts: instructions } }),
    ...generationConfig(request),
    contents: request.messages.map((message) => ({
      role: message.role === 'assistant' ? 'model' : 'user',
      parts: [{ text: textOfMessage(message) }],
    })),
  };
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
