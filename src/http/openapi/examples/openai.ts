import type { ChatCompletion, ChatCompletionRequest } from '#contract/openai/chat-completions.ts';
import type { OpenAiModel } from '#contract/openai/models.ts';
import type { ResponseRequest, ResponseResource } from '#contract/openai/responses.ts';
import { presentResponse } from '#core/openai/present-response.ts';
import type { OperationExample } from '../types.ts';
import { answer, ids, prompt, times, user } from './values.ts';

const created = Date.parse(times.created) / 1_000;
const model: OpenAiModel = {
  id: 'assistant',
  object: 'model',
  created,
  owned_by: 'parley',
  name: 'Assistant',
};
const request: ChatCompletionRequest = {
  model: model.id,
  messages: [{ role: 'user', content: prompt }],
  safety_identifier: user,
};
const head = {
  id: `chatcmpl-${ids.job}`,
  created,
  model: model.id,
  system_fingerprint: null,
  service_tier: 'default',
} as const;

const metadata = { conversation_uuid: ids.conversation, ai_generated: 'true' } as const;

const completion: ChatCompletion = {
  ...head,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: answer, refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 24, completion_tokens: 8, total_tokens: 32 },
  metadata,
};

const response: ResponseResource = presentResponse(
  {
    turnId: ids.job,
    messageId: ids.answer,
    conversationId: ids.conversation,
    agentSlug: model.id,
    priority: false,
    background: false,
    createdAt: new Date(times.created),
    asked: null,
  },
  {
    status: 'completed',
    content: answer,
    citations: null,
    error: null,
    tokens: { input: 24, output: 8 },
    endedAt: new Date(times.finished),
  },
);
const ofUser = { parameters: { response: response.id, safety_identifier: user, user } };

export const openAiExamples = {
  listModels: { answers: { 200: { object: 'list', data: [model] } } },
  getModel: { parameters: { model: model.id }, answers: { 200: model } },
  createResponse: {
    parameters: { 'Idempotency-Key': 'order-4711-question-1' },
    body: { model: model.id, input: prompt, safety_identifier: user } satisfies ResponseRequest,
    answers: { 200: response },
  },
  getResponse: {
    parameters: {
      ...ofUser.parameters,
      stream: 'false',
      starting_after: 0,
      include: ['message.output_text.logprobs'],
      include_obfuscation: 'false',
    },
    answers: { 200: response },
  },
  cancelResponse: { ...ofUser, answers: { 200: response } },
  createChatCompletion: {
    body: request,
    parameters: { 'X-Conversation-Id': ids.conversation, 'Idempotency-Key': 'order-4711-question-1' },
    answers: { 200: completion },
  },
} satisfies Record<string, OperationExample>;

/** A short answer as it is sent. */
export function chunksExample(): string {
  const deltas = [{ role: 'assistant', content: '' }, { content: answer }, {}];
  const chunks = deltas.map((delta, index) => {
    const isLast = index === deltas.length - 1;
    return JSON.stringify({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: isLast ? 'stop' : null }],
      ...(isLast && { metadata }),
    });
  });
  return [...chunks, '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
}
