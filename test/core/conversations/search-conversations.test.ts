import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { PostgresConversationSearch } from '#adapters/postgres/conversations/search-store.ts';
import type { ListRequest } from '#core/conversations/list-conversations.ts';
import { searchConversations } from '#core/conversations/search-conversations.ts';
import type { ConversationSearch } from '#core/conversations/search-store.ts';
import { updateConversation } from '#core/conversations/update-conversation.ts';
import { ReaderSlots } from '#core/jobs/reader-slots.ts';
import type { Break } from '#test/break.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';
import { answeredTurn, ownerIn } from '#test/world/factories.ts';

const world = await openConversationWorld();

describe('GET /conversations?q=', () => {
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  it('finds conversations with every word in their title, questions and answers, newest first', async () => {
    await world.answered({ title: 'Rivers', prompt: 'Which is long?' }, 'The Danube.');
    await world.answered({ title: 'Danube', prompt: 'A river?' }, 'Yes.');
    await world.answered({ title: 'Lakes', prompt: 'Danube?' }, 'No.');
    assert.deepEqual(await titles('danube RIVER'), ['Danube', 'Rivers']);
    assert.deepEqual(await titles('danube lake'), ['Lakes']);
    assert.deepEqual(await titles('danube mountain'), []);
  });

  it('leads to the first message with every word, else with one, and says so when there is only the title', async () => {
    const { conversationId } = await world.answered({ title: 'Other', prompt: 'One river' }, 'One lake');
    await world.answered(
      { conversationId, prompt: `${'\u{1f600}'.repeat(300)}lake and river` },
      'River, lake',
    );
    const { messages } = await world.read(conversationId);
    const { data } = await search('river lake');
    assert.equal(data[0]?.match?.message_uuid, messages[2]?.id);
    assert.equal(data[0]?.match?.snippet, `${'\u{1f600}'.repeat(40)}lake and river`);
    assert.equal((await search('two one')).data.length, 0);
    assert.equal((await search('other lake')).data[0]?.match?.message_uuid, messages[1]?.id);
    assert.equal((await search('other')).data[0]?.match, null);
  });

  it('says that there is more only where there is', async () => {
    for (const title of ['one', 'two', 'three']) await world.answered({ title, prompt: 'needle' });
    const found = async (limit: number) => {
      const { data, has_more } = await search('needle', { limit });
      return [data.length, has_more];
    };
    assert.deepEqual(
      [await found(2), await found(3), await found(4)],
      [
        [2, true],
        [3, false],
        [3, false],
      ],
    );
  });

  it('takes every character for itself', async () => {
    const all = ['50% off', '500 off', 'a_b', 'acb', 'back\\slash', 'say "so"', 'Überblick', "o'neill"];
    for (const title of all) await world.answered({ title, prompt: title }, title);
    const found = [];
    for (const q of ['50%', 'A_B', '\\', '"SO"', 'üBER', "O'n"]) found.push(...(await titles(q)));
    assert.deepEqual(found, ['50% off', 'a_b', 'back\\slash', 'say "so"', 'Überblick', "o'neill"]);
    assert.deepEqual(await titles('\0'), []);
  });

  it('reads once at a time for each owner, who leaves the other connections to others', async () => {
    const [own, other] = [ownerIn(world.client, 'user-1'), ownerIn(world.client, 'user-2')];
    const [begun, ended]: [string[], string[]] = [[], []];
    const watched = new PostgresConversationSearch({
      query: async (text, values = []) => {
        const user = String(values[1]);
        assert.equal(begun.filter((one) => one === user).length, ended.filter((one) => one === user).length);
        begun.push(user);
        return world.database.query<never>(text, values).finally(() => ended.push(user));
      },
    });
    const query = { patterns: ['needle'], after: null, agentSlug: null, archived: null, count: 1 };
    await Promise.all([own, own, own, other].map((owner) => watched.read(owner, query)));
    assert.deepEqual(begun.slice(0, 2), ['user-1', 'user-2']);
    assert.equal(ended.length, 4);
  });

  it('lets 64 searches of an owner wait, refuses the next with 429 too_many_readers, and then takes them again', async () => {
    const [held, other] = [Promise.withResolvers<void>(), ownerIn(world.client, 'user-2')];
    const services = over({
      read: async (owner, query) => {
        if (owner.userId === world.owner.userId) await held.promise;
        return world.search.read(owner, query);
      },
      readTitles: (owner, query) => world.search.readTitles(owner, query),
    });
    const ask = (owner = world.owner) => searchConversations(services, owner, { q: 'needle' });
    const calls = Array.from({ length: 70 }, () => ask());
    const refused = calls.slice(64);
    const settled = await Promise.allSettled(refused);
    assert.deepEqual(
      settled.map((call) => call.status === 'rejected' && call.reason.code),
      refused.map(() => 'too_many_readers'),
    );
    assert.deepEqual((await ask(other)).data, []);
    held.resolve();
    for (const { has_more } of await Promise.all(calls.slice(0, 64))) assert.equal(has_more, false);
    assert.deepEqual((await ask()).data, []);
  });

  it('finds nothing of another owner, nothing deleted, and nothing that was set aside', async () => {
    const { conversationId } = await world.answered({ title: 'mine', prompt: 'needle one' }, 'haystack');
    await answeredTurn(world.turns, world.client, ownerIn(world.client, 'user-2'), { prompt: 'needle' });
    assert.deepEqual(await titles('needle'), ['mine']);
    const questions = (await world.read(conversationId)).messages;
    await world.answered({ conversationId, replaces: questions[0]?.id ?? '', prompt: 'another' }, 'Yes.');
    assert.deepEqual(await titles('needle'), []);
    assert.deepEqual(await titles('another'), ['mine']);
    await world.conversations.delete(world.owner, conversationId);
    assert.deepEqual(await titles('another'), []);
  });

  it('finds archived conversations too, unless it is asked for one kind', async () => {
    const { conversationId } = await world.answered({ title: 'away needle' });
    await world.answered({ title: 'here needle' });
    await updateConversation(world.conversations, world.owner, conversationId, { archived: true });
    assert.deepEqual(await titles('needle'), ['here needle', 'away needle']);
    assert.deepEqual(await titles('needle', { archived: 'true' }), ['away needle']);
    assert.deepEqual(await titles('needle', { archived: 'false' }), ['here needle']);
  });

  it('continues after a full page and after what there was time for, and says how far it has read', async () => {
    for (let n = 0; n < 40; n += 1) await world.answered({ title: `needle ${n}` });
    const first = await search('needle', { limit: 30 });
    assert.deepEqual([first.data.length, first.has_more], [30, true]);
    assert.equal(first.searched_until, first.data.at(-1)?.last_message_at);
    const rest = await search('needle', { limit: 30, cursor: first.next_cursor ?? '' });
    assert.deepEqual(
      [rest.data.length, rest.has_more, rest.next_cursor, rest.searched_until],
      [10, false, null, null],
    );
    let time = 0;
    const slow: ConversationSearch = {
      read: async (owner, query) => {
        time += 300;
        return world.search.read(owner, query);
      },
      readTitles: (owner, query) => world.search.readTitles(owner, query),
    };
    const services = { ...over(slow), now: () => time };
    const part = await searchConversations(services, world.owner, { q: 'needle 0', limit: 30 });
    assert.deepEqual(
      part.data.map(({ title }) => title),
      [],
    );
    assert.equal(part.has_more, true);
  });

  it('passes over messages that take too long, and never stands still', async () => {
    for (const title of ['needle', 'other']) await world.answered({ title, prompt: 'needle' });
    const stuck: ConversationSearch = {
      read: async () => null,
      readTitles: (owner, query) => world.search.readTitles(owner, query),
    };
    const { data, searched_until } = await searchConversations(over(stuck), world.owner, { q: 'needle' });
    assert.deepEqual([data.map(({ title }) => title), searched_until], [['needle'], null]);
  });
});

