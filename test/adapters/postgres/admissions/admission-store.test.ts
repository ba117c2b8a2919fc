import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PostgresAdmissionStore } from '#adapters/postgres/admissions/admission-store.ts';
import { Database, type Decision } from '#adapters/postgres/database/database.ts';
import type { Rows, Statement } from '#adapters/postgres/database/statement-group.ts';
import type { Break } from '#test/break.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { buildAdmission, createClient, ownerIn } from '#test/world/factories.ts';

describe('admissions', () => {
  let stored: TestDatabase;
  let database: Database;

  before(async () => {
    stored = await createTestDatabase();
    database = openPatientDatabase(stored.url, 8);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await stored.drop();
  });

  const open = () => new PostgresAdmissionStore(database, () => undefined);
  const requestOf = async (columns: Readonly<Record<string, unknown>> = {}) => {
    const client = await createClient(database, columns);
    return () => buildAdmission(client, ownerIn(client));
  };

  it('of a client whose row is held keep no other client waiting, alone or in one batch', async () => {
    const admissions = open();
    const [slow, quick] = [await requestOf(), await requestOf()];
    const admitted = (requests: readonly ReturnType<typeof slow>[]) =>
      Promise.all(requests.map(async (one) => (await admissions.admit(one)).status));
    assert.deepEqual(await admitted([slow(), quick()]), ['admitted', 'admitted']);
    const order: string[] = [];
    const alone = await whileHeld(database, slow().owner.clientId, async (release) => {
      const first = admitted([slow()]).then((statuses) => order.push(`slow ${statuses}`));
      await untilOneWaits(database);
      assert.deepEqual(await admitted([quick()]), ['admitted']);
      order.push('quick');
      release();
      return first;
    });
    await alone;
    const together = await whileHeld(database, slow().owner.clientId, async (release) => {
      const held = admitted([slow(), slow()]).then((statuses) => order.push(`slow ${statuses}`));
      assert.deepEqual(await admitted([quick(), quick()]), ['admitted', 'admitted']);
      order.push('quick');
      release();
      return held;
    });
    await together;
    assert.deepEqual(order, ['quick', 'slow admitted', 'quick', 'slow admitted,admitted']);
    assert.deepEqual(await admitted([slow(), quick()]), ['admitted', 'admitted']);
  });

  it("that name another end user's conversation find none, and do not wait for its row", async () => {
    const admissions = open();
    const client = await createClient(database);
    const own = buildAdmission(client, ownerIn(client, 'anna'));
    assert.equal((await admissions.admit(own)).status, 'admitted');
    const foreign = {
      ...buildAdmission(client, ownerIn(client, 'ben')),
      conversationId: own.newConversationId,
    };
    const answer = await database.transaction(async (transaction) => {
      await transaction.query('select from conversations where id = $1 for update', [own.newConversationId]);
      return admissions.admit(foreign);
    });
    assert.equal(answer.status, 'conversation_not_found');
  });

  it('are decided one by one when the store refuses one of them, such as a key that was just used', async () => {
    const admissions = open();
    const request = await requestOf();
    const keyed = { ...request(), idempotencyKey: 'used', requestHash: 'hash' };
    const used = request();
    const inserted = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    // Like a process that counts on another day and locks another row of the client.
    const other = database.transaction(async (transaction) => {
      await transaction.query(
        `insert into idempotency_keys (client_id, external_user_id, route, key, request_hash, turn_id)
         values ($1, $2, 'stream', 'used', 'hash', $3)`,
        [used.owner.clientId, used.owner.userId, used.turnId],
      );
      inserted.resolve();
      await commit.promise;
    });
    await inserted.promise;
    const results = Promise.all([admissions.admit(keyed), admissions.admit(request())]);
    await untilOneWaits(database);
    commit.resolve();
    await other;
    const [replayed, admitted] = await results;
    assert.deepEqual([replayed.status, admitted.status], ['replay', 'admitted']);
    const turns = await database.query('select id from turns where client_id = $1', [used.owner.clientId]);
    assert.equal(turns.length, 1);
  });

  it('that follow each other in one conversation are decided one after the other', async () => {
    const admissions = open();
    const request = await requestOf();
    const first = await admissions.admit({ ...request(), turnId: request().turnId });
    assert.equal(first.status, 'admitted');
    const [row] = await database.query<{ id: string }>(
      'select id from conversations order by created_at desc limit 1',
    );
    const followUp = () => ({ ...request(), conversationId: row?.id ?? '', agentSlug: null });
    await database.query(`update turns set state = 'completed' where conversation_id = $1`, [row?.id]);
    const results = await Promise.all([admissions.admit(followUp()), admissions.admit(followUp())]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['admitted', 'conversation_busy'],
    );
  });

  it('are decided again when the process stood still between the two groups and has lost its session', async () => {
    const request = await requestOf();
    const { clientId } = request().owner;
    await using sleeping = new SleepingDatabase({ connectionString: stored.url, connections: 2 });
    const admissions = new PostgresAdmissionStore(sleeping, () => undefined);
    assert.equal((await admissions.admit(request())).status, 'admitted');
    assert.equal(sleeping.decisions, 2);
    const turns = await database.query('select from turns where client_id = $1', [clientId]);
    assert.equal(turns.length, 1);
  });

  for (const company of ['alone', 'beside another client']) {
    it(`that cancel jobs of yesterday lock that day before the conversation (${company})`, async () => {
      const admissions = open();
      const [request, other] = [await requestOf(), await requestOf()];
      const admitted = (requests: readonly ReturnType<typeof request>[]) =>
        Promise.all(requests.map(async (one) => (await admissions.admit(one)).status));
      const question = { ...request(), kind: 'job' } as const;
      await admitted([question, other()]);
      const { clientId } = question.owner;
      const conversationId = question.newConversationId;
      for (const table of [
        'usage_clients set day',
        'usage_users set day',
        'turns set charge_day',
        'ledger set day',
      ]) {
        await database.query(`update ${table} = utc_day() - 1 where client_id = $1`, [clientId]);
      }
      await admitted([request()]);
      const replaces = question.userMessageId;
      const edit = { ...request(), conversationId, agentSlug: null, replaces, ifBusy: 'interrupt' } as const;
      const yesterday = 'client_id = $1 and day < utc_day()';
      const edited = await whileHeld(
        database,
        clientId,
        async (release) => {
          const statuses = admitted(company === 'alone' ? [edit] : [edit, other()]);
          await untilOneWaits(database);
          await database.query('select from conversations where id = $1 for update nowait', [conversationId]);
          release();
          return statuses;
        },
        yesterday,
      );
      assert.equal(edited[0], 'admitted');
      const days = await database.query(
        'select day = utc_day() as today, requests from usage_clients where client_id = $1 order by day',
        [clientId],
      );
      assert.deepEqual(days, [
        { today: false, requests: 0 },
        { today: true, requests: 2 },
      ]);
    });
  }

  it('give a stream its history, and a retry the question that it repeats', async () => {
    const admissions = open();
    const request = await requestOf();
    const question = request();
    assert.equal((await admissions.admit(question)).status, 'admitted');
    const { clientId } = question.owner;
    const conversationId = question.newConversationId;
    await database.query(`update turns set state = 'completed' where conversation_id = $1`, [conversationId]);
    await database.query(
      `insert into messages (client_id, conversation_id, seq, id, role, content, status, reply_to, turn_id)
       values ($1, $2, 2, $3, 'assistant', 'An answer', 'complete', $4, $5)`,
      [clientId, conversationId, question.messageId, question.userMessageId, question.turnId],
    );
    const retry = { ...request(), conversationId, agentSlug: null, retry: true, prompt: null };
    const again = await admissions.admit(retry);
    assert.ok(again.status === 'admitted');
    assert.deepEqual([again.prompt, again.history], ['A question', []]);
    await database.query(`update turns set state = 'completed' where conversation_id = $1`, [conversationId]);
    const next = await admissions.admit({ ...request(), conversationId, agentSlug: null });
    assert.ok(next.status === 'admitted');
    assert.deepEqual(
      next.history.map(({ content }) => content),
      ['An answer', 'A question'],
    );
  });
});

