import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseUnavailable, errors } from '#core/errors.ts';
import { knownError, problemOf } from '#http/server/problem.ts';
import type { Break } from '#test/break.ts';

test('a bug is reported without a word of what was thrown', () => {
  for (const thrown of [new Error('select key_hash from clients'), new TypeError('x.y'), 'a text', null]) {
    const problem = problemOf(knownError(thrown), 'r');
    assert.deepEqual([problem.status, problem.code], [500, 'internal_error']);
    assert.doesNotMatch(JSON.stringify(problem), /select|x\.y|a text/);
  }
});

test('an unreachable database is reported as unavailable, without its own message', () => {
  const away = new DatabaseUnavailable('connect ECONNREFUSED db.internal:5432');
  const problem = problemOf(knownError(away), 'r');
  assert.deepEqual([problem.status, problem.code, problem.retryable], [503, 'unavailable', true]);
  assert.doesNotMatch(JSON.stringify(problem), /db\.internal/);
});

test('one of our refusals is reported as it is', () => {
  const refused = errors.conversationNotFound();
  assert.equal(knownError(refused), refused);
});

export const breaks: readonly Break[] = [
  {
    rule: 'A bug is reported without its words',
    file: 'src/http/server/problem.ts',
    replace: 'return errors.internal(error);',
    by: 'return errors.badRequest(String(error));',
  },
];
