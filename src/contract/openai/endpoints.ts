import { Type } from 'typebox';
import { strict } from '../chat.ts';
import type { Endpoint } from '../endpoint.ts';
import { plainAdmissionErrors } from '../endpoint-errors.ts';
import { idHeaders, rateHeaders } from '../headers.ts';
import { limits } from '../limits.ts';
import { noQuery } from '../request-parts.ts';
import { ChatCompletion, ChatCompletionChunk, ChatCompletionRequest } from './chat-completions.ts';
import { OpenAiModel, OpenAiModelList } from './models.ts';
import { ResponseEvent, ResponseRequest, ResponseResource } from './responses.ts';

/** The refusals of a request that names its end user as clients of OpenAI's API do. */
const ownerErrors = ['external_user_id_required', 'reserved_identity_prefix', 'identity_conflict'] as const;

/** The refusals of a request for an answer, in whichever form. */
const askErrors = [
  'unsupported_parameter',
  ...ownerErrors,
  ...plainAdmissionErrors,
  'job_not_found',
  'provider_refused',
  'provider_error',
  'provider_unavailable',
  'provider_timeout',
] as const;

const answerHeaders = [...idHeaders, ...rateHeaders, 'Idempotent-Replayed'] as const;

/** The end user, where a request has no body that names one. */
const endUser = Type.Object(
  {
    safety_identifier: Type.Optional(
      Type.String({ description: 'The end user; the same as `user` where both are sent.' }),
    ),
    user: Type.Optional(Type.String({ description: 'The end user.' })),
  },
  strict,
);

/** How a response is read. Members that are asked for beside it are never there, so the question has no effect. */
const reading = {
  stream: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: '`true`: as events, while the answer is written, as `POST /responses` streams them.',
    }),
  ),
  starting_after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'With `stream=true`: the `sequence_number` of the last event that was read; those after it follow.',
    }),
  ),
  include: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Accepted without effect, also as `include[]`, once or often.',
    }),
  ),
  include_obfuscation: Type.Optional(
    Type.Enum(['true', 'false'], { description: 'Accepted without effect.' }),
  ),
};

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
    description: 'An agent that the key may use, by its slug.',
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
      'The same admission as `POST /v1/stream`, with the same checks, charges and limits. `data: [DONE]` is sent once the answer is stored. A failure after the first text is a chunk with `error`, and the connection ends without `[DONE]`. A completion without a stream that was cancelled meanwhile is 409 `cancelled`. Refusals that no retry can change carry `x-should-retry: false`.',
    method: 'POST',
    path: '/chat/completions',
    hosted: false,
    scope: 'chat',
    freshness: 'cached',
    query: noQuery,
    body: ChatCompletionRequest,
    bodyBytes: limits.openAiBodyBytes,
    answers: { 200: ChatCompletion },
    chunks: ChatCompletionChunk,
    headers: answerHeaders,
    requestHeaders: ['X-Conversation-Id', 'Idempotency-Key'],
    errors: askErrors,
  },
  createResponse: {
    operation: 'createResponse',
    summary: 'Ask, and read the answer as a response',
    description:
      'The same as a chat completion, with typed events as its stream. With `background` it is queued like `POST /v1/jobs`, and the answer comes at once.',
    method: 'POST',
    path: '/responses',
    hosted: false,
    scope: 'chat',
    freshness: 'cached',
    query: noQuery,
    body: ResponseRequest,
    bodyBytes: limits.openAiBodyBytes,
    answers: { 200: ResponseResource },
    chunks: ResponseEvent,
    headers: answerHeaders,
    requestHeaders: ['Idempotency-Key'],
    errors: [...askErrors, 'message_not_found', 'queue_full'],
  },
  getResponse: {
    operation: 'getResponse',
    summary: 'A response, as far as it is written',
    description:
      'Every answer to the end user is a response, whichever route asked for it. `stream=true` sends events, from the beginning or after `starting_after`; the connection ends where another attempt has begun since.',
    method: 'GET',
    path: '/responses/:response',
    hosted: false,
    scope: 'chat',
    freshness: 'current',
    query: Type.Object({ ...endUser.properties, ...reading }, strict),
    body: null,
    answers: { 200: ResponseResource },
    chunks: ResponseEvent,
    headers: idHeaders,
    errors: [...ownerErrors, 'job_not_found', 'too_many_readers'],
  },
  cancelResponse: {
    operation: 'cancelResponse',
    summary: 'Stop a response',
    description: 'The text written so far is kept. A response that has ended is left as it is.',
    method: 'POST',
    path: '/responses/:response/cancel',
    hosted: false,
    scope: 'chat',
    freshness: 'current',
    query: endUser,
    body: null,
    answers: { 200: ResponseResource },
    errors: [...ownerErrors, 'job_not_found'],
  },
} as const satisfies Record<string, Endpoint>;
