import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { UnansweredList } from '#contract/people/feedback.ts';
import type { Break } from '#test/break.ts';
import { RatingsWorld } from '#test/people/ratings-world.ts';
import { problemOf } from '#test/reading/answered.ts';
import type { Hosted } from '#test/world/hosted.ts';
import { Partner } from '#test/world/partner.ts';
import { shareHosted } from '#test/world/shared-service.ts';

describe('What people wrote', () => {
  let hosted: Hosted;
  before(async () => {
    hosted = await shareHosted();
  });

  test('is read of the own client only, and every page that was read is in the audit log with its reader', async () => {
    const other = await RatingsWorld.begin(hosted);
    await other.rated('up');
    const world = await RatingsWorld.begin(hosted);
    for (let count = 0; count < 3; count++) await world.rated('down');
    assert.equal((await world.page('?limit=2')).data.length, 2);
    const { next_cursor: cursor } = await world.page('?limit=2');
    await world.byAdmin('?limit=1');
    await world.partner.get('/feedback?rating=none');
    const key = `key:${world.tenant.slug}`;
    assert.deepEqual(await world.readsInLog(), [
      [key, 2],
      [key, 2],
      [world.adminId, 1],
    ]);
    const beyond = await other.page(`?cursor=${cursor}`);
    assert.deepEqual(
      beyond.data.map(({ rating }) => rating),
      ['up'],
    );
    assert.deepEqual(await other.readsInLog(), [[`key:${other.tenant.slug}`, 1]]);
  });

  test('is shown to no key and no administrator while the tenant keeps it private, which no operator chooses', async () => {
    const world = await RatingsWorld.begin(hosted);
    await world.rated('down');
    assert.equal((await world.setPrivate(true)).status, 200);
    problemOf(await world.partner.get('/feedback'), 'conversations_private');
    const { status, text } = await world.byAdmin();
    assert.deepEqual([status, JSON.parse(text).code], [403, 'conversations_private']);
    assert.deepEqual(await world.readsInLog(), []);
    const operator = await hosted.tenant({ scopes: ['admin:clients'] });
    const tools = new Partner(hosted.api, operator.client, operator.key);
    const path = `/admin/clients/${world.tenant.slug}`;
    assert.equal(JSON.parse((await tools.get(path)).text).client.conversations_private, true);
    assert.equal((await tools.request('PATCH', path, { conversations_private: false })).status, 422);
    for (const wrong of ['true', 1, null, [true]]) assert.equal((await world.setPrivate(wrong)).status, 422);
    problemOf(await world.partner.get('/feedback'), 'conversations_private');
    assert.equal((await world.setPrivate(false)).status, 200);
    assert.equal((await world.page()).data.length, 1);
    const log: { data: readonly Entry[] } = JSON.parse((await world.auditLog()).text);
    const changes = log.data.filter(({ action }) => action === 'client.update');
    assert.deepEqual(
      changes.map(({ actor, after: changed }) => [actor, changed]),
      [
        [world.adminId, { conversations_private: false }],
        [world.adminId, { conversations_private: true }],
      ],
    );
  });

  test('is read by no request that began after the tenant has chosen to keep it private', async () => {
    const world = await RatingsWorld.begin(hosted);
    for (let count = 0; count < 3; count++) await world.rated('down');
    for (let round = 0; round < 5; round++) {
      await world.setPrivate(false);
      const chosen = { isPrivate: false };
      const late: number[] = [];
      const readers = Array.from({ length: 6 }, async () => {
        for (let reads = 0; reads < 20; reads++) {
          const { isPrivate } = chosen;
          const { status } = await world.partner.get('/feedback');
          if (isPrivate) late.push(status);
        }
      });
      const choosing = world.setPrivate(true).then(() => {
        chosen.isPrivate = true;
      });
      await Promise.all([...readers, choosing]);
      problemOf(await world.partner.get('/feedback'), 'conversations_private');
      assert.deepEqual(
        late.filter((status) => status !== 403),
        [],
      );
    }
  });

  test('is read, where it is unanswered, of the own agent and the last 30 days, and each read is in the log', async () => {
    const [world, other] = [await RatingsWorld.begin(hosted), await RatingsWorld.begin(hosted)];
    const asked = [
      await world.rated('up', { prompt: 'First?' }),
      await world.rated('up', { prompt: 'Second?' }),
    ];
    await other.rated('up');
    const list = (query = '') => world.partner.get(`/agents/assistant/unanswered${query}`);
    const markUnanswered = (days: number) =>
      hosted.api.database.query(
        `insert into unanswered (client_id, conversation_id, seq, message_id, agent_slug, answered_at)
         select m.client_id, m.conversation_id, m.seq, m.id, 'assistant',
           date_trunc('milliseconds', now() - $1 * interval '1 day')
         from messages m where m.role = 'assistant' and m.client_id = any ($2)
         on conflict (client_id, conversation_id, seq) do update set answered_at = excluded.answered_at`,
        [days, [world.tenant.client.id, other.tenant.client.id]],
      );
    await markUnanswered(29);
    const first: UnansweredList = JSON.parse((await list('?limit=1')).text);
    const second: UnansweredList = JSON.parse((await list(`?cursor=${first.next_cursor}`)).text);
    const found = [...first.data, ...second.data];
    assert.deepEqual(new Set(found.map(({ question }) => question)), new Set(['First?', 'Second?']));
    assert.deepEqual(
      found.map(({ message_uuid: uuid, answer }) => [uuid, answer]).sort(),
      asked.map(({ message, text }) => [message, text]).sort(),
    );
    const reads = await hosted.api.database.query(
      `select subject, after from audit_log where client_id = $1 and action = 'unanswered.read'`,
      [world.tenant.client.id],
    );
    const read = { subject: 'assistant', after: { answers: 1 } };
    assert.deepEqual(reads, [read, read]);
    await hosted.api.database.query(
      `update messages set content = repeat('a', 600000) where role = 'assistant' and client_id = $1`,
      [world.tenant.client.id],
    );
    const long: UnansweredList = JSON.parse((await list()).text);
    const rest: UnansweredList = JSON.parse((await list(`?cursor=${long.next_cursor}`)).text);
    assert.deepEqual(
      [long, rest].map(({ data, has_more: hasMore }) => [data.length, hasMore]),
      [
        [1, true],
        [1, false],
      ],
    );
    problemOf(await world.partner.get('/agents/nobody/unanswered'), 'agent_not_allowed');
    await markUnanswered(31);
    assert.deepEqual(JSON.parse((await list()).text).data, []);
    await world.setPrivate(true);
    problemOf(await list(), 'conversations_private');
  });
});

