import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, describe, it } from 'node:test';
import {
  listArchivedSql,
  listListedSql,
  listPinnedSql,
} from '#adapters/postgres/conversations/conversation-sql.ts';
import type { ConversationRecord } from '#core/conversations/conversation.ts';
import type { ListQuery } from '#core/conversations/conversation-store.ts';
import { parseListCursor } from '#core/conversations/page.ts';
import type { ListPage } from '#core/shared/list-page.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';
import { createClient, ownerIn } from '#test/world/factories.ts';

const world = await openConversationWorld();

describe('the list of conversations', () => {
  after(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.startOver());

  it('puts the newest activity first, and a follow-up moves its conversation up', async () => {
    const [first, second] = [
      await world.answered({ title: 'first' }),
      await world.answered({ title: 'second' }),
    ];
    assert.deepEqual(await titles(), ['second', 'first']);
    await world.answered({ conversationId: first.conversationId });
    assert.deepEqual(await titles(), ['first', 'second']);
    const [top] = (await world.conversations.list(world.owner, query())).rows;
    assert.equal(top?.messageCount, 4);
    assert.notEqual(top?.id, second.conversationId);
  });

  it('gives every conversation once over its pages, however close in time', async () => {
    for (let n = 0; n < 7; n += 1) await insertConversation('2026-01-01 00:00:00.000001+00');
    for (let n = 0; n < 3; n += 1) await insertConversation(`2026-01-01 00:00:00.00000${n + 2}+00`);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const after = parseListCursor(cursor ?? undefined);
      const page: ListPage<ConversationRecord> = await world.conversations.list(
        world.owner,
        query({ limit: 2, after }),
      );
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.equal(seen.length, 10);
    assert.equal(new Set(seen).size, 10);
  });

  it('has no next page when it ends exactly with the last conversation', async () => {
    await world.answered();
    await world.answered();
    assert.equal((await world.conversations.list(world.owner, query({ limit: 2 }))).nextCursor, null);
  });

  it('shows no other owner what belongs to this one', async () => {
    await world.answered();
    const otherClient = await createClient(world.database);
    assert.equal((await world.conversations.list(ownerIn(world.client, 'user-2'), query())).rows.length, 0);
    assert.equal((await world.conversations.list(ownerIn(world.client, 'USER-1'), query())).rows.length, 0);
    assert.equal((await world.conversations.list(ownerIn(otherClient), query())).rows.length, 0);
  });

  it('can be of one agent only', async () => {
    await world.answered();
    await insertConversation('2026-01-01', { agent: 'operator-support', title: 'support' });
    assert.deepEqual(await titles({ agentSlug: 'operator-support' }), ['support']);
  });

  it('reads a page far down by the same ordered index scan as the first', async () => {
    await world.database.query(
      `insert into conversations (client_id, id, external_user_id, agent_slug, title, last_message_at, archived, pinned)
       select $1, gen_random_uuid(), case when n % 5 = 0 then 'user-1' else 'user-' || n end, 'assistant', 't',
         now() - n * interval '1 second', n % 50 = 0, n % 60 = 0 from generate_series(1, 20000) n`,
      [world.client.id],
    );
    await world.database.query('analyze conversations');
    const plans = [
      ['conversations_owner', await explainList(listListedSql)],
      ['conversations_archived', await explainList(listArchivedSql)],
      ['conversations_pinned', await explainList(listPinnedSql)],
    ] as const;
    for (const [index, plan] of plans) {
      assert.match(plan, new RegExp(`Index Scan using ${index} `));
      assert.match(plan, /Index Cond: .*ROW\(last_message_at, id\) </);
      assert.doesNotMatch(plan, /Sort|Seq Scan/);
    }
  });
});

function query(more: Partial<ListQuery> = {}): ListQuery {
  return { limit: 20, after: null, agentSlug: null, archived: false, ...more };
}

async function titles(more: Partial<ListQuery> = {}): Promise<string[]> {
  return (await world.conversations.list(world.owner, query(more))).rows.map(({ title }) => title);
}

async function insertConversation(
  at: string,
  { agent = 'assistant', title = 'A title' } = {},
): Promise<void> {
  await world.database.query(
    `insert into conversations (client_id, id, external_user_id, agent_slug, title, last_message_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [world.client.id, randomUUID(), world.owner.userId, agent, title, at],
  );
}

/** The plan that the database uses for every owner and every page. */
async function explainList(sql: string): Promise<string> {
  return world.database.transaction(async (transaction) => {
    await transaction.script('set local plan_cache_mode = force_generic_plan');
    await transaction.script(`prepare list_page (integer, text, timestamptz, uuid, text, integer) as ${sql}`);
    const rows = await transaction.query<{ 'QUERY PLAN': string }>(
      `explain execute list_page (${world.client.id}, 'user-1', '2026-01-01', '${randomUUID()}', null, 21)`,
    );
    await transaction.script('deallocate list_page');
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