/** A search with reader slots of its own, and with all the time that a busy machine takes. */
function over(search: ConversationSearch) {
  return { search, readers: new ReaderSlots(), now: () => 0 };
}

function search(q: string, more: ListRequest = {}) {
  return searchConversations(over(world.search), world.owner, { q, ...more });
}

async function titles(q: string, more: ListRequest = {}): Promise<string[]> {
  return (await search(q, more)).data.map(({ title }) => title);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A search reads once at a time for each owner',
    file: 'src/adapters/postgres/conversations/search-store.ts',
    replace: 'await this.#reads.run(key, () => this.#database.query<SearchRow>(sql, values))',
    by: 'await this.#database.query<SearchRow>(sql, values)',
  },
  {
    rule: 'A search finds what has every word',
    file: 'src/adapters/postgres/conversations/search-store.ts',
    replace: 'c.title !~ w.word and not exists (select',
    by: 'c.title !~ w.word and false and not exists (select',
  },
  {
    rule: 'A search finds nothing that was set aside',
    file: 'src/adapters/postgres/conversations/search-store.ts',
    replace: ' and not m.seq <@ c.set_aside`',
    by: '`',
  },
  {
    rule: 'A search finds what belongs to its end user only',
    file: 'src/adapters/postgres/conversations/conversation-sql.ts',
    replace: 'c.client_id = $1 and c.external_user_id = $2 and (c.last_message_at, c.id)',
    by: 'c.client_id = $1 and $2::text is not null and (c.last_message_at, c.id)',
  },
  {
    rule: 'A search leads to the message with every word',
    file: 'src/adapters/postgres/conversations/search-store.ts',
    replace: 'and h.is_hit and m.content ~ all ($8)',
    by: 'and h.is_hit and m.content ~ any ($8)',
  },
  {
    rule: 'A search finds archived conversations, too',
    file: 'src/core/conversations/search-conversations.ts',
    replace: 'archived: request.archived === undefined ? null :',
    by: 'archived:',
  },
  {
    rule: 'The searches of an end user that wait are limited',
    file: 'src/core/conversations/search-conversations.ts',
    replace: 'using _ = readers.enter(owner);',
    by: '',
  },
  {
    rule: 'A search reads for a limited time',
    file: 'src/core/conversations/search-conversations.ts',
    replace: 'readAt - startedAt + tookMs > searchMs',
    by: 'readAt < startedAt',
  },
  {
    rule: 'A page of a search that ends with the last hit is the last',
    file: 'src/core/conversations/search-conversations.ts',
    replace: 'found.hits.length > limit',
    by: 'found.hits.length >= limit',
  },
];
