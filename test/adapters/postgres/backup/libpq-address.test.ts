import assert from 'node:assert/strict';
import { it } from 'node:test';
import { libpqAddress } from '#adapters/postgres/backup/libpq-address.ts';
import type { Break } from '#test/break.ts';

it('a database address is given to other programs without its password, and without parameters that they refuse', () => {
  for (const [ours, address, password] of [
    ['postgres://u:p%40ss@db:5433/chat', 'postgres://u@db:5433/chat', 'p@ss'],
    ['postgres://u@db/chat?password=a+b', 'postgres://u@db/chat', 'a b'],
    ['postgres://u@db/chat?ssl=true', 'postgres://u@db/chat?sslmode=require', undefined],
    ['postgres://u@db/chat?sslmode=no-verify', 'postgres://u@db/chat?sslmode=require', undefined],
    [
      'postgres://u@db/chat?sslmode=verify-full&uselibpqcompat=true',
      'postgres://u@db/chat?sslmode=verify-full',
      undefined,
    ],
    [
      'postgres://u@localhost/chat?host=%2Frun%2Fa%20b',
      'postgres://u@localhost/chat?host=%2Frun%2Fa%20b',
      undefined,
    ],
  ] as const) {
    const converted = libpqAddress(ours);
    assert.equal(converted.address, address);
    assert.equal(converted.environment['PGPASSWORD'], password);
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'The password of the database is not among the arguments of a program',
    file: 'src/adapters/postgres/backup/libpq-address.ts',
    replace: "url.password = '';",
    by: '',
  },
];
