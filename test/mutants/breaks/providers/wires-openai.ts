import type { Break } from '../../break.ts';

const openai = 'src/wires/openai.ts';
const openaiTest = ['test/wires/openai.test.ts'];
const failure = 'src/wires/event-failure.ts';
const failureTest = ['test/wires/event-failure.test.ts'];

/** What the wire of chat completions, and all three, make of what they read. */
export const openaiWireBreaks: readonly Break[] = [
  {
    rule: 'Thoughts are known by the name that vLLM uses: chat completions',
    file: openai,
    replace: 'part?.reasoning_content || part?.reasoning',
    by: 'part?.reasoning',
    tests: openaiTest,
  },
  {
    rule: 'Thoughts are known by the name that gateways use: chat completions',
    file: openai,
    replace: 'part?.reasoning_content || part?.reasoning',
    by: 'part?.reasoning_content',
    tests: openaiTest,
  },
  {
    rule: 'The last event of chat completions completes an answer',
    file: openai,
    replace: `    answer.end ??= 'stop';
`,
    by: '',
    tests: openaiTest,
  },
  {
    rule: 'The last event of chat completions changes no reason',
    file: openai,
    replace: "answer.end ??= 'stop'",
    by: "answer.end = 'stop'",
    tests: openaiTest,
  },
  {
    rule: 'Nothing is read behind the last event of chat completions',
    file: openai,
    replace: `    answer.closed = true;
`,
    by: '',
    tests: openaiTest,
  },
  {
    rule: 'An error inside a chat completion fails it',
    file: openai,
    replace: `  if (chunk?.error) throw eventFailure(chunk.error);
`,
    by: '',
    tests: openaiTest,
  },
  {
    rule: 'A reason that is not repeated stays: chat completions',
    file: openai,
    replace: 'if (reason) answer.end = endOf(reason);',
    by: 'answer.end = reason ? endOf(reason) : null;',
    tests: openaiTest,
  },
  {
    rule: 'A count that is not repeated stays: chat completions',
    file: openai,
    replace: 'countOf(chunk.usage.prompt_tokens) ?? answer.inputTokens',
    by: 'countOf(chunk.usage.prompt_tokens)',
    tests: openaiTest,
  },
  {
    rule: 'A refusal is the text of a chat completion',
    file: openai,
    replace: ' + textOf(part?.refusal)',
    by: '',
    tests: openaiTest,
  },
  {
    rule: 'Chat completions get no empty instructions',
    file: openai,
    replace: "...(request.instructions === '' ? [] : [",
    by: '...(false ? [] : [',
    tests: openaiTest,
  },
  {
    rule: 'A count is a whole number that is not negative',
    file: 'src/wires/wire-json.ts',
    replace: '&& Number.isSafeInteger(value) && value >= 0',
    by: '',
    tests: openaiTest,
  },
  {
    rule: 'Only a text is a text on the wire',
    file: 'src/wires/wire-json.ts',
    replace: "typeof value === 'string' ? value : ''",
    by: "String(value ?? '')",
    tests: openaiTest,
  },
  {
    rule: 'A model without a name is not listed',
    file: 'src/wires/wire-json.ts',
    replace: "typeof name === 'string' ? [name] : []",
    by: '[String(name)]',
    tests: openaiTest,
  },
  {
    rule: 'An address may end in a version of any kind',
    file: 'src/wires/wire.ts',
    replace: '/\\/v\\d+[a-z0-9]*$/',
    by: '/\\/v\\d+$/',
    tests: ['test/wires/wire.test.ts'],
  },
  {
    rule: 'An overloaded Claude may answer the next time',
    file: failure,
    replace: `  'overloaded_error',
`,
    by: '',
    tests: failureTest,
  },
  {
    rule: 'A Claude that failed may answer the next time',
    file: failure,
    replace: `  'api_error',
`,
    by: '',
    tests: failureTest,
  },
  {
    rule: 'A Gemini that is away may answer the next time',
    file: failure,
    replace: `  'UNAVAILABLE',
`,
    by: '',
    tests: failureTest,
  },
  {
    rule: 'A provider that limits the rate inside an answer may answer the next time',
    file: failure,
    replace: `  'rate_limit_error',
`,
    by: '',
    tests: failureTest,
  },
  {
    rule: 'An error that may pass moves to the fallback',
    file: failure,
    replace: '{ retryable: transient, failover: transient, reason }',
    by: '{ retryable: transient, reason }',
    tests: failureTest,
  },
  {
    rule: 'An error that stays is not repeated',
    file: failure,
    replace: '{ retryable: transient, failover: transient, reason }',
    by: '{ retryable: true, failover: transient, reason }',
    tests: failureTest,
  },
  {
    rule: 'An error that stays does not move to the fallback',
    file: failure,
    replace: '{ retryable: transient, failover: transient, reason }',
    by: '{ retryable: transient, failover: true, reason }',
    tests: failureTest,
  },
  {
    rule: '429 inside an answer may pass',
    file: failure,
    replace: 'value === 429 || value >= 500',
    by: 'value >= 500',
    tests: failureTest,
  },
  {
    rule: '5xx inside an answer may pass',
    file: failure,
    replace: 'value === 429 || value >= 500',
    by: 'value === 429',
    tests: failureTest,
  },
  {
    rule: 'What a provider calls its error is kept only as an identifier',
    file: failure,
    replace: "typeof value === 'string' && /^[A-Za-z][A-Za-z_.[\\]]{0,47}$/.test(value)",
    by: "typeof value === 'string'",
    tests: failureTest,
  },
  {
    rule: 'The refused parameter is named',
    file: failure,
    replace: "['type', 'code', 'status', 'param'] as const",
    by: "['type', 'code', 'status'] as const",
    tests: failureTest,
  },
];
