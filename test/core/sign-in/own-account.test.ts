import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { parseHostedUserIdentity } from '#core/clients/hosted-user.ts';
import { changeOwnPassword, signOutEverywhere } from '#core/sign-in/own-account.ts';
import type { Break } from '#test/break.ts';
import {
  administratorStores,
  confirmingOne,
  openTenantWorld,
  operator,
  type TenantWorld,
} from '../administration/tenant-world.ts';

const source = { address: '192.0.2.1', device: null };
const newPassword = 'four words without relation';

describe('A person who signed in', () => {
  let world: TenantWorld;
  before(async () => {
    world = await openTenantWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  async function personOf(slug: string) {
    const { client } = await world.clients.create(operator, slug, {});
    const { author, password } = await confirmingOne(world, client);
    const hostedUserId = parseHostedUserIdentity(author.id) ?? assert.fail(author.id);
    const tenants = new PostgresTenantStore(world.database);
    const person = { client, hostedUserId, sessionId: author.sessionId };
    const change = (meanwhile?: () => Promise<unknown>) =>
      changeOwnPassword(
        { ...administratorStores(world, meanwhile), tenants },
        person,
        { password, newPassword },
        source,
      );
    const logged = async () => {
      const { action, actor, subject } = await world.lastAudit();
      assert.deepEqual([actor, subject], [author.id, author.id]);
      return action;
    };
    return { person, tenants, change, logged };
  }

  it('changes the password by the one before, which is logged, and no attempt to sign in', async () => {
    const { change, logged } = await personOf('changing');
    await change();
    assert.equal(await logged(), 'user.reset_password');
    assert.equal(await world.countOf('login_throttle where attempts > 0'), 0);
  });

  it('changes no password that was reset meanwhile', async () => {
    const { person, change } = await personOf('reset');
    const reset = () =>
      world.database.query(`update hosted_users set password_hash = 'x' where id = $1`, [
        person.hostedUserId,
      ]);
    await assert.rejects(change(reset), { code: 'validation_error' });
    assert.equal(await world.countOf(`hosted_users where password_hash = 'x'`), 1);
  });

  it('signs out everywhere, which is logged', async () => {
    const { person, tenants, logged } = await personOf('leaving');
    await signOutEverywhere({ tenants }, person);
    assert.equal(await logged(), 'user.end_session');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A password that was reset meanwhile is not changed by the one before',
    file: 'src/core/sign-in/own-account.ts',
    replace: '    await confirmed.requireStanding();\n',
    by: '',
  },
  {
    rule: 'A right password before a change of it is no attempt to sign in',
    file: 'src/core/sign-in/own-account.ts',
    replace: '  await confirmed.release();\n',
    by: '',
  },
  {
    rule: 'A change of the own password is in the log of changes',
    file: 'src/core/sign-in/own-account.ts',
    replace: "    await append(change, client.id, hostedUserId, 'user.reset_password');\n",
    by: '',
  },
  {
    rule: 'Signing out everywhere is in the log of changes',
    file: 'src/core/sign-in/own-account.ts',
    replace: "    await append(change, client.id, hostedUserId, 'user.end_session');\n",
    by: '',
  },
];
