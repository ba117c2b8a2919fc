import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { PostgresErasureStore } from '#adapters/postgres/people/erasure-store.ts';
import type { Client } from '#core/clients/client.ts';
import type { Break } from '#test/break.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { storePerson } from '#test/people/person-data.ts';
import { tablesWith } from '#test/people/search-dump.ts';
import { buildAdmission, finishTurn, ownerIn, startTurn } from '#test/world/factories.ts';
import {
  openTenantWorld,
  operator,
  signIn,
  type TenantWorld,
} from '../../../core/administration/tenant-world.ts';

const user = 'anna-kowalski';
/** For an erasure that nothing holds up, on a busy machine. */
const patienceMs = 120_000;

describe('an erasure', () => {
  let world: TenantWorld;
  let client: Client;
  beforeEach(async () => {
    world = await openTenantWorld();
    ({ client } = await world.clients.create(operator, 'acme', {}));
  });
  afterEach(() => world[Symbol.asyncDispose]());

  const erase = (limitMs = patienceMs) => world.userData.erase(operator, 'acme', user, limitMs);
  const step = async () => {
    await world.database.query('update erasures set next_at = now()');
    await new PostgresErasureStore(world.database).step();
  };
  const stepUntil = async (name: string) => {
    const here = () => world.database.query('select from erasures where step = $1', [name]);
    for (let steps = 0; (await here()).length === 0; steps++) {
      assert.ok(steps < 100, `the erasure does not come to ${name}`);
      await step();
    }
  };
  /** The sums that must stay true. */
  const sums = () =>
    world.database.query(`select (select sum(requests) from usage_users) as users,
      (select sum(requests) from usage_clients) as clients, (select sum(requests) from ledger) as ledger,
      (select count(*) from turns) as turns, (select count(distinct external_user_id) from usage_users) as names`);

  it('leaves neither the identity nor a word of the person, and every other person and count as they were', async () => {
    await storePerson(world, client, user);
    await storePerson(world, client, 'ben');
    await world.blocked.block(operator, 'acme', user);
    const before = await sums();
    assert.equal(await erase(), 'erased');
    assert.deepEqual(await tablesWith(world.database, [user]), []);
    assert.deepEqual(await sums(), before);
    const pseudonyms = await world.database.query(
      `select external_user_id as name from usage_users where external_user_id <> 'ben'
       union select external_user_id from turns where external_user_id <> 'ben'
       union select external_user_id from ledger where external_user_id <> 'ben'`,
    );
    assert.match(String(Object.values(pseudonyms[0] ?? {})), /^hu:erased:[0-9a-f-]{36}$/);
    assert.equal(pseudonyms.length, 1);
    assert.equal(await world.countOf(`messages where content like '%of-ben'`), 4);
    assert.equal(await world.countOf(`conversations where external_user_id = 'ben'`), 2);
    assert.equal(await world.countOf('erasures'), 0);
  });

  it('lets the same identity begin again', async () => {
    await storePerson(world, client, user);
    await erase();
    assert.equal((await startTurn(world.turns, client, ownerIn(client, user))).turnId.length, 36);
    assert.equal(await world.countOf(`usage_users where external_user_id = '${user}' and requests = 1`), 1);
  });

  it('erases a person who signs in with the account, also from what others did', async () => {
    const { user: person } = await world.users.create(operator, 'acme', { email: 'anna@example.com' });
    const { user: other } = await world.users.create(operator, 'acme', { email: 'ben@example.com' });
    const identity = `hu:${person.id}`;
    client = await world.clients.find('acme');
    await storePerson(world, client, identity);
    await world.users.update(operator, 'acme', { id: person.id }, { admin: true });
    const author = await signIn(world, client, person.id);
    await world.users.update(author, 'acme', { id: other.id }, { admin: true });
    await world.database.query('update hosted_users set link_issued_by = $1 where id = $2', [
      identity,
      other.id,
    ]);
    assert.equal(await world.userData.erase(operator, 'acme', identity, patienceMs), 'erased');
    assert.deepEqual(await tablesWith(world.database, [person.id, 'anna@example.com']), []);
    assert.deepEqual(
      (await world.users.list('acme', {})).rows.map(({ email }) => email),
      ['ben@example.com'],
    );
  });

  it('takes the person out of the settings of the client, and out of what is said about their changes', async () => {
    await world.clients.update(operator, 'acme', { openai_default_user: user });
    await world.clients.update(operator, 'acme', { openai_default_user: 'ben' });
    await world.clients.update(operator, 'acme', { openai_default_user: user });
    const before = await world.versionOf('acme');
    assert.equal(await erase(), 'erased');
    assert.deepEqual(await tablesWith(world.database, [user]), []);
    assert.equal((await world.clients.find('acme')).openAi.defaultUser, null);
    assert.ok((await world.versionOf('acme')) > before, 'a process goes on with the identity');
    assert.equal(await world.countOf(`audit_log where after ->> 'openai_default_user' = 'ben'`), 1);
    await world.clients.update(operator, 'acme', { openai_default_user: 'ben' });
    assert.equal(await erase(), 'erased');
    assert.equal((await world.clients.find('acme')).openAi.defaultUser, 'ben');
  });

  it('waits for a running turn, blocks meanwhile, and cannot be unblocked', async () => {
    const turn = await startTurn(world.turns, client, ownerIn(client, user), { prompt: `words of ${user}` });
    assert.equal(await erase(100), 'erasing');
    // More steps than there are tables, without a pause.
    for (let count = 0; count < 30; count += 1) await step();
    assert.equal(await world.countOf(`messages where content = 'words of ${user}'`), 1);
    assert.equal(await world.blocked.unblock(operator, 'acme', user), true);
    const refused = await world.turns.admit(buildAdmission(client, ownerIn(client, user)));
    assert.equal(refused.status, 'user_blocked');
    await finishTurn(world.turns, turn, `late words of ${user}`, {
      state: 'cancelled',
      finishReason: 'cancelled',
    });
    assert.equal(await erase(), 'erased');
    assert.deepEqual(await tablesWith(world.database, [user]), []);
  });

  it('continues in another process after any of its pieces, in transactions of a thousand rows', async () => {
    const [turn] = await storePerson(world, client, user, 1);
    await world.database.query(
      `insert into messages (client_id, conversation_id, seq, id, role, content, status, turn_id)
       select client_id, id, n, gen_random_uuid(), 'user', $1, 'complete', $2
       from conversations, generate_series(10, 2509) n where external_user_id = $3`,
      [`words of ${user}`, turn?.turnId, user],
    );
    assert.equal(await erase(0), 'erasing');
    const key = { clientId: client.id, userId: user };
    let pieces = 0;
    while (await new PostgresErasureStore(world.database).isUnderWay(key)) {
      const before = await world.countOf('messages');
      // A store of its own knows nothing of what another one did.
      await new PostgresErasureStore(world.database).step();
      assert.ok(before - (await world.countOf('messages')) <= 1_000);
      pieces += 1;
      assert.ok(pieces < 200, 'the erasure does not end');
    }
    assert.deepEqual(await tablesWith(world.database, [user]), []);
  });

  it('erases what a process of an earlier release stored meanwhile, because it ends only when nothing is left', async () => {
    await storePerson(world, client, user);
    assert.equal(await erase(0), 'erasing');
    await stepUntil('end');
    // Such a process reads no row of blocked users.
    await world.database.query('delete from blocked_users');
    await storePerson(world, client, user);
    assert.equal(await erase(), 'erased');
    assert.equal(await world.countOf('conversations'), 0);
    assert.equal(await world.countOf(`messages where content like '%${user}'`), 0);
  });

  it('continues within a day at which a process of an earlier release has stopped', async () => {
    await storePerson(world, client, user);
    const longAgo = `utc_day() - 10`;
    await world.database.query(
      `insert into usage_clients (client_id, day) select id, ${longAgo} from clients`,
    );
    await world.database.query(
      `insert into usage_users (client_id, day, external_user_id) select id, ${longAgo}, $1 from clients`,
      [user],
    );
    assert.equal(await erase(0), 'erasing');
    await stepUntil('usage_users');
    // Such a process goes through the users of a day in their order.
    await world.database.query(`update erasures set behind = jsonb_build_array(${longAgo}, 'a')`);
    assert.equal(await erase(), 'erased');
    assert.deepEqual(await tablesWith(world.database, [user]), []);
  });

  it('leaves no row that another transaction changes while it is being deleted', async () => {
    await world.database.query('update clients set events_since = now()');
    await storePerson(world, client, user);
    await world.database.query(
      `select record_events(array[id], array['user.blocked'], array[$1], array['{}'::jsonb]) from clients`,
      [user],
    );
    assert.equal(await erase(0), 'erasing');
    await stepUntil('events');
    let deleting: Promise<unknown> | undefined;
    await world.database.transaction(async (transaction) => {
      await transaction.query('update events set is_unsent = not is_unsent');
      await transaction.query(
        `insert into webhook_deliveries (client_id, webhook_id, event_id)
         select client_id, gen_random_uuid(), id from events`,
      );
      deleting = new PostgresErasureStore(world.database).step();
      await untilOneWaits(world.database, deleting);
    });
    await deleting;
    assert.equal(await erase(), 'erased');
    assert.equal(await world.countOf('events'), 0);
    assert.equal(await world.countOf('webhook_deliveries'), 0);
  });

  it('of a client takes everything that belongs to it, and frees its slug', async () => {
    await world.users.create(operator, 'acme', { email: 'anna@example.com' });
    client = await world.clients.find('acme');
    await storePerson(world, client, user);
    await assert.rejects(world.clientDeletion.delete(operator, 'acme', 0), { code: 'client_not_revoked' });
    await world.clients.revoke(operator, 'acme');
    assert.equal(await world.clientDeletion.delete(operator, 'acme', patienceMs), 'erased');
    await assert.rejects(world.clients.find('acme'), { code: 'client_not_found' });
    assert.deepEqual(await tablesWith(world.database, [user, 'anna@example.com']), []);
    const { action, subject, clientSlug } = await world.lastAudit();
    assert.deepEqual([action, subject, clientSlug], ['client.delete', 'acme', null]);
    await world.clients.create(operator, 'acme', {});
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The ledger of an erased user is found under the pseudonym',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: "endedTurnsOf('$3')",
    by: "endedTurnsOf('$2')",
  },
  {
    rule: 'An erasure continues within the key at which another release has stopped',
    file: 'src/adapters/postgres/people/erasure-statements.ts',
    replace: '}) >= (',
    by: '}) > (',
  },
  {
    rule: 'An erasure leaves no row that another transaction changes meanwhile',
    file: 'src/adapters/postgres/people/erasure-store.ts',
    replace: 'piece !== null && piece.missed > 0',
    by: 'piece === null',
  },
  {
    rule: 'A user whose data is being erased cannot be unblocked',
    file: 'src/adapters/postgres/people/blocked-user-store.ts',
    replace: `         and not exists (select from erasures e where e.client_id = $1 and e.external_user_id = $2)
`,
    by: '',
  },
  {
    rule: 'An erasure deletes the messages',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: 'where v.client_id = $1 and v.external_user_id = $2)`',
    by: 'where v.client_id = $1 and v.external_user_id = $2 and false)`',
  },
  {
    rule: 'An erasure removes the keys of requests from the turns',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: ', idempotency_key = null, request_id',
    by: ', request_id',
  },
  {
    rule: 'An erasure removes the email address from the audit log',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: 'case when x.subject = $2 then x.',
    by: 'case when x.subject <> $2 then x.',
  },
  {
    rule: 'An erasure removes a person from the settings of the client',
    file: 'src/core/administration/manage-user-data.ts',
    replace: 'if (client.openAi.defaultUser === userId) await',
    by: 'if (client.openAi.defaultUser === pseudonym) await',
  },
  {
    rule: 'An erasure removes a person from what the log says about settings',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: "        or x.before ->> 'openai_default_user' = $2 or x.after ->> 'openai_default_user' = $2)`",
    by: '        or false)`',
  },
  {
    rule: 'An erasure removes a person as the author of changes',
    file: 'src/adapters/postgres/people/held-tables.ts',
    replace: 'actor = case when x.actor = $2 then $3 else x.actor end,',
    by: 'actor = x.actor,',
  },
  {
    rule: 'An erasure ends only when nothing is left',
    file: 'src/adapters/postgres/people/erasure-store.ts',
    replace: 'if (left.length > 0) {',
    by: 'if (left.length < 0) {',
  },
  {
    rule: 'Another round of an erasure has another pseudonym',
    file: 'src/adapters/postgres/people/erasure-store.ts',
    replace: "'update erasures set pseudonym = $3 where",
    by: "'update erasures set pseudonym = coalesce(pseudonym, $3) where",
  },
  {
    rule: 'An erasure waits until no turn of the user runs',
    file: 'src/adapters/postgres/people/erasure-store.ts',
    replace: `(state = 'running' or state = 'queued')
       and`,
    by: `(state = 'expired' and state = 'queued')
       and`,
  },
  {
    rule: 'An erasure ends with the block of its user',
    file: 'src/adapters/postgres/people/erasure-store.ts',
    replace: 'delete from blocked_users where client_id = $1 and external_user_id = $2',
    by: 'delete from blocked_users where client_id = $1 and external_user_id <> $2',
  },
  {
    rule: 'Only a revoked client is deleted',
    file: 'src/core/administration/delete-client.ts',
    replace: 'if (client.enabled) throw errors.clientNotRevoked(slug);',
    by: '',
  },
];
