import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { PostgresConversationStore } from '#adapters/postgres/conversation-store.ts';
import { Database } from '#adapters/postgres/database.ts';
import { PostgresTurnStore } from '#adapters/postgres/turn-store.ts';
import {
  Conversation,
  ConversationDeleted,
  ConversationList,
  ConversationRenamed,
  FeedbackSaved,
} from '#contract/resources.ts';
import { deleteConversation } from '#core/conversations/delete-conversation.ts';
import { listConversations } from '#core/conversations/list-conversations.ts';
import { rateAnswer } from '#core/conversations/rate-answer.ts';
import { readConversation } from '#core/conversations/read-conversation.ts';
import { renameConversation } from '#core/conversations/rename-conversation.ts';
import { ParleyError } from '#core/errors.ts';
import type { Owner } from '#core/identity/caller.ts';
import type { ModelProvider } from '#core/models/model-provider.ts';
import type { Client } from '#core/tenants/client.ts';
import { LiveTurn } from '#core/turn/live-turn.ts';
import { brandAdmitted } from '#core/turn/turn.ts';
import { answeredTurn, createClient, ownerIn, type StartedTurn, startTurn } from '#test/factories.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';

const provider: ModelProvider = {
  id: 'alpha',
  label: 'Alpha',
  models: [{ id: 'small', windowTokens: 100 }],
  supportsDeepDive: true,
  stream: () => Promise.reject(new Error('nothing is asked here')),
};
const models = { providers: [provider], defaultModel: 'alpha/small' };
const noTurns = { find: () => null };

let testDatabase: TestDatabase;
let database: Database;
let turns: PostgresTurnStore;
let conversations: PostgresConversationStore;
let client: Client;
let owner: Owner;

