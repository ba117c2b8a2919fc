import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { PostgresConversationStore } from '#adapters/postgres/conversation-store.ts';
import { Database } from '#adapters/postgres/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turn-store.ts';
import { PostgresUsageStore } from '#adapters/postgres/usage-store.ts';
import type { ListPosition, ListQuery } from '#core/conversations/conversation-store.ts';
import type { Owner } from '#core/identity/caller.ts';
import type { Client } from '#core/tenants/client.ts';
import {
  answeredTurn,
  buildAdmission,
  createClient,
  finishTurn,
  ownerIn,
  startTurn,
} from '#test/factories.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

let testDatabase: TestDatabase;
let database: Database;
let turns: PostgresTurnStore;
let conversations: PostgresConversationStore;
let client: Client;
let owner: Owner;

before(async () => {
  testDatabase = await createTestDatabase();
  database = new Database({ connectionString: testDatabase.url, connections: 4 });
  turns = new PostgresTurnStore(database, { ring: () => Promise.resolve() });
  conversations = new PostgresConversationStore(database);
});
after(async () => {
  await database[Symbol.asyncDispose]();
  await testDatabase.drop();
});
beforeEach(async () => {
  client = await createClient(database);
  owner = ownerIn(client);
});

describe('the list of conversations', () => {
  it('puts the newest activity first, and a follow-up moves its conversation up', async () => {
    const [first, second] = [await answered({ title: 'first' }), await answered({ title: 'second' })];
    assert.deepEqual(await titles(), ['second', 'first']);
    await answered({ conversationId: first.conversationId });
    assert.deepEqual(await titles(), ['first', 'second']);
    const [top] = (await conversations.list(owner, query())).conversations;
    assert.equal(top?.messageCount, 4);
    assert.notEqual(top?.id, second.conversationId);
  });

  it('gives every conversation once over its pages, however close in time', async () => {
    for (let n = 0; n < 7; n += 1) await insertConversation('2026-01-01 00:00:00.000001+00');
    for (let n = 0; n < 3; n += 1) await insertConversation(`2026-01-01 00:00:00.00000${n + 2}+00`);
    const seen: string[] = [];
    let next: ListPosition | null = null;
    do {
      const page = await conversations.list(owner, query({ limit: 2, after: next }));
      seen.push(...page.conversations.map(({ id }) => id));
      next = page.next;
    } while (next !== null);
    assert.equal(seen.length, 10);
    assert.equal(new Set(seen).size, 10);
  });

  it('has no next page when it ends exactly with the last conversation', async () => {
    await answered();
    await answered();
    assert.equal((await conversations.list(owner, query({ limit: 2 }))).next, null);
  });

  it('shows nobody else what belongs to the owner', async () => {
    await answered();
    const otherClient = await createClient(database);
    assert.equal((await conversations.list(ownerIn(client, 'user-2'), query())).conversations.length, 0);
    assert.equal((await conversations.list(ownerIn(client, 'USER-1'), query())).conversations.length, 0);
    assert.equal((await conversations.list(ownerIn(otherClient), query())).conversations.length, 0);
  });

  it('can be of one agent only', async () => {
    await answered();
    await insertConversation('2026-01-01', { agent: 'operator-support', title: 'support' });
    assert.deepEqual(await titles({ agentSlug: 'operator-support' }), ['support']);
  });

  it('finds a part of a title in any case, and takes no character for a wildcard', async () => {
    const all = ['50% off', '500 off', 'a_b', 'acb', 'back\\slash', 'Überblick'];
    for (const title of all) await insertConversation('2026-01-01', { title });
    assert.deepEqual(await titles({ titlePart: '50%' }), ['50% off']);
    assert.deepEqual(await titles({ titlePart: 'A_B' }), ['a_b']);
    assert.deepEqual(await titles({ titlePart: '\\' }), ['back\\slash']);
    assert.deepEqual(await titles({ titlePart: 'üBER' }), ['Überblick']);
  });

  it('reads a page far down by the same ordered index scan as the first', async () => {
    await database.query(
      `insert into conversations (client_id, id, external_user_id, agent_slug, title, last_message_at)
       select $1, gen_random_uuid(), case when n % 5 = 0 then 'user-1' else 'user-' || n end, 'assistant', 't',
         now() - n * interval '1 second' from generate_series(1, 20000) n`,
      [client.id],
    );
    await database.query('analyze conversations');
    const plan = await explainList();
    assert.match(plan, /Index Scan using conversations_owner/);
    assert.match(plan, /Index Cond: .*ROW\(last_message_at, id\) </);
    assert.doesNotMatch(plan, /Sort|Seq Scan/);
  });
});

