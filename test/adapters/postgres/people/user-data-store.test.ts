import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PostgresUserDataStore } from '#adapters/postgres/people/user-data-store.ts';
import type { UserDataLine } from '#contract/people/people.ts';
import type { Client } from '#core/clients/client.ts';
import { exportUserData } from '#core/people/export-user-data.ts';
import type { Break } from '#test/break.ts';
import { createClient } from '#test/world/factories.ts';
import { openTenantWorld, type TenantWorld } from '../../../core/administration/tenant-world.ts';

const userId = 'anna';
/** One more than two pages of messages, and of everything else. */
const [messages, others] = [101, 1_001];

describe('The stored data of a person', () => {
  let world: TenantWorld;
  let client: Client;
  before(async () => {
    world = await openTenantWorld();
    client = await createClient(world.database);
    const stranger = await createClient(world.database);
    // Another client has another person of the same id, and this client another person.
    for (const [{ id }, user] of [
      [client, userId],
      [stranger, userId],
      [client, 'berta'],
    ] as const) {
      await storeMuch(id, user);
    }
  });
  after(() => world[Symbol.asyncDispose]());

  it('is exported to its end, with nothing of other people and other clients', async () => {
    const person = { clientId: client.id, userId };
    const user = { externalUserId: userId, isBlocked: false, account: null };
    const lines: UserDataLine[] = [];
    for await (const line of exportUserData(new PostgresUserDataStore(world.database), person, user)) {
      lines.push(line);
    }
    const counted: Record<string, number> = {};
    for (const { type } of lines) counted[type] = (counted[type] ?? 0) + 1;
    const conversation = { conversation: others, message: messages, feedback: messages, turn: others };
    // The person appears as the author of a change and as its subject.
    assert.deepEqual(counted, { user: 1, ...conversation, usage: others, audit: 2 * others, end: 1 });
    assert.deepEqual(lines.at(-1), { type: 'end', lines: lines.length - 1 });
    const marks = new Set(lines.flatMap(markOf));
    assert.deepEqual([...marks], [`${client.id} ${userId}`]);
    assert.equal(new Set(lines.map((line) => JSON.stringify(line))).size, lines.length, 'a line comes twice');
  });

  /** Every row says whose it is. Only the first conversation has messages. */
  async function storeMuch(clientId: number, user: string): Promise<void> {
    const mark = `${clientId} ${user}`;
    const of = [clientId, user, mark, others];
    await world.database.query(
      `insert into conversations (client_id, id, external_user_id, agent_slug, title)
       select $1, gen_random_uuid(), $2, 'assistant', $3 from generate_series(1, $4)`,
      of,
    );
    await world.database.query(
      `insert into messages (client_id, conversation_id, seq, id, role, content, status, rating, comment)
       select $1, c.id, n, gen_random_uuid(), 'assistant', $3, 'complete', 'up', $3
       from generate_series(1, $4) n,
         (select id from conversations where client_id = $1 and external_user_id = $2 limit 1) c`,
      [clientId, user, mark, messages],
    );
    await world.database.query(
      `insert into turns (client_id, id, conversation_id, external_user_id, agent_slug, door, state, priority, deep_dive,
         retry, on_disconnect, user_message_id, user_seq, message_id, answer_seq, charge_day, facts)
       select $1, gen_random_uuid(), c.id, $2, 'assistant', 'stream', 'completed', false, false, false, 'cancel',
         gen_random_uuid(), 1, gen_random_uuid(), 2, '2026-01-01', jsonb_build_object('mark', $3::text)
       from generate_series(1, $4) n,
         (select id from conversations where client_id = $1 and external_user_id = $2 limit 1) c`,
      of,
    );
    await world.database.query(
      `insert into usage_users (client_id, day, external_user_id, requests)
       select $1, date '2026-01-01' - n, $2, 1 from generate_series(1, $3) n`,
      [clientId, user, others],
    );
    await world.database.query(
      `insert into audit_log (client_id, actor, action, subject, before, after, at)
       select $1, who.actor, 'user.update', who.subject, jsonb_build_object('title', $3::text), jsonb_build_object('n', n),
         now() from generate_series(1, $4) n, (values ($2, 'someone'), ('someone', $2)) who(actor, subject)`,
      of,
    );
  }
});

/** The client and the person that a line is about, where it says so. */
function markOf(line: UserDataLine): readonly string[] {
  switch (line.type) {
    case 'conversation':
      return [line.title];
    case 'message':
      return [line.content];
    case 'feedback':
      return [line.comment ?? ''];
    case 'turn':
      return [String(line.facts?.['mark'])];
    case 'audit':
      return [String(line.before?.['title'])];
    default:
      return [];
  }
}

export const breaks: readonly Break[] = [
  {
    rule: 'A person’s export has what the model was told about the person',
    file: 'src/core/people/export-user-data.ts',
    replace: 'conversationLines(store, person, { withTurns: true })',
    by: 'conversationLines(store, person, { withTurns: false })',
  },
  {
    rule: 'A person’s export has the changes of one client only',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: 'where a.client_id = $1 and (a.actor',
    by: 'where $1::integer is not null and (a.actor',
  },
  {
    rule: 'A person’s export has what others changed about the person',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: '(a.actor = $2 or a.subject = $2)',
    by: '(a.actor = $2)',
  },
  {
    rule: 'A person’s export has what the person changed',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: '(a.actor = $2 or a.subject = $2)',
    by: '(a.subject = $2)',
  },
  {
    rule: 'A person’s export continues after a full page',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: 'rows.length < count',
    by: 'rows.length <= count',
  },
  {
    rule: 'A person’s export has every line once',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: '($3::uuid is null or id > $3)',
    by: '($3::uuid is null or id >= $3)',
  },
  {
    rule: 'A person’s export has the conversations of one client only',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: 'from conversations where client_id = $1 and external_user_id = $2',
    by: 'from conversations where $1::integer is not null and external_user_id = $2',
  },
  {
    rule: 'A person’s export has the conversations of one person only',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: 'from conversations where client_id = $1 and external_user_id = $2',
    by: 'from conversations where client_id = $1 and $2::text is not null',
  },
  {
    rule: 'A person’s export has the use of one person only',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: `u.day = d.day and u.external_user_id = $2
  order`,
    by: `u.day = d.day and $2::text is not null
  order`,
  },
  {
    rule: 'A person’s export has the use at one client only',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: `join usage_users u on u.client_id = $1 and u.day = d.day and u.external_user_id = $2
  order`,
    by: `join usage_users u on u.day = d.day and u.external_user_id = $2
  order`,
  },
  {
    rule: 'A person’s export has the messages in their order',
    file: 'src/adapters/postgres/people/user-data-store.ts',
    replace: 'order by n.seq limit $5',
    by: 'order by n.id limit $5',
  },
];
