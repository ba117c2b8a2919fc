import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Break } from '#test/break.ts';
import { errorWords, eventFailure } from '#wires/event-failure.ts';

const passing = [
  { type: 'overloaded_error' },
  { type: 'api_error' },
  { type: 'server_error' },
  { type: 'timeout_error' },
  { type: 'rate_limit_error' },
  { type: 'service_unavailable' },
  { code: 'rate_limit_exceeded' },
  { code: 'internal_server_error' },
  { code: 429 },
  { code: 500 },
  { code: 503 },
  { status: 'UNAVAILABLE' },
  { status: 'INTERNAL' },
  { status: 'DEADLINE_EXCEEDED' },
  { status: 'RESOURCE_EXHAUSTED' },
];

const lasting = [
  { type: 'invalid_request_error' },
  { code: 400 },
  { status: 'INVALID_ARGUMENT' },
  {},
  null,
  'no',
];

describe('An error inside an answer', () => {
  for (const error of passing) {
    it(`may pass, and another model may answer: ${JSON.stringify(error)}`, () => {
      const { kind, retryable, failover } = eventFailure(error);
      assert.deepEqual({ kind, retryable, failover }, { kind: 'rejected', retryable: true, failover: true });
    });
  }

  for (const error of lasting) {
    it(`is the same the next time: ${JSON.stringify(error)}`, () => {
      const { retryable, failover } = eventFailure(error);
      assert.deepEqual({ retryable, failover }, { retryable: false, failover: false });
    });
  }

  it('is named by what a machine reads of it, and never by its prose', () => {
    const error = { type: 'invalid_request_error', code: 400, param: 'messages[].role', message: 'key sk-1' };
    assert.equal(errorWords(error), ' (type invalid_request_error, code 400, param messages[].role)');
    assert.match(
      eventFailure({ status: 'UNAVAILABLE' }).message,
      /broke its answer off \(status UNAVAILABLE\)$/,
    );
    for (const prose of ['a key sk-1', 'sk-ant-api03-0123', 'x'.repeat(49), '', null, { a: 1 }]) {
      assert.equal(errorWords({ type: prose }), '', String(prose));
    }
    for (const none of [null, undefined, 'words', 7]) assert.equal(errorWords(none), '');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'An overloaded Claude may answer the next time',
    file: 'src/wires/event-failure.ts',
    replace: `  'overloaded_error',
`,
    by: '',
  },
  {
    rule: 'A Claude that failed may answer the next time',
    file: 'src/wires/event-failure.ts',
    replace: `  'api_error',
`,
    by: '',
  },
  {
    rule: 'A Gemini that is away may answer the next time',
    file: 'src/wires/event-failure.ts',
    replace: `  'UNAVAILABLE',
`,
    by: '',
  },
  {
    rule: 'A provider that limits the rate inside an answer may answer the next time',
    file: 'src/wires/event-failure.ts',
    replace: `  'rate_limit_error',
`,
    by: '',
  },
  {
    rule: 'An error that may pass moves to the fallback',
    file: 'src/wires/event-failure.ts',
    replace: '{ retryable: transient, failover: transient, reason }',
    by: '{ retryable: transient, reason }',
  },
  {
    rule: 'An error that stays is not repeated',
    file: 'src/wires/event-failure.ts',
    replace: '{ retryable: transient, failover: transient, reason }',
    by: '{ retryable: true, failover: transient, reason }',
  },
  {
    rule: 'An error that stays does not move to the fallback',
    file: 'src/wires/event-failure.ts',
    replace: '{ retryable: transient, failover: transient, reason }',
    by: '{ retryable: transient, failover: true, reason }',
  },
  {
    rule: '429 inside an answer may pass',
    file: 'src/wires/event-failure.ts',
    replace: 'value === 429 || value >= 500',
    by: 'value >= 500',
  },
  {
    rule: '5xx inside an answer may pass',
    file: 'src/wires/event-failure.ts',
    replace: 'value === 429 || value >= 500',
    by: 'value === 429',
  },
  {
    rule: 'What a provider calls its error is kept only as an identifier',
    file: 'src/wires/event-failure.ts',
    replace: "typeof value === 'string' && /^[A-Za-z][A-Za-z_.[\\]]{0,47}$/.test(value)",
    by: "typeof value === 'string'",
  },
  {
    rule: 'The refused parameter is named',
    file: 'src/wires/event-failure.ts',
    replace: "['type', 'code', 'status', 'param'] as const",
    by: "['type', 'code', 'status'] as const",
  },
];