describe('a conversation', () => {
  it('gives its newest messages first, each page oldest first', async () => {
    const { conversationId } = await answered({ prompt: 'one' }, 'ONE');
    await answered({ conversationId, prompt: 'two' }, 'TWO');
    const newest = await read(conversationId, { limit: 3, before: null });
    assert.deepEqual(
      newest.messages.map(({ content }) => content),
      ['ONE', 'two', 'TWO'],
    );
    const older = await read(conversationId, { limit: 3, before: newest.olderBefore });
    assert.deepEqual(
      older.messages.map(({ content }) => content),
      ['one'],
    );
    assert.equal(older.olderBefore, null);
  });

  it('shows an answer that runs with its text so far, under the id and at the place that it keeps', async () => {
    const turn = await runningTurn();
    await beat(turn.admission.processId, [piece(turn.turnId, 0, 'Half '), piece(turn.turnId, 5, 'way')]);
    const during = await read(turn.conversationId);
    assert.equal(during.activeTurnId, turn.turnId);
    assert.deepEqual(
      during.messages.map(({ id, status, content }) => ({ id, status, content })),
      [
        { id: turn.userMessageId, status: 'complete', content: 'A question' },
        { id: turn.messageId, status: 'streaming', content: 'Half way' },
      ],
    );
    assert.equal(during.messages[1]?.replyTo, turn.userMessageId);
    await finishTurn(turns, turn, 'Half way there', { flushed: true });
    const afterwards = await read(turn.conversationId);
    assert.equal(afterwards.activeTurnId, null);
    assert.equal(afterwards.messages.length, 2);
    assert.equal(afterwards.messages[1]?.id, turn.messageId);
    assert.equal(afterwards.messages[1]?.status, 'complete');
  });

  it('names the job that runs, else the first that waits, and leaves room for every answer', async () => {
    const first = await startTurn(turns, client, owner, { door: 'job', ifBusy: 'queue' });
    const { conversationId } = first;
    const second = await startTurn(turns, client, owner, { door: 'job', ifBusy: 'queue', conversationId });
    const waiting = await read(conversationId);
    assert.equal(waiting.activeTurnId, first.turnId);
    assert.deepEqual(
      waiting.messages.map(({ status }) => status),
      ['complete', 'streaming', 'complete', 'streaming'],
    );
    assert.deepEqual(
      waiting.messages.map(({ id }) => id),
      [first.userMessageId, first.messageId, second.userMessageId, second.messageId],
    );
    await turns.cancel(owner, first.turnId);
    assert.equal((await read(conversationId)).activeTurnId, second.turnId);
  });

  it('counts an answer that runs as a message of the page', async () => {
    const turn = await runningTurn();
    const page = await read(turn.conversationId, { limit: 1, before: null });
    assert.deepEqual(
      page.messages.map(({ id }) => id),
      [turn.messageId],
    );
    const older = await read(turn.conversationId, { limit: 1, before: page.olderBefore });
    assert.deepEqual(
      older.messages.map(({ id }) => id),
      [turn.userMessageId],
    );
  });

  it('gives texts back as they were, NUL and private characters included', async () => {
    const odd = 'a\0b \ue000 \ue0000 \u{1f600}';
    const { conversationId } = await answered({ title: odd }, odd);
    const page = await read(conversationId);
    assert.equal(page.conversation.title, odd);
    assert.equal(page.messages[1]?.content, odd);
  });

  it('tells the sizes of what a prompt is made of, newest first and without empty answers', async () => {
    const { conversationId } = await answered({ prompt: 'four' }, '€');
    const failed = await startTurn(turns, client, owner, { conversationId, prompt: 'sixsix' });
    await finishTurn(turns, failed, '', {
      state: 'failed',
      finishReason: 'error',
      errorCode: 'provider_error',
    });
    const { sizes, messages } = await read(conversationId);
    assert.deepEqual(
      sizes.map(({ role, bytes }) => `${role} ${bytes}`),
      ['user 6', 'assistant 3', 'user 4'],
    );
    assert.equal(messages.at(-1)?.status, 'failed');
  });

  it('is absent for everybody but its owner', async () => {
    const { conversationId } = await answered();
    const strangers = [ownerIn(client, 'user-2'), ownerIn(await createClient(database))];
    for (const stranger of strangers) {
      assert.equal(await conversations.read(stranger, conversationId, { limit: 1, before: null }), null);
      assert.equal(await conversations.rename(stranger, conversationId, 'mine'), null);
      assert.equal(await conversations.delete(stranger, conversationId), null);
      const rated = await conversations.rate(stranger, conversationId, null, { rating: 'up', comment: null });
      assert.equal(rated.status, 'conversation_not_found');
    }
    const { conversation, messages } = await read(conversationId);
    assert.equal(conversation.title, 'A title');
    assert.equal(messages[1]?.feedback, null);
  });
});

