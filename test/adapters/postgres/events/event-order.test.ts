import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresEventLogStore, renewEventLog } from '#adapters/postgres/events/event-log-store.ts';
import { recordEvents } from '#adapters/postgres/events/event-statements.ts';
import { checkEventLog } from '#app/events/check-events.ts';
import type { EventPage, EventPosition } from '#core/events/event-log-store.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { until } from '#test/reading/until.ts';
import { LogReaders } from '#test/webhooks/log-readers.ts';
import { createClient } from '#test/world/factories.ts';

/** What one transaction does, in its order. */
const work = ['first', 'second', 'commit'] as const;

describe('The log of events', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let log: PostgresEventLogStore;
  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 2);
    log = new PostgresEventLogStore(database, database);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  test('is read whole and once, however two transactions are interleaved, by readers at every moment', async () => {
    const sessions = await Promise.all([0, 1].map(() => connect(testDatabase.url)));
    for (const order of interleavings(work.length)) {
      const clientId = await startClient();
      const readers = new LogReaders(log, clientId);
      const next = [0, 0];
      for (const session of order) {
        const step = work[next[session] ?? 0] ?? 'commit';
        next[session] = (next[session] ?? 0) + 1;
        await act(sessions[session], clientId, step, `${session} ${step}`);
        readers.begin();
        await readers.read();
      }
      const seen = await until(async () => {
        await readers.read();
        return readers.areComplete(4) ? readers.seen : null;
      });
      for (const [from, names] of seen.entries()) {
        assert.deepEqual(names.toSorted(), expected, `order ${order.join('')}, reader of step ${from}`);
        const ofSession = (session: number) => names.filter((name) => name.startsWith(`${session} `));
        for (const session of [0, 1]) {
          assert.deepEqual(ofSession(session), [`${session} first`, `${session} second`]);
        }
      }
    }
    await Promise.all(sessions.map((session) => session.end()));
  });

  test('says that there is more only where there is', async () => {
    const clientId = await startClient();
    const session = await connect(testDatabase.url);
    for (const step of work) await act(session, clientId, step, step);
    await act(session, clientId, 'commit', 'commit');
    await session.end();
    const everything = { clientId, after: null, types: null };
    const { length } = await until(async () => {
      const events = (await log.read(everything, 100))?.events ?? [];
      return events.length > 1 && events;
    });
    for (const [limit, hasMore] of [
      [length - 1, true],
      [length, false],
      [length + 1, false],
    ] as const) {
      assert.equal((await log.read(everything, limit))?.hasMore, hasMore, `${length} in pages of ${limit}`);
    }
  });

  test('has a horizon that a cursor of another server may lie beyond: it has expired', async () => {
    const clientId = await startClient();
    const page = await log.read({ clientId, after: null, types: null }, 10);
    assert.ok(page !== null);
    const beyond: EventPosition = { ...page.position, xid: String(BigInt(page.position.xid) + 1_000_000n) };
    assert.equal(await log.read({ clientId, after: beyond, types: null }, 10), null);
  });

  test('can be read to its end from the beginning, however old its oldest events are', async () => {
    const clientId = await startClient();
    const ages = ['31 days', '29 days 23 hours', '29 days 23 hours', '1 day'];
    for (const [index, age] of ages.entries()) {
      await record(database, clientId, String(index));
      await database.query(
        `update events set created_at = now() - $2::interval where client_id = $1 and data ->> 'name' = $3`,
        [clientId, age, String(index)],
      );
    }
    // Transactions of other tests on the same server hold the horizon back.
    await until(async () => {
      const page = await log.read({ clientId, after: null, types: null }, 10);
      return namesIn(page)?.length === 3 ? page : null;
    });
    const first = await log.read({ clientId, after: null, types: null }, 1);
    assert.deepEqual(namesIn(first), ['1']);
    assert.ok(first?.hasMore);
    const hoursLater = { ...first.position, at: new Date(first.position.at.getTime() - 6 * 3_600_000) };
    assert.deepEqual(namesIn(await log.read({ clientId, after: hoursLater, types: null }, 10)), ['2', '3']);
  });

  test('expires cursors that are older than the log', async () => {
    const clientId = await startClient();
    const page = await log.read({ clientId, after: null, types: null }, 10);
    assert.ok(page !== null);
    const dayMs = 86_400_000;
    const at = (days: number) => ({
      ...page.position,
      at: new Date(page.position.at.getTime() - days * dayMs),
    });
    assert.notEqual(await log.read({ clientId, after: at(29), types: null }, 10), null);
    assert.equal(await log.read({ clientId, after: at(31), types: null }, 10), null);
  });

  test('forgets what is older, with its deliveries', async () => {
    const clientId = await startClient();
    await record(database, clientId, 'old');
    await database.query(`update events set created_at = now() - interval '33 days' where client_id = $1`, [
      clientId,
    ]);
    await record(database, clientId, 'new');
    await database.query('select tidy_events()');
    const rows = await database.query<{ name: string }>(
      `select data ->> 'name' as name from events where client_id = $1`,
      [clientId],
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['new'],
    );
  });

  test('continues after a dump was restored on another server: older cursors have expired, nothing is lost', async () => {
    const clientId = await startClient();
    const old = await log.read({ clientId, after: null, types: null }, 10);
    await record(database, clientId, 'before');
    // As a dump from a server with far more transactions holds it.
    await database.query(`update events set xid = '9000000000000000000' where client_id = $1`, [clientId]);
    assert.deepEqual(await database.query('select mend_event_log() as mended'), [{ mended: true }]);
    await record(database, clientId, 'after');
    assert.equal(await log.read({ clientId, after: old?.position ?? null, types: null }, 10), null);
    const names = await until(async () => {
      const page = await log.read({ clientId, after: null, types: null }, 10);
      return page?.events.length === 2 ? page.events.map(({ data }) => data['name']) : null;
    });
    assert.deepEqual(names, ['before', 'after']);
    assert.deepEqual(await database.query('select mend_event_log() as mended'), [{ mended: false }]);
  });

  test('has another generation after each restore, of the same backup, too', async () => {
    const generations = new Set<number | undefined>();
    for (let count = 0; count < 3; count++) {
      await database.query('update event_log set generation = 1');
      await renewEventLog(database);
      const [row] = await database.query<{ generation: number }>('select generation from event_log');
      generations.add(row?.generation);
    }
    assert.equal(generations.size, 3);
    assert.ok(!generations.has(1));
  });

  test('is known to be of another timeline once the server was promoted, until an operator has decided', async () => {
    await startClient();
    const stored = async () => {
      const [row] = await database.query<{ timeline: string }>('select timeline from event_log');
      return row?.timeline;
    };
    await database.query('update event_log set timeline = null');
    await database.query('select mend_event_log()');
    const present = await stored();
    assert.match(present ?? '', /^[0-9A-F]{8}$/);
    for (const [decision, expires] of [
      ['renew_event_log', true],
      ['keep_event_log', false],
    ] as const) {
      const page = await log.read({ clientId: 1, after: null, types: null }, 1);
      assert.equal(typeof (await checkEventLog(database)), 'string');
      await database.query(`update event_log set timeline = '0000000F'`);
      await database.query('select mend_event_log()');
      assert.partialDeepStrictEqual(await checkEventLog(database), { status: 'warn' });
      await database.query(`select ${decision}()`);
      assert.equal(await stored(), present);
      const next = await log.read({ clientId: 1, after: page?.position ?? null, types: null }, 1);
      assert.equal(next === null, expires, decision);
    }
  });

  async function startClient(): Promise<number> {
    const { id } = await createClient(database, { events_since: new Date() });
    return id;
  }
});

