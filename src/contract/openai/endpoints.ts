import type { Endpoint } from '../endpoints/endpoint.ts';
import { admissionErrors } from '../endpoints/endpoint-errors.ts';
import { idHeaders, rateHeaders } from '../headers.ts';
import { noQuery } from '../request-parts.ts';
import { ChatCompletion, ChatCompletionChunk, ChatCompletionRequest } from './chat-completions.ts';
import { OpenAiModel, OpenAiModelList } from './models.ts';

/** The refusals of a request that names its end user as clients of OpenAI's API do. */
const ownerErrors = ['external_user_id_required', 'reserved_identity_prefix', 'identity_conflict'] as const;

/** The OpenAI-compatible routes, below `/openai/v1`. Their refusals have OpenAI's form. */
export const openAiEndpoints = {
  listModels: {
    operation: 'listModels',
    summary: 'The agents that the key may use, as models',
    description: 'The default agent comes first. Models of providers never appear.',
    method: 'GET',
    path: '/models',
    hosted: false,
    scope: 'chat',
    freshness: 'current',
    query: noQuery,
    body: null,
    answers: { 200: OpenAiModelList },
    errors: [],
  },
  getModel: {
    operation: 'getModel',
    summary: 'One agent, as a model',
    method: 'GET',
    path: '/models/:model',
    hosted: false,
    scope: 'chat',
    freshness: 'current',
    query: noQuery,
    body: null,
    answers: { 200: OpenAiModel },
    errors: ['agent_not_allowed'],
  },
  createChatCompletion: {
    operation: 'createChatCompletion',
    summary: 'Ask, and read the answer as a chat completion',
    description:
      'The same admission as `POST /v1/stream`, with the same checks, charges and limits. `data: [DONE]` is sent once the answer is stored. A failure after the first text is a chunk with `error`, and the connection ends without `[DONE]`. Refusals that no repetition can change carry `x-should-retry: false`.',
    method: 'POST',
    path: '/chat/completions',
    hosted: false,
    scope: 'chat',
    freshness: 'cached',
    query: noQuery,
    body: ChatCompletionRequest,
    answers: { 200: ChatCompletion },
    chunks: ChatCompletionChunk,
    headers: [...idHeaders, ...rateHeaders, 'Idempotent-Replayed'],
    requestHeaders: ['X-Conversation-Id', 'Idempotency-Key'],
    errors: [
      'unsupported_parameter',
      ...ownerErrors,
      ...admissionErrors,
      'job_not_found',
      'provider_error',
      'provider_unavailable',
      'provider_timeout',
    ],
  },
} as const satisfies Record<string, Endpoint>;