/** Its process stands still in the first decision, until the server has ended the session. */
class SleepingDatabase extends Database {
  decisions = 0;

  override readDecideWrite<T>(facts: readonly Statement[], decide: (rows: readonly Rows[]) => Decision<T>) {
    return super.readDecideWrite(facts, (rows) => {
      this.decisions += 1;
      if (this.decisions === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
      return decide(rows);
    });
  }
}

/** Runs `work` while another transaction holds the rows of a client's days, until `work` releases it. */
async function whileHeld<T>(
  database: Database,
  clientId: number,
  work: (release: () => void) => Promise<T>,
  rows = 'client_id = $1',
): Promise<T> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = database.transaction(async (transaction) => {
    await transaction.query(`select from usage_clients where ${rows} for update`, [clientId]);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const result = await work(released.resolve).finally(released.resolve);
  await holding;
  return result;
}

export const breaks: readonly Break[] = [
  {
    rule: 'Jobs of yesterday are refunded in the order of the locks',
    file: 'src/adapters/postgres/admissions/replaced-statements.ts',
    replace: 'order by u.client_id, u.day for update of u',
    by: '',
  },
  {
    rule: 'A batch does not wait for the locks of jobs of yesterday',
    file: 'src/adapters/postgres/admissions/replaced-statements.ts',
    replace: 'facts.held.add(client_id);',
    by: 'facts.held.delete(client_id);',
  },
  {
    rule: 'An admission locks the conversations of its end user only',
    file: 'src/adapters/postgres/admissions/lock-statements.ts',
    replace: 'on v.client_id = a.client_id and v.id = a.id and v.external_user_id = a.user_id',
    by: "on v.client_id = a.client_id and v.id = a.id and a.user_id <> ''",
  },
  {
    rule: 'an admission whose process stood still between its two groups is decided again',
    file: 'src/adapters/postgres/admissions/admission-store.ts',
    replace: 'if (left === 0 || !isUnsent(error)) throw error;',
    by: 'throw error;',
  },
  {
    rule: 'A client whose row is held keeps no other waiting',
    file: 'src/adapters/postgres/admissions/lock-statements.ts',
    replace: 'order by epoch desc limit 1 for update skip locked) u`',
    by: 'order by epoch desc limit 1 for update) u`',
  },
  {
    rule: 'A batch of one client that waits keeps no other waiting',
    file: 'src/adapters/postgres/admissions/admission-queue.ts',
    replace: 'this.#options.patienceMs ?? 50',
    by: 'this.#options.patienceMs ?? 60_000',
  },
  {
    rule: 'A key that another process has just used is not overwritten',
    file: 'src/adapters/postgres/admissions/store-turns.ts',
    replace: 'where idempotency_key is not null',
    by: 'where idempotency_key is not null on conflict do nothing',
  },
];
