import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from '#adapters/postgres/database/database.ts';
import { PostgresThrottleStore } from '#adapters/postgres/sign-in/throttle-store.ts';
import { hashPassword } from '#core/identity/password.ts';
import { newId } from '#core/shared/new-id.ts';
import { KnownDevices } from '#core/sign-in/known-device.ts';
import { signIn } from '#core/sign-in/sign-in.ts';
import type { Account } from '#core/sign-in/sign-in-store.ts';
import { countAttempt, throttleRules } from '#core/sign-in/throttle.ts';
import type { Break } from '#test/break.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { openPatientDatabase } from '#test/database/patient-database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database/test-database.ts';
import { silentTelemetry } from '#test/world/silent-telemetry.ts';

const { network, site, total } = throttleRules.signIn;
const devices = new KnownDevices('a master secret');

describe('attempts at one account', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  before(async () => {
    testDatabase = await createTestDatabase();
    database = openPatientDatabase(testDatabase.url, 4);
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await testDatabase.drop();
  });

  test('are bounded from everywhere together, and one network alone cannot fill that bound', async () => {
    const account = { tenant: 'acme', email: 'ada@example.com' };
    for (let count = 0; count < total + network; count++) await allowed(account, '192.0.2.1');
    let through = 0;
    for (let from = 0; from < total; from++) {
      for (let count = 0; count < network; count++) {
        if (await allowed(account, `10.0.${from}.${count}`)) through += 1;
        else from = total;
      }
    }
    assert.equal(through, total - network);
    const cookie = devices.remember(null, account.tenant, account.email);
    assert.equal(await allowed(account, '192.0.2.1', cookie), true);
  });

  test('count an IPv6 site once, however many networks it has', async () => {
    const account = { tenant: 'acme', email: 'six@example.com' };
    let through = 0;
    for (let from = 0; from < site + 5; from++) {
      if (await allowed(account, `2001:db8:7:${from.toString(16)}::1`)) through += 1;
    }
    assert.equal(through, site);
    assert.equal(await allowed(account, '2001:db8:8::1'), true);
  });

  test('are counted while another account succeeds, although its window has ended', async () => {
    const store = new PostgresThrottleStore(database);
    await store.count(['second', 'other'], 0);
    await store.count(['first'], 0);
    let clearing: Promise<unknown> | undefined;
    await database.transaction(async (transaction) => {
      const counting = new PostgresThrottleStore(transaction);
      await counting.count(['first'], 900);
      clearing = store.clear('other');
      await untilOneWaits(database, clearing);
      const [second] = await counting.count(['second'], 900);
      assert.equal(second?.attempts, 1);
    });
    await clearing;
  });

  test('that succeed leave every bucket as it was', async () => {
    const account = { tenant: 'acme', email: 'right@example.com' };
    const attempt = await count(account, '198.51.100.1', null);
    await attempt.release();
    const left = await database.query<{ attempts: number }>(
      `select attempts from login_throttle where bucket like 'sign-in-address:%'
       or bucket like 'sign-in-total:%' order by window_ends desc limit 2`,
    );
    assert.deepEqual(
      left.map(({ attempts }) => attempts),
      [0, 0],
    );
  });

  test('with the right password leave every bucket as it was, where the person may not go on either', async () => {
    const password = 'the password of a disabled person';
    const person: Account = {
      ...{ clientId: 1, slug: 'acme', userId: newId(), email: 'off@example.com', admin: false },
      ...{ clientEnabled: true, subscriptionStatus: 'active', enabled: true, mustChangePassword: false },
      ...{ passwordHash: await hashPassword(password), language: null, invitedLanguage: null },
    };
    const credentials = { tenant: 'acme', email: person.email, password };
    await database.query('delete from login_throttle');
    const from = { address: '203.0.113.77', device: null };
    for (const [state, code] of [
      [{ enabled: false }, 'user_disabled'],
      [{ subscriptionStatus: 'canceled' }, 'subscription_inactive'],
    ] as const) {
      const stores = {
        ...{ throttle: new PostgresThrottleStore(database), devices },
        telemetry: silentTelemetry().signIns,
        accounts: { find: async () => ({ ...person, ...state }) },
        codes: { insertTicket: () => assert.fail('no ticket is given') },
      };
      await assert.rejects(signIn(stores, credentials, from), { code });
      const counted = await database.query('select from login_throttle where attempts > 0');
      assert.deepEqual(counted, []);
    }
  });

  function count(account: { tenant: string; email: string }, address: string, device: string | null) {
    const { signIns: telemetry } = silentTelemetry();
    const stores = { throttle: new PostgresThrottleStore(database), devices, telemetry };
    return countAttempt(stores, { ...throttleRules.signIn, address: 10_000 }, account, { address, device });
  }

  async function allowed(
    account: { tenant: string; email: string },
    address: string,
    device: string | null = null,
  ) {
    return count(account, address, device).then(
      () => true,
      () => false,
    );
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'a sign-in that succeeds touches the counters of no other account',
    file: 'src/adapters/postgres/sign-in/throttle-store.ts',
    replace: "'delete from login_throttle where bucket = $1'",
    by: "'delete from login_throttle where bucket = $1 or window_ends < now()'",
  },
  {
    rule: 'one network alone cannot fill the total of an account',
    file: 'src/core/sign-in/throttle.ts',
    replace: `for (const stage of stages)
    await countIn(throttle, stage,`,
    by: 'await countIn(throttle, stages.flat(),',
  },
  {
    rule: 'one full bucket refuses an attempt that others would take',
    file: 'src/core/sign-in/throttle.ts',
    replace: 'buckets.some((each) => each.key === key && attempts > each.most)',
    by: 'buckets.every((each) => each.key === key && attempts > each.most)',
  },
  {
    rule: 'an IPv6 site counts once, however many networks it has',
    file: 'src/core/sign-in/throttle.ts',
    replace: 'site === null ? []',
    by: 'site !== null ? []',
  },
  {
    rule: 'A disabled person with the right password takes no attempt',
    file: 'src/core/sign-in/sign-in.ts',
    replace: '    await counted.release();\n    throw errors.userDisabled();',
    by: '    throw errors.userDisabled();',
  },
  {
    rule: 'A person without a subscription takes no attempt with the right password',
    file: 'src/core/sign-in/sign-in.ts',
    replace: '    await counted.release();\n    throw errors.subscriptionInactive',
    by: '    throw errors.subscriptionInactive',
  },
];