interface Entry {
  readonly actor: string;
  readonly action: string;
  readonly after: unknown;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A tenant that keeps its conversations private shows no ratings',
    file: 'src/adapters/postgres/conversations/rating-store.ts',
    replace: 'if (found[0]?.isPrivate !== false) return null;',
    by: 'if (found[0] === undefined) return null;',
  },
  {
    rule: 'Ratings are those of the own client',
    file: 'src/adapters/postgres/conversations/rating-store.ts',
    replace: 'where r.client_id = o.id and (r.rated_at',
    by: 'where (r.rated_at',
  },
  {
    rule: 'Every read of ratings is in the audit log',
    file: 'src/core/conversations/read-ratings.ts',
    replace: '  await tenants.change(actor, ({ audit }) =>',
    by: "  if (actor.kind !== 'key') await tenants.change(actor, ({ audit }) =>",
  },
  {
    rule: 'A tenant that keeps its conversations private shows no unanswered questions',
    file: 'src/adapters/postgres/conversations/unanswered-store.ts',
    replace: 'if (found[0]?.isPrivate !== false) return null;',
    by: 'if (found[0] === undefined) return null;',
  },
  {
    rule: 'Unanswered questions are those of the own client',
    file: 'src/adapters/postgres/conversations/unanswered-store.ts',
    replace: 'where u.client_id = o.id and u.agent_slug',
    by: 'where u.agent_slug',
  },
  {
    rule: 'Unanswered questions are those of 30 days',
    file: 'src/adapters/postgres/conversations/unanswered-store.ts',
    replace: "interval '30 days'",
    by: "interval '300 days'",
  },
  {
    rule: 'Every read of unanswered questions is in the audit log',
    file: 'src/core/conversations/read-unanswered.ts',
    replace: '  await tenants.change(actor, ({ audit }) =>',
    by: "  if (actor.kind !== 'key') await tenants.change(actor, ({ audit }) =>",
  },
  {
    rule: 'No operator changes whether a tenant keeps its conversations private',
    file: 'src/contract/admin.ts',
    replace: '{ ...optionalSettings, enabled:',
    by: '{ ...optionalSettings, conversations_private: Type.Optional(Type.Boolean()), enabled:',
  },
  {
    rule: 'A page of unanswered questions has so many bytes',
    file: 'src/adapters/postgres/conversations/unanswered-store.ts',
    replace: 'filter(({ bytesBefore }) => bytesBefore < limits.messagePageBytes)',
    by: 'filter(({ bytesBefore }) => bytesBefore < Number.POSITIVE_INFINITY)',
  },
];
