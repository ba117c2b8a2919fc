import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { RatedAnswer } from '#contract/people/feedback.ts';
import type { Break } from '#test/break.ts';
import { type RatedTurn, RatingsWorld } from '#test/people/ratings-world.ts';
import { problemOf } from '#test/reading/answered.ts';
import { until } from '#test/reading/until.ts';
import type { Hosted } from '#test/world/hosted.ts';
import { shareHosted } from '#test/world/shared-service.ts';

describe('What people thought of the answers', () => {
  let hosted: Hosted;
  before(async () => {
    hosted = await shareHosted();
  });

  test('is listed newest first, with the question and the answer, by whom and of which agent', async () => {
    const world = await RatingsWorld.begin(hosted);
    const first = await world.rated('up');
    const asked = { user: 'ünï@1', comment: 'Not\nwhat I asked', prompt: 'A second question' };
    const second = await world.rated('down', asked);
    const { data, has_more, next_cursor } = await world.page();
    assert.deepEqual([has_more, next_cursor], [false, null]);
    assert.deepEqual(
      data.map(({ message_uuid: uuid }) => uuid),
      [second.message, first.message],
    );
    const { feedback_uuid: _, created_at: at, ...shown } = data[0] ?? assert.fail('nothing is listed');
    assert.deepEqual(shown, {
      rating: 'down',
      comment: 'Not\nwhat I asked',
      conversation_uuid: second.conversation,
      message_uuid: second.message,
      external_user_id: 'ünï@1',
      agent_slug: 'assistant',
      guidance_version: null,
      question: 'A second question',
      answer: second.text,
    } satisfies Omit<RatedAnswer, 'feedback_uuid' | 'created_at'>);
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000, at);
    assert.deepEqual(JSON.parse((await world.byAdmin()).text), await world.page());
  });

  test('says which version of the own instructions the prompt had', async () => {
    const world = await RatingsWorld.begin(hosted, ['chat', 'review', 'guidance']);
    const guidance = '/agents/assistant/guidance';
    await world.partner.request('PUT', guidance, { text: 'Answer briefly.' });
    const published = await world.partner.post(`${guidance}/publish`, {});
    assert.equal(published.status, 200, published.text);
    await world.rated('up');
    assert.deepEqual(
      (await world.page()).data.map(({ guidance_version: version }) => version),
      [1],
    );
  });

  test('is narrowed to a rating, an agent and a time, and read on from page to page', async () => {
    const world = await RatingsWorld.begin(hosted);
    const turns: RatedTurn[] = [];
    for (let count = 0; count < 7; count++) turns.unshift(await world.rated(count % 3 === 0 ? 'down' : 'up'));
    const messages = turns.map(({ message }) => message);
    const at = (...places: number[]) => places.map((place) => messages[place]);
    assert.deepEqual(await world.messagesIn('?rating=down'), at(0, 3, 6));
    assert.deepEqual(await world.messagesIn('?rating=up&limit=100'), at(1, 2, 4, 5));
    assert.deepEqual(await world.messagesIn('?agent_slug=assistant'), messages);
    assert.deepEqual(await world.messagesIn('?agent_slug=another'), []);
    const moment = encodeURIComponent((await world.page()).data[3]?.created_at ?? '');
    assert.deepEqual(await world.messagesIn(`?since=${moment}`), messages.slice(0, 4));
    assert.deepEqual(await world.messagesIn(`?until=${moment}`), messages.slice(4));
    assert.deepEqual(await world.messagesIn('?since=2000-01-01&until=2001-01-01'), []);
    const read: string[] = [];
    for (let query = '?limit=3'; query !== ''; ) {
      const { data, next_cursor: next } = await world.page(query);
      read.push(...data.map(({ message_uuid: uuid }) => uuid));
      query = next === null ? '' : `?limit=3&cursor=${next}`;
    }
    assert.deepEqual(read, messages);
  });

  test('moves to the top under the same id when it is changed, and is gone when it is withdrawn', async () => {
    const world = await RatingsWorld.begin(hosted);
    const first = await world.rated('up');
    const second = await world.rated('up');
    const [, before] = (await world.page()).data;
    await world.rate(first, 'down', 'On second thoughts');
    const [after] = (await world.page()).data;
    assert.deepEqual(
      [after?.message_uuid, after?.rating, after?.comment, after?.feedback_uuid],
      [first.message, 'down', 'On second thoughts', before?.feedback_uuid],
    );
    assert.ok((after?.created_at ?? '') > (before?.created_at ?? ''));
    await world.rate(first, null);
    assert.deepEqual(await world.messagesIn(), [second.message]);
  });

  test('leaves with the conversation and with the person', async () => {
    const world = await RatingsWorld.begin(hosted);
    const [deleted, erased] = [await world.rated('up'), await world.rated('up', { user: 'user-2' })];
    const kept = await world.rated('up', { user: 'user-3' });
    const of = (id: string) => `external_user_id=${id}`;
    await world.partner.request('DELETE', `/conversations/${deleted.conversation}?${of('user-1')}`);
    assert.deepEqual(await world.messagesIn(), [kept.message, erased.message]);
    await until(async () => {
      const answer = await world.partner.request('DELETE', `/user-data?${of('user-2')}`);
      return JSON.stringify(await answer.json()).includes('"erased"');
    });
    assert.deepEqual(await world.messagesIn(), [kept.message]);
    const [left] = await hosted.api.database.query<{ count: number }>(
      'select count(*)::int as count from ratings where client_id = $1',
      [world.tenant.client.id],
    );
    assert.equal(left?.count, 1);
  });

  test('ends a page early where its texts are long', async () => {
    const world = await RatingsWorld.begin(hosted);
    for (let count = 0; count < 4; count++) await world.rated('up');
    await hosted.api.database.query(
      `update messages set content = repeat('x', 300000) where client_id = $1 and role = 'assistant'`,
      [world.tenant.client.id],
    );
    const { data, has_more, next_cursor } = await world.page();
    assert.deepEqual([data.length, has_more], [2, true]);
    assert.equal((await world.page(`?cursor=${next_cursor}`)).data.length, 2);
  });

  test('is noticed whichever release stores it', async () => {
    const world = await RatingsWorld.begin(hosted);
    const { message } = await world.rated('up');
    const asBefore = `update messages set rating = 'down', comment = 'Earlier' where id = $1`;
    await hosted.api.database.query(asBefore, [message]);
    const [shown] = (await world.page()).data;
    assert.deepEqual([shown?.message_uuid, shown?.rating, shown?.comment], [message, 'down', 'Earlier']);
  });

  test('needs the scope, and a query that means something', async () => {
    const without = await RatingsWorld.begin(hosted, ['chat', 'keys', 'webhooks', 'user-data', 'guidance']);
    problemOf(await without.partner.get('/feedback'), 'insufficient_scope');
    const refused = await without.byAdmin();
    assert.deepEqual([refused.status, JSON.parse(refused.text).scope], [403, 'review']);
    const world = await RatingsWorld.begin(hosted);
    const cursors = ['[1,2,3]', '[1e300,"0198c0de-0000-7000-8000-000000000000"]', '["1","2"]', '{}'];
    cursors.push('[-99999999999999,"0198c0de-0000-7000-8000-000000000000"]');
    for (const query of [
      ...['rating=', 'rating=good', 'rating=up&rating=down', 'rating=null', 'stars=5', 'agent_slug='],
      ...['agent_slug=a%00b', 'since=yesterday', 'since=2026-02-30', 'until=1', 'limit=0', 'limit=101'],
      ...['limit=ten', 'cursor=', 'cursor=x'],
      ...cursors.map((place) => `cursor=${Buffer.from(place).toString('base64url')}`),
    ]) {
      problemOf(await world.partner.get(`/feedback?${query}`), 'validation_error');
    }
    assert.deepEqual(await world.readsInLog(), []);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A cursor names no time that the database does not have',
    file: 'src/core/conversations/time-place.ts',
    replace: 'at >= 0 && at <= latestMs',
    by: 'at <= latestMs',
  },
  {
    rule: 'A page of ratings begins after the last one',
    file: 'src/adapters/postgres/conversations/rating-store.ts',
    replace: "atMs === null ? 'infinity' : new Date(atMs)",
    by: "atMs === null ? 'infinity' : new Date(atMs + 1)",
  },
  {
    rule: 'A page of long texts ends early',
    file: 'src/adapters/postgres/conversations/rating-store.ts',
    replace: 'filter(({ bytesBefore }) => bytesBefore < limits.messagePageBytes)',
    by: 'filter(({ bytesBefore }) => bytesBefore < 100 * limits.messagePageBytes)',
  },
  {
    rule: 'A rated answer says which version of the own instructions its prompt had',
    file: 'src/adapters/postgres/conversations/rating-store.ts',
    replace: 't.guidance_version, q.content',
    by: 'null::integer as guidance_version, q.content',
  },
  {
    rule: 'A rating that is changed moves to the top',
    file: 'database/migrations/0040-ratings.sql',
    replace: 'do update set rating = excluded.rating, rated_at = excluded.rated_at;',
    by: 'do update set rating = excluded.rating;',
  },
  {
    rule: 'A rating that is withdrawn is listed no more',
    file: 'database/migrations/0040-ratings.sql',
    replace: 'if new.rating is null then',
    by: 'if new.rating is null and new.seq < 0 then',
  },
  {
    rule: 'A partner needs the scope to read ratings',
    file: 'src/contract/operations/feedback.ts',
    replace: "channels: { api: 'review', account: 'review' },\n    ids:",
    by: "channels: { api: 'chat', account: 'review' },\n    ids:",
  },
];
