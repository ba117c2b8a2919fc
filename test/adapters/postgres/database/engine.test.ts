import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { requirePostgres } from '#adapters/postgres/database/engine.ts';
import type { Break } from '#test/break.ts';
import { Relay } from '#test/cuts/cut-relay.ts';
import { createEmptyDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { postgresTarget, relayedUrl } from '#test/faults/fault-proxy.ts';

describe('the engine behind DATABASE_URL', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createEmptyDatabase();
  });
  after(() => database.drop());

  it('is taken when it is PostgreSQL 15 or later', async () => {
    assert.match(await requirePostgres(database.url), /^1[5-9]|^[2-9]\d/);
  });

  it('is refused when it is older, with its version and the remedy', async () => {
    const upstream = new URL(database.url);
    // The tests' server reports another version here; `npm run test:postgres` starts a real PostgreSQL 14.
    await using relay = await Relay.start(
      () => postgresTarget(upstream),
      (link) => ({
        onRequest: (bytes) => link.toServer(bytes),
        onAnswer: (bytes) => link.toClient(aged(bytes)),
        onClose: () => undefined,
      }),
    );
    await assert.rejects(requirePostgres(relayedUrl(upstream, relay)), {
      name: 'StartFailure',
      message:
        /^The database is PostgreSQL 14\.\d+, and Parley needs 15 or later: upgrade the server, or set DATABASE_URL/,
    });
  });

  for (const [says, name] of [
    ['CockroachDB CCL v24.1.1 (x86_64-pc-linux-gnu, built 2024/06/14)', 'CockroachDB'],
    ['PostgreSQL 15.2-YB-2025.1.0.0-b0 on x86_64-pc-linux-gnu, 64-bit', 'YugabyteDB'],
    ['PostgreSQL 16 (Aurora DSQL)', 'Aurora DSQL'],
    ['PostgreSQL 16.4-limitless on x86_64', 'Aurora Limitless Database'],
    ['CrateDB 5.7.1', '"CrateDB 5.7.1"'],
  ] as const) {
    it(`is refused with the reason when it says that it is ${says}`, async () => {
      await run(`create schema disguise; create function disguise.version() returns text return '${says}'`);
      // Names are resolved in this schema first, so it overrides the server's own function.
      await assert.rejects(requirePostgres(withSchema('disguise,pg_catalog')), {
        name: 'StartFailure',
        message: new RegExp(
          `^The database is ${name}, not PostgreSQL: it locks rows .* no longer be exact; set DATA`,
        ),
      });
      await run('drop schema disguise cascade');
    });
  }

  it('is refused as Aurora Limitless by its views where its version does not say so', async () => {
    await run('create schema rds_aurora; create view rds_aurora.limitless_tables as select 1 as one');
    await assert.rejects(requirePostgres(database.url), {
      message: /^The database is Aurora Limitless Database/,
    });
  });

  /** `18.4` and `180004` become `14.4` and `140004`: no length changes. */
  function aged(bytes: Buffer): Buffer {
    const text = bytes
      .toString('latin1')
      .replace(/\b\d\d(?=\.\d+)/g, '14')
      .replace(/\b\d\d(?=00\d\d)/g, '14');
    return Buffer.from(text, 'latin1');
  }

  function withSchema(searchPath: string): string {
    const url = new URL(database.url);
    url.searchParams.set('options', `-c search_path=${searchPath}`);
    return url.href;
  }

  async function run(statements: string): Promise<void> {
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(statements);
    await client.end();
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'PostgreSQL before 15 is refused',
    file: 'src/adapters/postgres/database/engine.ts',
    replace: '>= oldest.number) return version;',
    by: '>= 0) return version;',
  },
  {
    rule: 'Engines that are not PostgreSQL are refused',
    file: 'src/adapters/postgres/database/engine.ts',
    replace: 'if (named !== undefined) return named[1];',
    by: '',
  },
  {
    rule: 'What does not even say that it is PostgreSQL is refused',
    file: 'src/adapters/postgres/database/engine.ts',
    replace: '/^(PostgreSQL|EnterpriseDB) \\d/.test(version) ? null',
    by: "version !== '' ? null",
  },
];
