import type { FailureReason } from '#contract/errors.ts';

export interface VendorRefusal {
  /** Also the model of the request that is refused so. */
  readonly name: string;
  readonly wire: 'openai' | 'anthropic' | 'gemini';
  readonly status: number;
  readonly body: object;
  readonly reason: FailureReason;
}

const openai = (name: string, status: number, reason: FailureReason, error: object): VendorRefusal => ({
  ...{ name, wire: 'openai', status, reason },
  body: { error },
});

const anthropic = (name: string, status: number, reason: FailureReason, error: object): VendorRefusal => ({
  ...{ name, wire: 'anthropic', status, reason },
  body: { type: 'error', error, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' },
});

const gemini = (name: string, code: number, reason: FailureReason, error: object): VendorRefusal => ({
  ...{ name, wire: 'gemini', status: code, reason },
  body: { error: { code, ...error } },
});

const invalid = { type: 'invalid_request_error', param: null };

/** What the vendors, and servers that follow them, send with a status other than 200. */
export const vendorRefusals: readonly VendorRefusal[] = [
  openai('openai-length', 400, 'context_length', {
    message:
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens. Please reduce the length of the messages.",
    ...invalid,
    param: 'messages',
    code: 'context_length_exceeded',
  }),
  openai('openai-policy', 400, 'content_filter', {
    message:
      'Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt.',
    ...invalid,
    code: 'invalid_prompt',
  }),
  openai('azure-filter', 400, 'content_filter', {
    message:
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
    type: null,
    param: 'prompt',
    code: 'content_filter',
    status: 400,
    innererror: { code: 'ResponsibleAIPolicyViolation' },
  }),
  openai('foreign-prose', 400, 'content_filter', {
    message: 'La solicitud fue rechazada.',
    ...invalid,
    code: 'content_filter',
  }),
  openai('openai-value', 400, 'invalid_request', {
    message: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    ...invalid,
    param: 'messages[0].role',
    code: 'unsupported_value',
  }),
  openai('deepseek-length', 400, 'context_length', {
    message:
      "This model's maximum context length is 131072 tokens. However, you requested 131134 tokens (122942 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
    ...invalid,
    code: 'invalid_request_error',
  }),
  {
    ...{ name: 'vllm-length', wire: 'openai', status: 400, reason: 'context_length' },
    body: {
      object: 'error',
      message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  },
  openai('openai-model', 404, 'misconfigured', {
    message: 'The model `gpt-9` does not exist or you do not have access to it.',
    ...invalid,
    code: 'model_not_found',
  }),
  openai('openai-key', 401, 'misconfigured', {
    message: 'Incorrect API key provided: sk-abc. You can find your API key in your account.',
    ...invalid,
    code: 'invalid_api_key',
  }),
  anthropic('anthropic-length', 400, 'context_length', {
    type: 'invalid_request_error',
    message: 'prompt is too long: 210266 tokens > 200000 maximum',
  }),
  anthropic('anthropic-filter', 400, 'content_filter', {
    type: 'invalid_request_error',
    message: 'Output blocked by content filtering policy',
  }),
  anthropic('anthropic-value', 400, 'invalid_request', {
    type: 'invalid_request_error',
    message: 'messages: text content blocks must be non-empty',
  }),
  anthropic('anthropic-large', 413, 'context_length', {
    type: 'request_too_large',
    message: 'Request exceeds the maximum size',
  }),
  anthropic('anthropic-model', 404, 'misconfigured', {
    type: 'not_found_error',
    message: 'model: claude-9',
  }),
  anthropic('anthropic-credit', 400, 'misconfigured', {
    type: 'invalid_request_error',
    message: 'Your credit balance is too low to access the Anthropic API.',
  }),
  gemini('gemini-length', 400, 'context_length', {
    message: 'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).',
    status: 'INVALID_ARGUMENT',
  }),
  gemini('gemini-value', 400, 'invalid_request', {
    message: 'Please ensure that multiturn requests alternate between user and model.',
    status: 'INVALID_ARGUMENT',
  }),
  gemini('gemini-key', 400, 'misconfigured', {
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
  }),
  gemini('gemini-model', 404, 'misconfigured', {
    message: 'models/gemini-9 is not found for API version v1beta.',
    status: 'NOT_FOUND',
  }),
  {
    ...{ name: 'gemini-filter', wire: 'gemini', status: 200, reason: 'content_filter' },
    body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
  },
];
