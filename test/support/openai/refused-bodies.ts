import { said } from './completion.ts';

const question = said('user', 'A question');
const tool = { type: 'function', function: { name: 'f' } };
const image = [
  { type: 'text', text: 'What is this?' },
  { type: 'image_url', image_url: { url: 'x' } },
];
const unsupported = (param: string) => [400, 'unsupported_parameter', param] as const;
const invalid = (param: string) => [400, 'validation_error', param] as const;

/** Status, code and parameter of the refusal of a completion with these members. */
export const refusedBodies: readonly (readonly [
  readonly [number, string, string | null],
  Readonly<Record<string, unknown>>,
])[] = [
  [unsupported('n'), { n: 2 }],
  [unsupported('stop'), { stop: ['w3'] }],
  [unsupported('stop'), { stop: 'w3' }],
  [unsupported('tools'), { tools: [tool] }],
  [unsupported('response_format'), { response_format: { type: 'json_object' } }],
  [unsupported('logprobs'), { logprobs: true }],
  [unsupported('audio'), { audio: {} }],
  [unsupported('no_such_thing'), { no_such_thing: 1 }],
  [unsupported('messages[0].content[1].type'), { messages: [said('user', image)] }],
  [unsupported('messages[1].role'), { messages: [question, said('tool', 'x'), question] }],
  [unsupported('messages[0].tool_calls'), { messages: [{ ...question, tool_calls: [tool] }, question] }],
  [[404, 'model_not_found', null], { model: 'operator-analyst' }],
  [[404, 'model_not_found', null], { model: 'unknown' }],
  [[403, 'deep_dive_not_enabled', null], { metadata: { deep_dive: 'true' } }],
  [invalid('metadata.deep_dive'), { metadata: { deep_dive: true } }],
  [invalid('messages'), { messages: [said('assistant', 'x')] }],
  [invalid('messages'), { messages: [...Array(2_001).fill(said('user', 'x')), question] }],
  [invalid('messages[0].content'), { messages: [said('user', 'a\0'), question] }],
  [invalid('messages'), { messages: [said('user', ' ')] }],
  [[400, 'prompt_too_long', 'messages'], { messages: [said('user', 'x'.repeat(32_001))] }],
  [invalid('model'), { model: undefined }],
  [[413, 'body_too_large', null], { messages: [said('user', 'x'.repeat(4_300_000)), question] }],
];
