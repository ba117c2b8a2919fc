const shared = [
  ...['model', 'stream', 'store', 'metadata', 'safety_identifier', 'user', 'service_tier'],
  ...['max_tokens', 'max_completion_tokens'],
] as const;

/** What `POST /openai/v1/chat/completions` does with each parameter. A name that is not here is refused. */
export const completionParameters = {
  /** They change the answer, or how it is sent and kept. */
  honoured: [...shared, 'messages', 'stream_options'],
  /** Accepted because clients send them unasked. The agent decides about them. */
  ignored: [
    ...['temperature', 'top_p', 'top_k', 'min_p', 'presence_penalty', 'frequency_penalty'],
    ...['repetition_penalty', 'logit_bias', 'seed'],
    ...['reasoning_effort', 'verbosity', 'parallel_tool_calls'],
    ...['prompt_cache_key', 'prompt_cache_retention', 'prompt_cache_options'],
  ],
} as const;

/** The same for `POST /openai/v1/responses`. */
export const responseParameters = {
  honoured: [
    ...[
      ...shared,
      'input',
      'instructions',
      'previous_response_id',
      'conversation',
      'background',
      'max_output_tokens',
    ],
    // Only its format can ask for something.
    'text',
  ],
  ignored: [
    ...[...completionParameters.ignored, 'max_tool_calls', 'reasoning'],
    ...['truncation', 'include', 'stream_options'],
  ],
} as const;

/** Parameters that are refused, unless they have the one value without effect. */
export const harmlessValues: Readonly<Record<string, readonly unknown[]>> = {
  n: [1],
  stop: [[]],
  tools: [[]],
  tool_choice: ['none', 'auto'],
  functions: [[]],
  function_call: ['none', 'auto'],
  response_format: [{ type: 'text' }],
  modalities: [['text']],
  logprobs: [false],
  top_logprobs: [0],
};