describe('deleting a conversation', () => {
  it('erases it with its messages, once; its turns and its usage stay', async () => {
    const { conversationId, turnId } = await answered();
    assert.deepEqual(await conversations.delete(owner, conversationId), []);
    assert.equal(await conversations.delete(owner, conversationId), null);
    assert.equal(await countOf('messages'), 0);
    assert.equal((await turns.find(owner, turnId))?.state, 'completed');
    assert.equal((await new PostgresUsageStore(database).today(owner)).clientRequests, 1);
  });

  it('tells the turn that runs to stop, and answers its id', async () => {
    const turn = await runningTurn();
    assert.deepEqual(await conversations.delete(owner, turn.conversationId), [turn.turnId]);
    const { stop } = await beat(turn.admission.processId, []);
    assert.deepEqual(stop, [{ turnId: turn.turnId, reason: 'conversation_not_found' }]);
    await finishTurn(turns, turn, 'partial', { state: 'cancelled', finishReason: 'cancelled' });
    assert.equal(await countOf('messages'), 0);
    assert.equal(await countOf('conversations'), 0);
  });

  it('cancels the turns that wait and gives their usage back', async () => {
    const running = await runningTurn();
    const { conversationId } = running;
    const jobs = [
      await startTurn(turns, client, owner, { door: 'job', ifBusy: 'queue', conversationId }),
      await startTurn(turns, client, owner, { door: 'job', ifBusy: 'queue', conversationId }),
    ];
    assert.deepEqual(await conversations.delete(owner, conversationId), [running.turnId]);
    for (const { turnId } of jobs) assert.equal((await turns.find(owner, turnId))?.state, 'cancelled');
    assert.equal((await new PostgresUsageStore(database).today(owner)).clientRequests, 1);
  });

  it('takes its locks in the order of sends, so that neither waits for the other', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { conversationId } = await startTurn(turns, client, owner, { door: 'job', ifBusy: 'queue' });
      const send = () =>
        turns.admit(buildAdmission(client, owner, { door: 'job', ifBusy: 'queue', conversationId }));
      const sends = [send(), send(), send()];
      const [deleted, ...sent] = await Promise.all([conversations.delete(owner, conversationId), ...sends]);
      assert.deepEqual(deleted, []);
      assert.ok(sent.every(({ status }) => status === 'admitted' || status === 'conversation_not_found'));
    }
    assert.equal(await countOf('conversations'), 0);
    assert.equal(await countOf(`turns where state = 'queued' and`), 0);
  });
});

