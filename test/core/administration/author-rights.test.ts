import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PostgresOperatorStore } from '#adapters/postgres/operators/operator-store.ts';
import type { OperatorRole } from '#contract/console/roles.ts';
import type { OperatorAuthor } from '#core/audit/actor.ts';
import type { Client } from '#core/clients/client.ts';
import { StaleRights } from '#core/errors.ts';
import { createApiKey } from '#core/identity/api-key.ts';
import { OperatorManager } from '#core/operators/manage-operators.ts';
import { newId } from '#core/shared/new-id.ts';
import type { Break } from '#test/break.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { administratorOf, keyOf, openTenantWorld, operator, type TenantWorld } from './tenant-world.ts';

// Every change asks in its own transaction whether its author still has what the author was admitted by.
describe('the author of a change', () => {
  let world: TenantWorld;
  let client: Client;
  before(async () => {
    world = await openTenantWorld();
    ({ client } = await world.clients.create(operator, 'acme', {}));
  });
  after(() => world[Symbol.asyncDispose]());

  test('a key that was replaced, revoked, or has lost a scope makes no client', async () => {
    const losses: readonly ((slug: string) => Promise<unknown>)[] = [
      (slug) => world.clients.rotateKey(operator, slug),
      (slug) => world.clients.revoke(operator, slug),
      (slug) => world.clients.update(operator, slug, { scopes: ['chat'] }),
    ];
    for (const [index, lose] of losses.entries()) {
      const slug = `ops-${index}`;
      const author = keyOf(await world.clients.create(operator, slug, { scopes: ['admin:clients'] }));
      await world.clients.create(author, `made-${index}`, {});
      await lose(slug);
      await assert.rejects(world.clients.create(author, `late-${index}`, {}), StaleRights);
      await assert.rejects(world.clients.find(`late-${index}`), { code: 'client_not_found' });
    }
  });

  test('a key keeps working while an overlap lasts, and may replace itself', async () => {
    const created = await world.clients.create(operator, 'own', { scopes: ['admin:clients'] });
    const next = await world.clients.rotateKey(keyOf(created), 'own', 60);
    await world.clients.create(keyOf(created), 'made-in-time', {});
    await world.clients.rotateKey(keyOf(next), 'own');
    await assert.rejects(world.clients.rotateKey(keyOf(created), 'own'), StaleRights);
  });

  test('an administrator who was disabled, demoted, signed out, or whose tenant was revoked makes no other', async () => {
    const losses = [
      'update hosted_users set enabled = false where id = $1',
      'update hosted_users set admin = false where id = $1',
      'delete from login_sessions where user_id = $1',
      'update clients set enabled = false where id = (select client_id from hosted_users where id = $1)',
    ];
    const wanted = { admin: true, invitedLanguage: null } as const;
    for (const [index, lose] of losses.entries()) {
      const author = await administratorOf(world, client);
      const invite = (email: string) => world.users.invite(author, 'acme', { ...wanted, email }, 'link');
      await invite(`made-${index}@example.com`);
      await world.database.query(lose, [author.id]);
      await assert.rejects(invite(`late-${index}@example.com`), StaleRights);
      assert.equal(await world.countOf(`hosted_users where email = 'late-${index}@example.com'`), 0);
    }
    await world.clients.enable(operator, 'acme');
  });

  test('an operator who was disabled, demoted or signed out makes no client', async () => {
    const losses = [
      'update operators set enabled = false where id = $1',
      `update operators set role = 'viewer' where id = $1`,
      'delete from operator_sessions where operator_id = $1',
      `update operator_sessions set expires_at = now() - interval '1 s' where operator_id = $1`,
    ];
    for (const [index, lose] of losses.entries()) {
      const author = await signedInOperator();
      await world.clients.create(author, `by-operator-${index}`, {});
      await world.database.query(lose, [author.id]);
      await assert.rejects(world.clients.create(author, `late-operator-${index}`, {}), StaleRights);
    }
  });

  test('an owner who is signed out while a change of operators waits for its lock makes no owner', async () => {
    const operators = new OperatorManager(new PostgresOperatorStore(world.database));
    const author = await signedInOperator('owner');
    const link = await behind(
      'lock table operators in share row exclusive mode',
      [],
      'delete from operator_sessions where operator_id = $1',
      author.id,
      () => operators.issueLink(author, 'friend@example.com', 'owner'),
    );
    await assert.rejects(link.outcome, StaleRights);
    assert.equal(await world.countOf('operator_links'), 0);
  });

  test('rights that go while the change waits for its lock are gone', async () => {
    const author = await administratorOf(world, client);
    const late = await behind(
      'select from usage_clients where client_id = $1 for update',
      [client.id],
      'delete from login_sessions where user_id = $1',
      author.id,
      () => world.users.disable(author, 'acme', { email: 'made-0@example.com' }),
    );
    await assert.rejects(late.outcome, StaleRights);
    assert.equal(await world.countOf(`hosted_users where email = 'made-0@example.com' and enabled`), 1);
  });

  test('of two administrators who remove each other at once, one remains, every time', async () => {
    for (let round = 0; round < 20; round++) {
      const pair = [await administratorOf(world, client), await administratorOf(world, client)] as const;
      const [one, other] = pair;
      const outcomes = await Promise.allSettled([
        world.users.update(one, 'acme', { id: other.id }, { enabled: false }),
        world.users.update(other, 'acme', { id: one.id }, { admin: false }),
      ]);
      const refused = outcomes.filter(({ status }) => status === 'rejected');
      assert.equal(refused.length, 1, `round ${round}`);
      const left = `hosted_users where id in ('${one.id}', '${other.id}') and admin and enabled`;
      assert.equal(await world.countOf(left), 1, `round ${round}`);
    }
  });

  async function signedInOperator(role: OperatorRole = 'operator'): Promise<OperatorAuthor> {
    const [id, sessionId] = [newId(), newId()];
    const email = `${id}@example.com`;
    await world.database.query('insert into operators (id, email, role) values ($1, $2, $3)', [
      id,
      email,
      role,
    ]);
    await world.database.query(
      `insert into operator_sessions (token_hash, id, operator_id, kind, expires_at)
       values ($1, $2, $3, 'passkey', now() + interval '1 h')`,
      [createApiKey().hash, sessionId, id],
    );
    return { kind: 'operator', id, role, sessionId };
  }

  /** Begins `work` while another transaction holds `lock`, in which `lose` takes the author's rights away. */
  async function behind(
    lock: string,
    values: readonly unknown[],
    lose: string,
    authorId: string,
    work: () => Promise<unknown>,
  ) {
    const [locked, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = world.database.transaction(async (transaction) => {
      await transaction.query(lock, values);
      locked.resolve();
      await waited.promise;
      await transaction.query(lose, [authorId]);
    });
    await locked.promise;
    const outcome = work();
    // It may be rejected before it is awaited.
    outcome.catch(() => undefined);
    await untilOneWaits(world.database, outcome);
    waited.resolve();
    await held;
    return { outcome };
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'The transaction of a change asks whether its author still has the rights',
    file: 'src/adapters/postgres/tenants/tenant-store.ts',
    replace: 'await requireAuthor(transaction, author);',
    by: '',
  },
  {
    rule: 'Behind the lock of a client its change asks again for the rights of the author',
    file: 'src/core/administration/change-client.ts',
    replace: 'await tenants.requireAuthor();',
    by: '',
  },
  {
    rule: 'Behind the lock of the operators a change asks for the rights of the author',
    file: 'src/adapters/postgres/operators/operator-store.ts',
    replace: 'await requireAuthor(transaction, author);',
    by: '',
  },
  {
    rule: 'A key that has lost a scope changes nothing',
    file: 'src/adapters/postgres/sign-in/author-rights.ts',
    replace: ' and c.scopes @> $2',
    by: ' and $2::text[] is not null',
  },
  {
    rule: 'An operator with another role than at the beginning is asked for again',
    file: 'src/adapters/postgres/sign-in/author-rights.ts',
    replace: 'and o.role = $2 and',
    by: 'and $2::text is not null and',
  },
  {
    rule: 'A session of the console that has run out changes nothing',
    file: 'src/adapters/postgres/sign-in/author-rights.ts',
    replace: ' and s.expires_at > statement_timestamp()',
    by: '',
  },
  {
    rule: 'An administrator whose sign-in has ended changes nothing',
    file: 'src/adapters/postgres/sign-in/author-rights.ts',
    replace: ' && login.sessionStands;',
    by: ';',
  },
];