before(async () => {
  testDatabase = await createTestDatabase();
  database = new Database({ connectionString: testDatabase.url, connections: 2 });
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

describe('every answer about conversations', () => {
  it('has the shape of the contract and nothing beside it', async () => {
    const { conversationId } = await answeredTurn(turns, client, owner);
    await startTurn(turns, client, owner, { conversationId });
    const rated = await rateAnswer(conversations, owner, conversationId, {
      rating: 'down',
      comment: ' wrong ',
    });
    assertShape(FeedbackSaved, rated);
    assert.deepEqual(rated.feedback, { rating: 'down', comment: 'wrong' });
    assertShape(Conversation, await read(conversationId));
    assertShape(ConversationList, await listConversations(conversations, owner, { q: 'title' }));
    assertShape(ConversationRenamed, await renameConversation(conversations, owner, conversationId, 'new'));
    assertShape(ConversationDeleted, await deleteConversation(conversations, noTurns, owner, conversationId));
  });

  it('is the same 404 for an unknown, a foreign and a malformed uuid', async () => {
    const { conversationId } = await answeredTurn(turns, client, ownerIn(client, 'user-2'));
    const rating = { rating: 'up' } as const;
    for (const id of [randomUUID(), conversationId, 'not-a-uuid', `${conversationId}x`, '']) {
      await assert.rejects(read(id), isNotFound);
      await assert.rejects(renameConversation(conversations, owner, id, 'mine'), isNotFound);
      await assert.rejects(rateAnswer(conversations, owner, id, rating), isNotFound);
      await assert.rejects(deleteConversation(conversations, noTurns, owner, id), isNotFound);
    }
  });
});

describe('GET /conversations', () => {
  it('leads from page to page by next_cursor', async () => {
    for (const title of ['one', 'two', 'three']) await answeredTurn(turns, client, owner, { title });
    const first = await listConversations(conversations, owner, { limit: 2 });
    assert.equal(first.has_more, true);
    const second = await listConversations(conversations, owner, {
      limit: 2,
      cursor: first.next_cursor ?? '',
    });
    assert.deepEqual(
      [...first.data, ...second.data].map(({ title }) => title),
      ['three', 'two', 'one'],
    );
    assert.equal(second.has_more, false);
    assert.equal(second.next_cursor, null);
  });

  it('refuses an agent or a search that cannot be', async () => {
    for (const agentSlug of ['', 'a b', 'a\0b', 'A']) {
      await assert.rejects(listConversations(conversations, owner, { agentSlug }), isInvalid('?agent_slug'));
    }
    await assert.rejects(listConversations(conversations, owner, { q: 'x'.repeat(201) }), isInvalid('?q'));
  });

  it('searches for nothing in particular with an empty q, and finds nothing by a NUL', async () => {
    await answeredTurn(turns, client, owner);
    assert.equal((await listConversations(conversations, owner, { q: ' ' })).data.length, 1);
    assert.equal((await listConversations(conversations, owner, { q: '\0' })).data.length, 0);
  });
});

describe('GET /conversations/{uuid}', () => {
  it('leads to older messages by next_cursor', async () => {
    const { conversationId } = await answeredTurn(turns, client, owner, { prompt: 'old' });
    await answeredTurn(turns, client, owner, { conversationId, prompt: 'new' });
    const newest = await read(conversationId, { limit: 2 });
    assert.deepEqual(
      newest.messages.map(({ content }) => content),
      ['new', 'An answer'],
    );
    const older = await read(conversationId, { limit: 2, before: newest.next_cursor ?? '' });
    assert.deepEqual(
      older.messages.map(({ content }) => content),
      ['old', 'An answer'],
    );
    assert.equal(older.has_more, false);
  });

  it('counts the latest version of each answer into the context, up to the window', async () => {
    const { conversationId } = await answeredTurn(
      turns,
      client,
      owner,
      { prompt: 'x'.repeat(40) },
      'y'.repeat(200),
    );
    assert.deepEqual((await read(conversationId)).context_usage, {
      used_tokens: 14 + 54,
      window_tokens: 100,
    });
    const retry = { conversationId, retry: true, deepDive: true, prompt: null };
    await answeredTurn(turns, client, owner, retry, 'z'.repeat(20));
    assert.equal((await read(conversationId)).context_usage.used_tokens, 14 + 9);
    await answeredTurn(turns, client, owner, { conversationId }, 'y'.repeat(4_000));
    assert.equal((await read(conversationId)).context_usage.used_tokens, 100);
  });
});

describe('PATCH /conversations/{uuid}', () => {
  it('takes 1 to 200 characters after trimming', async () => {
    const { conversationId } = await answeredTurn(turns, client, owner);
    const longest = '\u{1f600}'.repeat(200);
    assert.equal((await rename(conversationId, ` ${longest}\n`)).title, longest);
    assert.equal((await read(conversationId)).title, longest);
    for (const title of ['', ' \n ', `${longest}x`, 'a\0b', 'a\nb', 'a\u0085b', 'a\ud83d']) {
      await assert.rejects(rename(conversationId, title), isInvalid('/title'));
    }
  });

  it('leaves the place in the list alone', async () => {
    const { conversationId } = await answeredTurn(turns, client, owner);
    await answeredTurn(turns, client, owner, { title: 'newer' });
    await rename(conversationId, 'older');
    const { data } = await listConversations(conversations, owner, {});
    assert.deepEqual(
      data.map(({ title }) => title),
      ['newer', 'older'],
    );
  });
});

describe('DELETE /conversations/{uuid}', () => {
  it('stops the answer that runs here at once, and is 404 the second time', async () => {
    const started = await startTurn(turns, client, owner);
    const live = liveTurn(started);
    const here = { find: (turnId: string) => (turnId === started.turnId ? live : null) };
    const upperCase = started.conversationId.toUpperCase();
    const deleted = await deleteConversation(conversations, here, owner, upperCase);
    assert.deepEqual(deleted, { ok: true, conversation_uuid: started.conversationId, deleted: true });
    assert.deepEqual(live.stopReason, { kind: 'cancelled', code: 'conversation_not_found' });
    await assert.rejects(deleteConversation(conversations, here, owner, upperCase), isNotFound);
  });
});

describe('POST /conversations/{uuid}/feedback', () => {
  it('works when the quota is out', async () => {
    client = await createClient(database, { daily_limit: 1 });
    owner = ownerIn(client);
    const { conversationId, messageId } = await answeredTurn(turns, client, owner);
    const saved = await rateAnswer(conversations, owner, conversationId, { rating: 'up' });
    assert.equal(saved.message_uuid, messageId);
    assert.deepEqual((await read(conversationId)).messages[1]?.feedback, { rating: 'up', comment: null });
  });

  it('is 422 for a message that is no finished answer of the conversation', async () => {
    const { conversationId, userMessageId } = await answeredTurn(turns, client, owner);
    for (const messageId of [userMessageId, randomUUID(), 'not-a-uuid']) {
      const rating = rateAnswer(conversations, owner, conversationId, { rating: 'up', messageId });
      await assert.rejects(rating, isInvalid('/message_uuid'));
    }
  });

  it('takes comments of up to 2,000 characters', async () => {
    const { conversationId } = await answeredTurn(turns, client, owner);
    const rate = (comment: string) =>
      rateAnswer(conversations, owner, conversationId, { rating: 'up', comment });
    const longest = '\u{1f600}'.repeat(2_000);
    assert.equal((await rate(longest)).feedback?.comment, longest);
    assert.equal((await rate('two\nlines')).feedback?.comment, 'two\nlines');
    assert.equal((await rate(' ')).feedback?.comment, null);
    for (const comment of [`${longest}x`, 'a\0b', 'a\ud83d']) {
      await assert.rejects(rate(comment), isInvalid('/comment'));
    }
  });
});

function read(conversationId: string, request: { limit?: number; before?: string } = {}) {
  return readConversation(conversations, models, client, owner, conversationId, request);
}

function rename(conversationId: string, title: string) {
  return renameConversation(conversations, owner, conversationId, title);
}

function liveTurn({ admission, ...started }: StartedTurn): LiveTurn {
  const agent = client.agents.get(client.defaultAgent);
  assert.ok(agent);
  const facts = {
    ...admission,
    ...started,
    id: started.turnId,
    clientId: client.id,
    userId: owner.userId,
    agentSlug: agent.slug,
    attempt: 1,
    createdAt: new Date(),
    prompt: '',
    history: [],
  };
  return new LiveTurn(brandAdmitted(facts, client, agent));
}

function assertShape(schema: TSchema, value: unknown): void {
  assert.deepEqual([...Value.Errors(schema, value)], []);
  // As it travels, so that nothing hides that JSON would change.
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value);
}

function isNotFound(error: unknown): boolean {
  assert.ok(error instanceof ParleyError);
  assert.equal(error.code, 'conversation_not_found');
  return true;
}

function isInvalid(pointer: string) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ParleyError);
    assert.equal(error.code, 'validation_error');
    assert.deepEqual(
      error.fields.map((field) => field.pointer),
      [pointer],
    );
    return true;
  };
}
