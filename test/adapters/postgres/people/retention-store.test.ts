import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { PostgresRetentionStore } from '#adapters/postgres/people/retention-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { Break } from '#test/break.ts';
import { storeAction } from '#test/openapi/prepare-action.ts';
import { storePerson } from '#test/people/person-data.ts';
import { storeTool } from '#test/tools/stored-tool.ts';
import { answeredTurn, ownerIn, startTurn } from '#test/world/factories.ts';
import { openTenantWorld, operator, type TenantWorld } from '../../../core/administration/tenant-world.ts';

describe('the retention of a client', () => {
  let world: TenantWorld;
  let store: PostgresRetentionStore;
  beforeEach(async () => {
    world = await openTenantWorld();
    store = new PostgresRetentionStore(world.database);
  });
  afterEach(() => world[Symbol.asyncDispose]());

  const clientWith = async (slug: string, days: number | null): Promise<Client> => {
    await world.clients.create(operator, slug, {});
    return world.clients.update(operator, slug, { retention_days: days });
  };
  const age = (userId: string, days: number) =>
    world.database.query(
      `update conversations set last_message_at = now() - make_interval(days => $2),
         updated_at = now() - make_interval(days => $2) where external_user_id = $1`,
      [userId, days],
    );
  const pass = async () => {
    let pieces = 0;
    while (await store.deleteOldConversations()) pieces += 1;
    return pieces;
  };
  const left = async () =>
    (
      await world.database.query<{ user: string }>(
        'select distinct external_user_id as user from conversations order by 1',
      )
    ).map(({ user }) => user);

  it('deletes the conversations that were untouched for that many days, with their messages', async () => {
    const client = await clientWith('acme', 30);
    for (const user of ['old', 'new']) await storePerson(world, client, user);
    await age('old', 31);
    await age('new', 29);
    await pass();
    assert.deepEqual(await left(), ['new']);
    assert.equal(await world.countOf(`messages where content like '%of-old'`), 0);
    assert.equal(await world.countOf(`turns where facts is not null and page is not null`), 2);
    assert.equal(
      await world.countOf(`turns where external_user_id = 'old' and facts is null and page is null`),
      2,
    );
    assert.equal(await world.countOf('usage_clients where requests = 4'), 1);
  });

  it('notifies a client that uses events of each conversation, and stores nothing for another', async () => {
    const [told, untold] = [await clientWith('told', 30), await clientWith('untold', 30)];
    await world.database.query('update clients set events_since = now() where id = $1', [told.id]);
    const stored = await storePerson(world, told, 'one');
    await storePerson(world, untold, 'two');
    for (const user of ['one', 'two']) await age(user, 31);
    await pass();
    assert.deepEqual(await left(), []);
    const events = await world.database.query<{ client: number; type: string; user: string; data: unknown }>(
      'select client_id as client, type, external_user_id as user, data from events',
    );
    const key = (data: unknown) => JSON.stringify(data);
    assert.deepEqual(
      events.map(({ client, type, user, data }) => [client, type, user, key(data)].join(' ')).toSorted(),
      stored
        .map(({ conversationId: id }) =>
          [told.id, 'conversation.deleted', 'one', key({ conversation_uuid: id })].join(' '),
        )
        .toSorted(),
    );
  });

  it('deletes an unlisted conversation 30 days after it was touched last, whatever the client says', async () => {
    const client = await clientWith('acme', null);
    for (const [user, days] of [
      ['old', 31],
      ['touched', 29],
      ['listed', 31],
    ] as const) {
      const listing = user === 'listed' ? null : ('unlisted' as const);
      await startTurn(world.turns, client, ownerIn(client, user), { listing });
      await age(user, days);
    }
    await world.database.query(`update unlisted_conversations set look_at = now()`);
    await world.database.query('update clients set events_since = now() where id = $1', [client.id]);
    assert.equal(await store.deleteUnlistedConversations(), false);
    const told = await world.database.query('select type, external_user_id as user from events');
    assert.deepEqual(told, [{ type: 'conversation.deleted', user: 'old' }]);
    assert.deepEqual(await left(), ['listed', 'touched']);
    assert.equal(
      await world.countOf(`unlisted_conversations where look_at > now() + interval '23 hours'`),
      1,
    );
    assert.equal(await world.countOf('unlisted_conversations'), 1);
  });

  it('leaves a client without one alone, and one whose retention was removed', async () => {
    const [without, removed] = [await clientWith('without', null), await clientWith('removed', 10)];
    await storePerson(world, without, 'one');
    await storePerson(world, removed, 'two');
    await age('one', 4_000);
    await age('two', 4_000);
    await world.clients.update(operator, 'removed', { retention_days: null });
    assert.equal(await pass(), 0);
    assert.deepEqual(await left(), ['one', 'two']);
  });

  it('leaves a conversation that was renamed, or in which a turn has begun', async () => {
    const client = await clientWith('acme', 30);
    for (const user of ['renamed', 'asked']) await storePerson(world, client, user, 1);
    await age('renamed', 40);
    await age('asked', 40);
    await world.database.query(
      `update conversations set updated_at = now() where external_user_id = 'renamed'`,
    );
    const [row] = await world.database.query<{ id: string }>(
      `select id from conversations where external_user_id = 'asked'`,
    );
    await startTurn(world.turns, client, ownerIn(client, 'asked'), {
      conversationId: row?.id ?? null,
      idempotencyKey: 'another',
      requestHash: 'another',
    });
    await pass();
    assert.deepEqual(await left(), ['asked', 'renamed']);
  });

  it('walks many conversations in pieces, each once, and rests after a pass', async () => {
    const client = await clientWith('acme', 1);
    await world.database.query(
      `insert into conversations (client_id, id, external_user_id, agent_slug, title, updated_at, last_message_at)
       select $1, gen_random_uuid(), 'many', 'assistant', 't', d, d
       from (select now() - make_interval(days => n % 2 * 5) as d from generate_series(1, 2500) n) days`,
      [client.id],
    );
    assert.equal(await pass(), 3);
    assert.equal(await world.countOf('conversations'), 1_250);
    await age('many', 5);
    assert.equal(await pass(), 0, 'a pass begins an hour after the last one');
    await world.database.query('update retention_passes set next_at = now()');
    await pass();
    assert.equal(await world.countOf('conversations'), 0);
  });

  it('ends sessions, codes and attempts by themselves', async () => {
    const client = await clientWith('acme', null);
    const { user } = await world.users.create(operator, 'acme', { email: 'anna@example.com' });
    for (const [name, expires] of [
      ['past', "now() - interval '1 second'"],
      ['open', "now() + interval '1 hour'"],
    ]) {
      const values = [client.id, user.id, name];
      await world.database.query(
        `insert into login_sessions (client_id, user_id, id, expires_at) values ($1, $2, $3, ${expires})`,
        values,
      );
      await world.database.query(
        `insert into login_codes (client_id, user_id, code_hash, purpose, expires_at)
         values ($1, $2, convert_to($3, 'utf8'), 'reset', ${expires})`,
        values,
      );
      await world.database.query(
        `insert into login_throttle (bucket, attempts, window_ends) values ($1, 1, ${expires})`,
        [name],
      );
    }
    await store.deleteEnded();
    for (const table of ['login_sessions', 'login_codes', 'login_throttle']) {
      assert.equal(await world.countOf(table), 1, table);
    }
    assert.equal(await world.countOf(`login_sessions where id = 'open'`), 1);
  });

  it('ends what is known of the calls of tools, and of what was not answered, after 30 days', async () => {
    const client = await clientWith('acme', null);
    const { serverId } = await storeTool(world.database, client);
    for (const days of [29, 31]) {
      const { turnId, conversationId } = await answeredTurn(world.turns, client, ownerIn(client));
      await storeAction(world.database, turnId, serverId);
      const values = [client.id, conversationId, turnId, days];
      const at = 'now() - make_interval(days => $4)';
      await world.database.query(
        `update tool_calls set created_at = ${at} where client_id = $1
        and conversation_id = $2 and turn_id = $3`,
        values,
      );
      await world.database.query(
        `insert into turn_steps (client_id, conversation_id, turn_id, step, origin, text, native, created_at)
         values ($1, $2, $3, 1, '', '', '', ${at})`,
        values,
      );
      await world.database.query(
        `insert into unanswered (client_id, conversation_id, seq, message_id, agent_slug, answered_at)
         values ($1, $2, 2, $3, 'assistant', ${at})`,
        values,
      );
    }
    await store.deleteEnded();
    for (const [table, at] of [
      ['tool_calls', 'created_at'],
      ['turn_steps', 'created_at'],
      ['unanswered', 'answered_at'],
    ] as const) {
      assert.equal(await world.countOf(table), 1, table);
      assert.equal(await world.countOf(`${table} where ${at} > now() - interval '30 days'`), 1, table);
    }
  });

  it('closes the questions that cannot be said yes to any more, and empties what they were about', async () => {
    const client = await clientWith('acme', null);
    const { serverId } = await storeTool(world.database, client);
    const ask = async (user: string) => {
      const { turnId, conversationId } = await answeredTurn(world.turns, client, ownerIn(client, user));
      return { id: await storeAction(world.database, turnId, serverId), conversationId };
    };
    const [late, overtaken] = [await ask('late'), await ask('overtaken')];
    for (const user of ['blocked', 'open']) await ask(user);
    await world.database.query(`update tool_calls set decide_until = now() - interval '1 s' where id = $1`, [
      late.id,
    ]);
    const { conversationId } = overtaken;
    await answeredTurn(world.turns, client, ownerIn(client, 'overtaken'), { conversationId });
    // A process of the release before has blocked the user, and knows of no question.
    await world.database.query(
      `insert into blocked_users (client_id, external_user_id) values ($1, 'blocked')`,
      [client.id],
    );
    while (await store.expireActions());
    const rows = await world.database.query<{ user: string; status: string; arguments: string }>(
      `select t.external_user_id as user, k.status, k.arguments from tool_calls k
       join turns t on t.client_id = k.client_id and t.id = k.turn_id order by 1`,
    );
    const over = { status: 'expired', arguments: '' };
    assert.deepEqual(rows, [
      { user: 'blocked', ...over },
      { user: 'late', ...over },
      { user: 'open', status: 'pending', arguments: '{}' },
      { user: 'overtaken', ...over },
    ]);
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A question is closed once its time is over',
    file: 'database/functions/15-steps.sql',
    replace: 'select coalesce(p_call.decide_until < now(), false) or',
    by: 'select',
  },
  {
    rule: 'A question is closed once its conversation has had another turn',
    file: 'database/functions/15-steps.sql',
    replace: 'v.next_seq > t.answer_seq + 1 or',
    by: '',
  },
  {
    rule: 'Facts and page of a question go with its conversation',
    file: 'database/migrations/0042-facts.sql',
    replace: 'update turns t set facts = null, page = null from gone',
    by: 'update turns t set page = null from gone',
  },
  {
    rule: 'An unlisted conversation that was touched is kept',
    file: 'src/adapters/postgres/people/retention-store.ts',
    replace: 'where found.ends_at <= now() and v.client_id',
    by: 'where v.client_id',
  },
  {
    rule: 'A client gets events about the conversations that its retention deletes',
    file: 'src/adapters/postgres/people/retention-store.ts',
    replace: 'having count(*) > 0`',
    by: 'having false`',
  },
  {
    rule: 'Retention spares what was touched',
    file: 'src/adapters/postgres/people/retention-store.ts',
    replace: 'greatest(v.updated_at, v.last_message_at) < now()',
    by: 'v.created_at <= now()',
  },
  {
    rule: 'Login sessions end by themselves',
    file: 'src/adapters/postgres/people/retention-store.ts',
    replace: "login_sessions: 'expires_at < now()'",
    by: "login_sessions: `expires_at < now() - interval '1 year'`",
  },
  {
    rule: 'What is known of a call of a tool is kept for 30 days',
    file: 'src/adapters/postgres/people/retention-store.ts',
    replace: "tool_calls: `created_at < now() - interval '30 days'`",
    by: "tool_calls: `created_at < now() - interval '3 days'`",
  },
  {
    rule: 'Steps of turns go after 30 days',
    file: 'src/adapters/postgres/people/retention-store.ts',
    replace: "      turn_steps: `created_at < now() - interval '30 days'`,\n",
    by: '',
  },
  {
    rule: 'What was not answered is known for 30 days',
    file: 'src/adapters/postgres/people/retention-store.ts',
    replace: '      unanswered: "answered_at < now() - interval \'30 days\'",\n',
    by: '',
  },
  {
    rule: 'A partner is told of an unlisted conversation that is deleted',
    file: 'src/adapters/postgres/people/retention-store.ts',
    replace: "recorded as (${recordDeletions('gone')})",
    by: 'recorded as (select 1 from gone where false)',
  },
];
