import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NoDatabase } from '#app/named-database.ts';
import { ConfigError } from '#config';
import { DatabaseUnavailable, errors } from '#core/errors.ts';
import { StartFailure } from '#core/shared/start-failure.ts';
import type { Break } from '#test/break.ts';
import { UsageError } from '../../src/cli/command.ts';
import { refusalOf } from '../../src/cli/refusal.ts';

describe('A command that is refused', () => {
  it('ends with 2 where the words or the settings are wrong, and with 1 for everything else', () => {
    const ends = (error: unknown) => {
      const { exitCode, code } = refusalOf(error);
      return [exitCode, code];
    };
    assert.deepEqual(ends(new UsageError('--limit is missing')), [2, 'usage']);
    assert.deepEqual(ends(new ConfigError(['PORT is no number'])), [2, 'configuration']);
    assert.deepEqual(ends(errors.clientNotFound('acme')), [1, 'client_not_found']);
    assert.deepEqual(ends(new NoDatabase('there is none')), [1, 'no_database']);
    assert.deepEqual(ends(new StartFailure('the disk is full')), [1, 'failed']);
    assert.deepEqual(ends(new DatabaseUnavailable('no answer')), [1, 'unavailable']);
    assert.deepEqual(ends(new Error('a bug')), [1, 'failed']);
    assert.deepEqual(ends('a text'), [1, 'failed']);
  });

  it('names the causes of what failed, and every problem of a configuration', () => {
    const cause = new Error('refused', { cause: new Error('port 5432') });
    assert.equal(
      refusalOf(new DatabaseUnavailable('no answer', { cause })).detail,
      'no answer: refused: port 5432',
    );
    assert.deepEqual(refusalOf(new ConfigError(['one', 'two'])).mistakes, ['one', 'two']);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A command ends with 1 where the database does not answer',
    file: 'src/cli/refusal.ts',
    replace: "{ exitCode: 1, code: 'unavailable'",
    by: "{ exitCode: 2, code: 'unavailable'",
  },
  {
    rule: 'A command ends with 2 where its words are wrong',
    file: 'src/cli/refusal.ts',
    replace: "{ exitCode: 2, code: 'usage'",
    by: "{ exitCode: 1, code: 'usage'",
  },
  {
    rule: 'A command names the cause of what failed',
    file: 'src/cli/refusal.ts',
    replace: 'return error.cause === undefined ? error.message',
    by: 'return true ? error.message',
  },
];
