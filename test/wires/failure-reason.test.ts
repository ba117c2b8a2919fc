import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Break } from '#test/break.ts';
import { failureReasonOf } from '#wires/failure-reason.ts';

/** What vendors say themselves, quoted by a user who asks what it means. */
const prompts = [
  "This model's maximum context length is 8192 tokens. What does that mean?",
  'prompt is too long: 210266 tokens > 200000 maximum',
  'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).',
  'Output blocked by content filtering policy',
  'I read about a content filter, a context window and the usage policy. Does our model X does not exist?',
  'API key not valid. Please pass a valid API key.',
  'Your credit balance is too low to access the Anthropic API.',
];

describe('Why a provider refused', () => {
  it('is not read from a prompt that the message quotes', () => {
    for (const prompt of prompts) {
      for (const [quoting, type] of [
        [`messages.0.content: Input should be a valid list, got '${prompt}'`, 'invalid_request_error'],
        [`Invalid value: "${prompt}".`, 'BadRequestError'],
        [`1 validation error:\n${prompt}`, undefined],
      ] as const) {
        assert.equal(failureReasonOf(400, { type, message: quoting }), 'invalid_request', quoting);
      }
    }
  });

  it('is not read from words where the vendor has a code', () => {
    for (const message of prompts) {
      const error = { type: 'invalid_request_error', code: 'unsupported_value', message };
      assert.equal(failureReasonOf(400, error), 'invalid_request');
      assert.equal(failureReasonOf(400, { ...error, code: 'content_filter' }), 'content_filter');
    }
  });

  it('is read from the beginning of the message where there is no code', () => {
    for (const [reason, message] of [
      [
        'context_length',
        "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
      ],
      ['context_length', 'input length and `max_tokens` exceed context limit: 199000 + 8192 > 200000'],
      ['context_length', 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.'],
      ['content_filter', "The response was filtered due to the prompt triggering Azure OpenAI's policy."],
      ['misconfigured', 'API key expired. Please renew the API key.'],
      ['misconfigured', 'The model `gpt-9` does not exist.'],
    ] as const) {
      for (const code of [null, 400, '400', 'invalid_request_error']) {
        assert.equal(failureReasonOf(400, { code, message }), reason, message);
      }
    }
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'Only the beginning of a message is the words of the vendor, and not what it quotes',
    file: 'src/wires/failure-reason.ts',
    replace: 'beginning.test(message)',
    by: "new RegExp(beginning.source.replace('^', '')).test(message)",
  },
  {
    rule: 'Where a vendor has a code, its words do not count',
    file: 'src/wires/failure-reason.ts',
    replace: "if (hasCode || typeof message !== 'string')",
    by: "if (typeof message !== 'string')",
  },
];
