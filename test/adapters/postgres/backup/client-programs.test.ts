import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseProgram } from '#adapters/postgres/backup/client-programs.ts';
import type { Break } from '#test/break.ts';

const installed = (...versions: string[]) => versions.map((version) => ({ path: `/${version}`, version }));

describe('the pg_dump of a backup', () => {
  it('is the oldest that is not older than the server, because older servers do not understand what newer ones write', () => {
    for (const [server, chosen] of [
      [15, '15.4'],
      [16, '17.1'],
      [17, '17.1'],
      [18, '18.0'],
    ] as const) {
      const found = installed('18.0', '15.4', '17.1');
      assert.equal(chooseProgram('pg_dump', found, server, 'A backup').version, chosen);
    }
  });

  it('is named with its package where none is new enough', () => {
    assert.throws(
      () => chooseProgram('pg_dump', installed('15.4', '16.2'), 18, 'A backup of PostgreSQL 18.1'),
      /^StartFailure: A backup of PostgreSQL 18\.1 needs pg_dump 18 or later, and only 15\.4 and 16\.2 is installed: on Debian, apt-get install postgresql-client-18 /,
    );
    assert.throws(() => chooseProgram('pg_dump', [], 18, 'A backup'), /and none is installed/);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A pg_dump that is older than the server is not used',
    file: 'src/adapters/postgres/backup/client-programs.ts',
    replace: 'majorOf(version) >= major',
    by: 'majorOf(version) > 0',
  },
];