function namesIn(page: EventPage | null): unknown[] | undefined {
  return page?.events.map(({ data }) => data['name']);
}

const expected = ['0 first', '0 second', '1 first', '1 second'];

async function act(
  session: pg.Client | undefined,
  clientId: number,
  step: (typeof work)[number],
  name: string,
): Promise<void> {
  if (session === undefined) throw new Error('there is no such session');
  if (step === 'commit') return void (await session.query('commit'));
  if (step === 'first') await session.query('begin');
  await record(session, clientId, name);
}

async function record(
  session: { query(text: string, values?: unknown[]): Promise<unknown> },
  clientId: number,
  name: string,
): Promise<void> {
  const event = { clientId, type: 'client.updated', userId: null, data: { name } } as const;
  const { text, values = [] } = recordEvents([event]);
  await session.query(text, [...values]);
}

async function connect(url: string): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  return session;
}

/** Every order of two rows of `steps` steps each. */
function interleavings(steps: number): readonly number[][] {
  const grow = (left: number, right: number): number[][] => {
    if (left === 0 && right === 0) return [[]];
    return [
      ...(left > 0 ? grow(left - 1, right).map((rest) => [0, ...rest]) : []),
      ...(right > 0 ? grow(left, right - 1).map((rest) => [1, ...rest]) : []),
    ];
  };
  return grow(steps, steps);
}

