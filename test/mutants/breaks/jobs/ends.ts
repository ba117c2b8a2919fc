import type { Break } from '../../break.ts';

const endsTest = ['test/flows/openai/ends-and-tokens.test.ts'];
const sinkTest = ['test/http/streaming/stream-sink.test.ts'];

/** How an answer ended, its tokens, and what keeps its reader’s connection. */
export const endBreaks: readonly Break[] = [
  {
    rule: 'A follower of an ended answer learns that it was cut',
    file: 'src/core/jobs/follow-turn.ts',
    replace: "record.finishReason === 'length' ? 'length' : 'stop'",
    by: "'stop'",
    tests: endsTest,
  },
  {
    rule: 'A filtered answer is not whole',
    file: 'src/adapters/models/answer-result.ts',
    replace: "finishReason: answer.end === 'stop' ? 'stop' : 'length'",
    by: "finishReason: answer.end === 'length' ? 'length' : 'stop'",
    tests: ['test/adapters/models/wires.test.ts'],
  },
  {
    rule: 'The last chunk of a completion says that it was cut',
    file: 'src/http/openai/chunk-sink.ts',
    replace: 'finish_reason: outcome.finishReason',
    by: "finish_reason: 'stop'",
    tests: endsTest,
  },
  {
    rule: 'A completion says that it was cut',
    file: 'src/core/openai/present-completion.ts',
    replace: 'finish_reason: finishReason',
    by: "finish_reason: 'stop'",
    tests: endsTest,
  },
  {
    rule: 'A response that was cut is incomplete',
    file: 'src/core/openai/present-response.ts',
    replace: "finishReason === 'length' ? 'incomplete' : 'completed'",
    by: "'completed'",
    tests: endsTest,
  },
  {
    rule: 'A response that was cut is never completed',
    file: 'src/core/openai/present-response.ts',
    replace: "completed_at: status === 'completed' && endedAt",
    by: 'completed_at: endedAt',
    tests: endsTest,
  },
  {
    rule: 'A response says why it is incomplete',
    file: 'src/core/openai/present-response.ts',
    replace: "status === 'incomplete' ? { reason: 'max_output_tokens' } : null",
    by: 'null',
    tests: endsTest,
  },
  {
    rule: 'The last event of a response says that it was cut',
    file: 'src/http/openai/response-sink.ts',
    replace: "status === 'completed' || status === 'incomplete' ? status : 'failed'",
    by: "status === 'completed' || status === 'incomplete' ? 'completed' : 'failed'",
    tests: endsTest,
  },
  {
    rule: 'The done event says that an answer was cut',
    file: 'src/http/streaming/stream-sink.ts',
    replace: 'finish_reason: outcome.finishReason, message_uuid',
    by: "finish_reason: 'stop', message_uuid",
    tests: endsTest,
  },
  {
    rule: 'Input and output of a response are told apart',
    file: 'src/core/openai/present-response.ts',
    replace: '    input_tokens: prompt_tokens,',
    by: '    input_tokens: completion_tokens,',
    tests: endsTest,
  },
  {
    rule: 'Output of a response is its own',
    file: 'src/core/openai/present-response.ts',
    replace: '    output_tokens: completion_tokens,',
    by: '    output_tokens: prompt_tokens,',
    tests: endsTest,
  },
  {
    rule: 'Input and output of a completion are told apart',
    file: 'src/core/openai/present-completion.ts',
    replace: 'prompt_tokens: prompt, completion_tokens: completion,',
    by: 'prompt_tokens: completion, completion_tokens: prompt,',
    tests: endsTest,
  },
  {
    rule: 'A stored response has its tokens',
    file: 'src/core/openai/present-response.ts',
    replace: 'content, error, tokens, endedAt: finishedAt',
    by: 'content, error, tokens: nothing.tokens, endedAt: finishedAt',
    tests: endsTest,
  },
  {
    rule: 'Events have a comment every fifteen seconds',
    file: 'src/http/streaming/stream-sink.ts',
    replace: 'limits.heartbeatSeconds * 1000',
    by: 'limits.heartbeatSeconds * 100_000',
    tests: sinkTest,
  },
  {
    rule: 'The comments of events come every fifteen seconds',
    file: 'src/contract/limits.ts',
    replace: 'heartbeatSeconds: 15',
    by: 'heartbeatSeconds: 25',
    tests: sinkTest,
  },
];
