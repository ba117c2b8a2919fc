import { completionParameters } from '#contract/openai/parameters.ts';

/** What the members of the routes for clients of OpenAI's API are; their names are that API's. */
export const openAiWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    completionParameters.ignored.map((name) => [
      `ChatCompletionRequest.${name}`,
      'Accepted, and without effect.',
    ]),
  ),
  'ChatCompletionRequest.stream': 'True: the answer comes in chunks while it is written.',
  'ChatCompletionRequest.stream_options': 'What a stream contains besides the answer.',
  choices: 'Always one.',
  completion_tokens: 'Tokens of the answer.',
  created: 'When it was made, in seconds since 1970.',
  delta: 'What this chunk adds.',
  index: 'Always 0.',
  logprobs: 'Always null.',
  message: 'The answer.',
  metadata: 'The conversation, by which the other routes know it.',
  openai_system: 'What becomes of system messages that clients of OpenAI’s API send.',
  owned_by: 'The service.',
  prompt_tokens: 'Tokens that the model read.',
  refusal: 'Always null.',
  service_tier: 'Whether the turn was a priority request.',
  total_tokens: 'Both together.',
};
