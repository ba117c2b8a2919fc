import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
