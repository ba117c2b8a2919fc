import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PostgresRatingStore, ratingStatement } from '#adapters/postgres/conversations/rating-store.ts';
import type { RatingFilter } from '#core/conversations/read-ratings.ts';
import type { Break } from '#test/break.ts';
import { openConversationWorld } from '#test/world/conversation-world.ts';

const world = await openConversationWorld();

/** One in a hundred of all answers, of which half are the client's. */
const ratedAnswers = 100_000;

describe('a list of ratings', () => {
  before(() => fill());
  after(() => world[Symbol.asyncDispose]());

  it('reads a page of an index and nothing more, however many there are', async () => {
    for (const filter of [
      {},
      { rating: 'down' },
      { agentSlug: 'rare' },
      { since: new Date(Date.now() - 30_000_000), until: new Date(Date.now() - 10_000_000) },
    ] as const) {
      const { plan, blocks } = await explained({ ...all, ...filter });
      assert.match(plan, /Index (Only )?Scan Backward using ratings_newest on ratings/, plan);
      assert.doesNotMatch(plan, /Seq Scan|Bitmap|Sort Key: r\.rated_at/, plan);
      // Twenty-one rows of five tables, and as much of the index as it takes to find rare ones.
      assert.ok(blocks < 1_500, `${blocks} blocks: ${JSON.stringify(filter)}`);
    }
  });

  it('has its rows in their order, and where they are rare', async () => {
    const store = new PostgresRatingStore(world.database);
    const page = await store.list(world.client.id, { ...all, rating: 'down', agentSlug: 'rare' }, null, 5);
    assert.equal(page?.hasMore, true);
    const times = page?.rows.map(({ ratedAt }) => ratedAt.getTime()) ?? [];
    assert.equal(times.length, 5);
    assert.deepEqual(times, times.toSorted().toReversed());
    for (const { agentSlug, rating } of page?.rows ?? [])
      assert.deepEqual([agentSlug, rating], ['rare', 'down']);
  });
});

const all: RatingFilter = { rating: null, agentSlug: null, since: null, until: null };

/** A conversation for each rating; one in a thousand is of a rare agent, and of these half are not good. */
async function fill(): Promise<void> {
  const rows = `select case when n % 2 = 0 then $1 else $1 + 1 + n % 40 end as client_id, md5(n::text)::uuid as id, n,
    case when n % 1000 = 0 then 'rare' else 'assistant' end as agent,
    case when n % 2000 = 0 or n % 7 = 0 then 'down' else 'up' end as rating
    from generate_series(1, $2::integer) n`;
  const values = [world.client.id, ratedAnswers];
  await world.database.transaction(async (transaction) => {
    for (const text of [
      `insert into conversations (client_id, id, external_user_id, agent_slug, title)
         select client_id, id, 'user-' || n % 500, agent, 'A title' from (${rows}) r`,
      `insert into messages (client_id, conversation_id, seq, id, role, content, status)
         select client_id, id, 1, gen_random_uuid(), 'user', 'A question', 'complete' from (${rows}) r`,
      `insert into messages (client_id, conversation_id, seq, id, role, content, status, rating)
         select client_id, id, 2, gen_random_uuid(), 'assistant', 'An answer', 'complete', rating from (${rows}) r`,
      `insert into ratings (client_id, conversation_id, seq, id, agent_slug, rating, rated_at)
         select client_id, id, 2, gen_random_uuid(), agent, rating, now() - n * interval '1 second'
         from (${rows}) r`,
    ]) {
      await transaction.query(text, values);
    }
  });
  await world.database.query('analyze conversations, messages, ratings');
}

async function explained(filter: RatingFilter): Promise<{ plan: string; blocks: number }> {
  const { text, values } = ratingStatement(world.client.id, filter, null, 20);
  const rows = await world.database.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, timing off, costs off) ${text}`,
    values,
  );
  const lines = rows.map((row) => row['QUERY PLAN']);
  const [, hit = '0'] = /shared hit=(\d+)/.exec(lines.find((line) => line.includes('Buffers')) ?? '') ?? [];
  const [, read = '0'] = / read=(\d+)/.exec(lines.find((line) => line.includes('Buffers')) ?? '') ?? [];
  return { plan: lines.join('\n'), blocks: Number(hit) + Number(read) };
}

export const breaks: readonly Break[] = [
  {
    rule: 'Ratings are read from an index in their order',
    file: 'src/adapters/postgres/conversations/rating-store.ts',
    replace: 'order by r.rated_at desc, r.id desc limit $6) n',
    by: "order by r.rated_at + interval '0' desc, r.id desc limit $6) n",
  },
];
