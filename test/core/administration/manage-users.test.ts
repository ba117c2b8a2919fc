import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { normalizeEmail } from '#core/clients/email.ts';
import { hostedUserIdentity } from '#core/clients/hosted-user.ts';
import { ParleyError } from '#core/errors.ts';
import { verifyPassword } from '#core/identity/password.ts';
import type { Break } from '#test/break.ts';
import { openTenantWorld, operator, type TenantWorld } from './tenant-world.ts';

describe('managing users', () => {
  let world: TenantWorld;
  before(async () => {
    world = await openTenantWorld();
    await world.clients.create(operator, 'acme', {});
  });
  after(() => world[Symbol.asyncDispose]());

  async function secretsOf(email: string) {
    const [row] = await world.database.query<{ password_hash: string; must_change_password: boolean }>(
      'select password_hash, must_change_password from hosted_users where email = $1',
      [email],
    );
    if (row === undefined) throw new Error(`${email} is not stored`);
    return row;
  }

  function refused(code: string) {
    return (error: unknown) => error instanceof ParleyError && error.code === code;
  }

  test('a user without a chosen password gets one that has to be changed', async () => {
    const { user, password } = await world.users.create(operator, 'acme', { email: ' Ada@Example.COM ' });
    assert.deepEqual([user.email, user.admin, user.enabled], ['ada@example.com', false, true]);
    const { password_hash, must_change_password } = await secretsOf('ada@example.com');
    assert.equal(must_change_password, true);
    assert.equal(await verifyPassword(password_hash, password ?? ''), true);
  });

  test('a chosen password is kept and not shown again', async () => {
    const wanted = { email: 'bob@example.com', admin: true, password: 'correct horse' };
    const { user, password } = await world.users.create(operator, 'acme', wanted);
    assert.deepEqual([user.admin, password], [true, null]);
    const { password_hash, must_change_password } = await secretsOf('bob@example.com');
    assert.equal(must_change_password, false);
    assert.equal(await verifyPassword(password_hash, 'correct horse'), true);
  });

  test('an email is taken once in a tenant and free in another', async () => {
    await world.clients.create(operator, 'other', {});
    await world.users.create(operator, 'acme', { email: 'eve@example.com' });
    await assert.rejects(
      world.users.create(operator, 'acme', { email: 'EVE@example.com' }),
      refused('already_exists'),
    );
    await world.users.create(operator, 'other', { email: 'eve@example.com' });
  });

  test('a person whose domain an earlier release stored as it was typed is found by either form', async () => {
    const { user } = await world.users.create(operator, 'acme', { email: 'old@example.com' });
    await world.database.query("update hosted_users set email = 'old@bücher.example' where id = $1", [
      user.id,
    ]);
    for (const email of ['old@bücher.example', 'OLD@xn--bcher-kva.example']) {
      const found = await world.users.disable(operator, 'acme', { email: normalizeEmail(email) });
      assert.equal(found.id, user.id);
      await assert.rejects(world.users.create(operator, 'acme', { email }), refused('already_exists'));
    }
  });

  test('what is no email is refused', async () => {
    for (const email of ['', 'a', 'a@', '@b.c', 'a@b@c', 'a b@c.d', 'a@b\n.c', `${'a'.repeat(251)}@b.c`]) {
      await assert.rejects(
        world.users.create(operator, 'acme', { email }),
        refused('validation_error'),
        email,
      );
    }
  });

  test('the audit log knows the user and none of its secrets', async () => {
    const { user, password } = await world.users.create(operator, 'acme', { email: 'mia@example.com' });
    const entry = await world.lastAudit();
    assert.deepEqual(
      [entry.action, entry.subject, entry.clientSlug, entry.after],
      [
        'user.create',
        hostedUserIdentity(user.id),
        'acme',
        { email: 'mia@example.com', admin: false, enabled: true },
      ],
    );
    assert.equal(await world.countOf(`audit_log a where a::text like '%${password}%'`), 0);
    assert.equal(await world.countOf(`audit_log a where a::text like '%argon2%'`), 0);
  });

  test('a reset ends the password, leaves a code to choose another, and is audited without the code', async () => {
    const wanted = { email: 'tom@example.com', password: 'correct horse' };
    const { user } = await world.users.create(operator, 'acme', wanted);
    const before = Date.now();
    const issued = await world.users.resetPassword(operator, 'acme', { id: user.id }, 'link');
    const hours = (issued.expiresAt.getTime() - before) / 3_600_000;
    assert.ok(hours > 23.9 && hours < 24.1, `${hours}`);
    const { password_hash } = await secretsOf('tom@example.com');
    assert.equal(await verifyPassword(password_hash, 'correct horse'), false);
    const entry = await world.lastAudit();
    const after = { password_by: 'link', expires_at: issued.expiresAt.toISOString() };
    assert.deepEqual([entry.action, entry.actor, entry.after], ['user.reset_password', 'cli', after]);
    assert.equal(await world.countOf(`audit_log a where a::text like '%${issued.code}%'`), 0);
  });

  test('a user of another tenant is not found', async () => {
    const { user } = await world.users.create(operator, 'acme', { email: 'kim@example.com' });
    await assert.rejects(world.users.disable(operator, 'other', { id: user.id }), refused('user_not_found'));
    await assert.rejects(
      world.users.disable(operator, 'nobody', { id: user.id }),
      refused('client_not_found'),
    );
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'people whose domain was stored as it was typed are found',
    file: 'src/adapters/postgres/administration/hosted-user-store.ts',
    replace: "['email', storedForms(key.email)]",
    by: "['email', [key.email]]",
  },
  {
    rule: 'An address that an earlier release stored in another form is taken',
    file: 'src/core/administration/manage-users.ts',
    replace: 'if (isTaken || ',
    by: 'if (',
  },
  {
    rule: 'a reset ends the password that was there',
    file: 'src/core/administration/replace-password.ts',
    replace: 'await users.setPassword(clientId, userId, passwordHash, false);',
    by: 'void [users, passwordHash];',
  },
];