describe('feedback', () => {
  const up = { rating: 'up', comment: null } as const;

  it('goes to the last answer when none is named, and a second one replaces the first', async () => {
    const first = await answered();
    const second = await answered({ conversationId: first.conversationId });
    assert.deepEqual(await rate(first.conversationId, null, { rating: 'down', comment: 'a\0b' }), {
      status: 'saved',
      messageId: second.messageId,
    });
    assert.deepEqual(await feedbackOf(first.conversationId), [null, { rating: 'down', comment: 'a\0b' }]);
    await rate(first.conversationId, null, up);
    assert.deepEqual(await feedbackOf(first.conversationId), [null, up]);
    await rate(first.conversationId, null, null);
    assert.deepEqual(await feedbackOf(first.conversationId), [null, null]);
  });

  it('goes to the answer that is named', async () => {
    const first = await answered();
    await answered({ conversationId: first.conversationId });
    assert.equal((await rate(first.conversationId, first.messageId, up)).status, 'saved');
    assert.deepEqual(await feedbackOf(first.conversationId), [up, null]);
  });

  it('is for finished answers with text only', async () => {
    const first = await answered();
    const { conversationId } = first;
    const elsewhere = await answered();
    const failed = await startTurn(turns, client, owner, { conversationId });
    await finishTurn(turns, failed, '', { state: 'failed', finishReason: 'error' });
    const running = await startTurn(turns, client, owner, { conversationId });
    for (const id of [first.userMessageId, failed.messageId, running.messageId, elsewhere.messageId]) {
      assert.deepEqual(await rate(conversationId, id, up), { status: 'message_not_found' });
    }
    assert.deepEqual(await rate(conversationId, null, up), { status: 'saved', messageId: first.messageId });
  });

  it('is not found in a conversation without an answer', async () => {
    const { conversationId } = await runningTurn();
    assert.deepEqual(await rate(conversationId, null, up), { status: 'message_not_found' });
  });
});

function query(more: Partial<ListQuery> = {}): ListQuery {
  return { limit: 20, after: null, agentSlug: null, titlePart: null, ...more };
}

async function titles(more: Partial<ListQuery> = {}): Promise<string[]> {
  return (await conversations.list(owner, query(more))).conversations.map(({ title }) => title);
}

function answered(more: Parameters<typeof answeredTurn>[3] = {}, answer?: string) {
  return answeredTurn(turns, client, owner, more, answer);
}

async function runningTurn() {
  const processId = randomUUID();
  await turns.register(processId, 60_000, 20);
  return startTurn(turns, client, owner, { processId });
}

async function read(
  conversationId: string,
  messages: { limit: number; before: number | null } = { limit: 50, before: null },
) {
  const page = await conversations.read(owner, conversationId, messages);
  assert.ok(page, 'the conversation is there');
  return page;
}

function rate(
  conversationId: string,
  messageId: string | null,
  feedback: Parameters<PostgresConversationStore['rate']>[3],
) {
  return conversations.rate(owner, conversationId, messageId, feedback);
}

async function feedbackOf(conversationId: string) {
  const { messages } = await read(conversationId);
  return messages.filter(({ role }) => role === 'assistant').map(({ feedback }) => feedback);
}

function piece(turnId: string, byteOffset: number, text: string) {
  return { clientId: client.id, turnId, attempt: 1, byteOffset, text };
}

function beat(processId: string, output: ReturnType<typeof piece>[]) {
  return turns.heartbeat({ processId, leaseMs: 60_000, slots: 20, serviceMs: null, output });
}

async function insertConversation(
  at: string,
  { agent = 'assistant', title = 'A title' } = {},
): Promise<void> {
  await database.query(
    `insert into conversations (client_id, id, external_user_id, agent_slug, title, last_message_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [client.id, randomUUID(), owner.userId, agent, title, at],
  );
}

/** `table` may go on as `table where condition and`. */
async function countOf(table: string): Promise<number> {
  const where = table.includes(' where ') ? '' : ' where';
  const [row] = await database.query<{ count: number }>(
    `select count(*) from ${table}${where} client_id = $1`,
    [client.id],
  );
  return row?.count ?? Number.NaN;
}

/** The plan that the database keeps for every owner and every page. */
async function explainList(): Promise<string> {
  const { listSql } = await import('#adapters/postgres/conversation-sql.ts');
  return database.transaction(async (transaction) => {
    await transaction.script('set local plan_cache_mode = force_generic_plan');
    await transaction.script(
      `prepare list_page (integer, text, timestamptz, uuid, text, text, integer) as ${listSql}`,
    );
    const rows = await transaction.query<{ 'QUERY PLAN': string }>(
      `explain execute list_page (${client.id}, 'user-1', '2026-01-01', '${randomUUID()}', null, null, 21)`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
