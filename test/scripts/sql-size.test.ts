import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { findLongSql } from '../../scripts/checks/sql-size.ts';

const long = `create function long() returns void language plpgsql as $$\nbegin\n${'  perform 1;\n'.repeat(60)}end $$;\n`;
const short = `create or replace function short() returns void language sql as\n$$ select 1 $$;\n`;

test('functions and new migrations have short functions in short files', () => {
  const at = (path: string, text: string) => findLongSql([{ path, text }]);
  const tooLong = 'long has 63 lines, more than 60: look for the part with a name of its own';
  assert.deepEqual(at('database/functions/1-a.sql', short + long), [
    `database/functions/1-a.sql: ${tooLong}`,
  ]);
  assert.deepEqual(at('database/migrations/0007-a.sql', long), [
    `database/migrations/0007-a.sql: ${tooLong}`,
  ]);
  assert.deepEqual(at('database/functions/1-a.sql', short.repeat(150)), []);
  assert.deepEqual(at('database/functions/1-a.sql', short.repeat(151)), [
    'database/functions/1-a.sql has 302 lines, more than 300',
  ]);
});

test('the first migrations, and the dump of the schema, are as long as they are', () => {
  for (const path of ['database/migrations/0006-a.sql', 'database/schema.sql']) {
    assert.deepEqual(findLongSql([{ path, text: long.repeat(20) }]), []);
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'SQL functions fit on a screen',
    file: 'scripts/checks/sql-size.ts',
    replace: 'return lines > maxFunctionLines',
    by: 'return lines > 600',
  },
];
