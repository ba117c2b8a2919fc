import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turns/turn-store.ts';
import type { Client } from '#core/clients/client.ts';
import { historyBytesOf } from '#core/turn/prompt.ts';
import type { HistoryMessage } from '#core/turn/turn.ts';
import type { Break } from '#test/break.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { buildAdmission, createClient, finishTurn, ownerIn, startTurn } from '#test/world/factories.ts';

let testDatabase: TestDatabase;
let database: Database;
let turns: PostgresTurnStore;
let client: Client;
before(async () => {
  testDatabase = await createTestDatabase();
  database = openPatientDatabase(testDatabase.url, 4);
  turns = new PostgresTurnStore(database, { notify: () => Promise.resolve() });
  client = await createClient(database, { daily_limit: null });
});
after(async () => {
  await database[Symbol.asyncDispose]();
  await testDatabase[Symbol.asyncDispose]();
});

describe('the history that a prompt is given', () => {
  it('is no more than the widest model of any process can take, and the newest of it', async () => {
    await registered(100_000);
    const conversationId = await conversation([60_000, 50_000, 30_000, 20_000, 10_000]);
    assert.deepEqual(await sizes(conversationId), [10_000, 20_000, 30_000]);
    await registered(150_000);
    assert.deepEqual(await sizes(conversationId), [10_000, 20_000, 30_000, 50_000]);
  });

  it('ends before the first message that does not fit, as the prompt does', async () => {
    await registered(100_000);
    assert.deepEqual(await sizes(await conversation([1_000, 200_000, 1_000])), [1_000]);
  });

  it('begins at the same message until fifty more have come, where the conversation has more than 200', async () => {
    await registered(100_000);
    const ids = await Promise.all(
      [200, 201, 250, 251, 300].map((count) => conversation(Array(count).fill(9))),
    );
    const lengths: number[] = [];
    for (const id of ids) lengths.push((await historyOf(id)).length);
    assert.deepEqual(lengths, [200, 151, 200, 151, 200]);
  });

  it('says what comes before each message, also of what is not read', async () => {
    await registered(90_000);
    const history = await historyOf(await conversation([60_000, 50_000, 30_000, 20_000]));
    assert.deepEqual(
      history.map(({ before }) => before),
      [
        { messages: 3, bytes: 140_000 },
        { messages: 2, bytes: 110_000 },
      ],
    );
  });

  it('is read up to four megabytes where a process of 0.1.0 runs, which does not say what it can take', async () => {
    await registered(100_000);
    await database.query(
      `insert into processes (id, lease_until, slots) values ($1, now() + interval '60 s', 1)`,
      [randomUUID()],
    );
    assert.deepEqual((await sizes(await conversation([3_000_000, 2_000_000, 1_000_000]))).length, 2);
  });

  it('holds only the latest answer to a question, so that older ones take no room', async () => {
    await registered(1_000);
    const started = await startTurn(turns, client, ownerIn(client));
    const { conversationId } = started;
    await finishTurn(turns, started, 'First answer '.padEnd(600));
    for (const text of ['Second answer '.padEnd(600), 'Third answer']) {
      const retry = { conversationId, retry: true, deepDive: true, prompt: null };
      await finishTurn(turns, await startTurn(turns, client, ownerIn(client), retry), text);
    }
    const history = await historyOf(conversationId);
    assert.deepEqual(
      history.map(({ content }) => content),
      ['Third answer', 'A question'],
    );
  });

  it('is bounded by the window of the widest model, less what is left to the answer', () => {
    assert.equal(historyBytesOf([]), 128_000 * 0.75 * 4);
    assert.equal(historyBytesOf([1_000_000, 200_000]), 1_000_000 * 0.75 * 4);
  });
});

/** The only process from here on. */
async function registered(historyBytes: number): Promise<void> {
  await database.query('delete from processes');
  await turns.register(randomUUID(), 60_000, 1, historyBytes);
}

/** Messages of these lengths, oldest first. */
async function conversation(lengths: readonly number[]): Promise<string> {
  const id = randomUUID();
  await database.query(
    `insert into conversations (client_id, id, external_user_id, agent_slug, title, next_seq)
     values ($1, $2, 'user-1', $3, 'Long', $4)`,
    [client.id, id, client.defaultAgent, lengths.length + 1],
  );
  await database.query(
    `insert into messages (client_id, id, conversation_id, turn_id, seq, role, content, status)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), n, 'user', repeat('x', size), 'complete'
     from unnest($3::int[]) with ordinality l(size, n)`,
    [client.id, id, lengths],
  );
  return id;
}

/** The next question of a conversation, cancelled at once. */
async function historyOf(conversationId: string): Promise<readonly HistoryMessage[]> {
  const admission = buildAdmission(client, ownerIn(client), { conversationId });
  const result = await turns.admit(admission);
  assert.ok(result.status === 'admitted');
  await database.query('delete from turns where id = $1', [admission.turnId]);
  await database.query('delete from messages where turn_id = $1', [admission.turnId]);
  return result.history;
}

async function sizes(conversationId: string): Promise<number[]> {
  return (await historyOf(conversationId)).map(({ content }) => content.length);
}

export const breaks: readonly Break[] = [
  {
    rule: 'The history of a long conversation begins at the same message for many turns',
    file: 'database/functions/2-history.sql',
    replace: ' and (found < 200 or seq > (oldest + 48) / 50 * 50)',
    by: '',
  },
  {
    rule: 'The history says how much of the conversation comes before a message',
    file: 'database/functions/2-history.sql',
    replace: 'rows between unbounded preceding and 1 preceding',
    by: 'rows between unbounded preceding and current row',
  },
  {
    rule: 'A prompt reads no more history than its model can take',
    file: 'database/functions/2-history.sql',
    replace: 'where bytes_so_far <= p_bytes',
    by: 'where bytes_so_far <= p_bytes * 1000',
  },
  {
    rule: 'Of several answers to one question only the latest is read for a prompt',
    file: 'database/functions/2-history.sql',
    replace: ') v where version = 1',
    by: ') v where version >= 1',
  },
];