export const breaks: readonly Break[] = [
  {
    rule: 'The log is read behind the oldest transaction that still runs',
    file: 'src/adapters/postgres/events/event-log-store.ts',
    replace: 'where client_id = $1 and (xid, seq) > ($2::xid8, $3::bigint) and xid < s.horizon',
    by: 'where client_id = $1 and (xid, seq) > ($2::xid8, $3::bigint)',
  },
  {
    rule: 'The log is ordered by transactions, and not by numbers that were taken before a commit',
    file: 'src/adapters/postgres/events/event-log-store.ts',
    replace: 'order by client_id, xid, seq limit $5) e on true\n  order by e.xid, e.seq`',
    by: 'order by client_id, seq limit $5) e on true\n  order by e.seq`',
  },
  {
    rule: 'A cursor of an earlier generation of the log has expired',
    file: 'src/adapters/postgres/events/event-log-store.ts',
    replace: 'coalesce($6 <> l.generation or ',
    by: 'coalesce(',
  },
  {
    rule: 'A cursor that is older than the log has expired',
    file: 'src/adapters/postgres/events/event-log-store.ts',
    replace: " or $7 < s.read_at - interval '31 days'",
    by: '',
  },
  {
    rule: 'Reading begins a day behind the end of the oldest cursors',
    file: 'src/adapters/postgres/events/event-log-store.ts',
    replace: "($6::integer is not null or created_at > s.read_at - interval '30 days')",
    by: 'true',
  },
  {
    rule: 'A cursor from beyond the horizon has expired',
    file: 'src/adapters/postgres/events/event-log-store.ts',
    replace: 'or $2::xid8 > s.horizon ',
    by: '',
  },
  {
    rule: 'Events of a restored dump do not lie in the future',
    file: 'database/functions/10-events.sql',
    replace: "update events set xid = '0' where xid <> '0';",
    by: '',
  },
  {
    rule: 'A promoted server is noticed until an operator has decided',
    file: 'database/functions/10-events.sql',
    replace: 'set timeline = server_timeline() where timeline is null and',
    by: 'set timeline = server_timeline() where',
  },
  {
    rule: 'A log of another timeline is a finding of the doctor',
    file: 'src/app/events/check-events.ts',
    replace: '|| began === present)',
    by: '|| began !== present)',
  },
  {
    rule: 'Events are kept for 30 days',
    file: 'database/functions/10-events.sql',
    replace: "      and e.created_at < now() - interval '32 days'",
    by: '      and false',
  },
  {
    rule: 'Each restore of a backup has another generation of the log',
    file: 'database/functions/10-events.sql',
    replace: 'floor(random() * 999999998)::integer',
    by: '1',
  },
  {
    rule: 'A page of events that ends with the last one is the last',
    file: 'src/adapters/postgres/events/event-log-store.ts',
    replace: 'const hasMore = rows.length > limit;',
    by: 'const hasMore = rows.length >= limit;',
  },
];
