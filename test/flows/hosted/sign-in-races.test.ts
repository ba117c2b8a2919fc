import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PostgresOneTimeCodeStore } from '#adapters/postgres/sign-in/one-time-code-store.ts';
import { PostgresAccountStore } from '#adapters/postgres/sign-in/sign-in-store.ts';
import { PostgresThrottleStore } from '#adapters/postgres/sign-in/throttle-store.ts';
import { PostgresTenantStore } from '#adapters/postgres/tenants/tenant-store.ts';
import { lockClient } from '#core/administration/change-client.ts';
import { ParleyError } from '#core/errors.ts';
import { hashCode, issueTicket } from '#core/identity/one-time-code.ts';
import { hashPassword } from '#core/identity/password.ts';
import { changePassword } from '#core/sign-in/change-password.ts';
import { KnownDevices } from '#core/sign-in/known-device.ts';
import { signIn } from '#core/sign-in/sign-in.ts';
import type { Break } from '#test/break.ts';
import type { FormBrowser, Page } from '#test/browser/form-browser.ts';
import { untilOneWaits } from '#test/database/lock-waits.ts';
import { type Hosted, openHosted, password, type Tenant } from '#test/world/hosted.ts';
import { silentTelemetry } from '#test/world/silent-telemetry.ts';

const nextPassword = 'the password after that one';

/** A password change that has written everything and is not committed yet. */
interface HeldChange {
  commit(): Promise<void>;
}

describe('a password that changes during a sign-in with the old one', () => {
  let hosted: Hosted;
  let tenant: Tenant;
  let nextHash: string;
  before(async () => {
    hosted = await openHosted();
    tenant = await hosted.tenant();
    nextHash = await hashPassword(nextPassword);
  });
  after(() => hosted[Symbol.asyncDispose]());

  test('no ticket is given for a password that was changed while it was verified', async () => {
    const { id, email } = await tenant.user('held@example.com');
    const { database } = hosted.api;
    const accounts = new PostgresAccountStore(database);
    const stores = {
      codes: new PostgresOneTimeCodeStore(database),
      throttle: new PostgresThrottleStore(database),
      devices: new KnownDevices('secret'),
      telemetry: silentTelemetry().signIns,
      accounts: {
        find: async (slug: string, name: string) => {
          const account = await accounts.find(slug, name);
          await setPassword(id);
          return account;
        },
      },
    };
    await assert.rejects(
      signIn(stores, { tenant: tenant.slug, email, password }, { address: '192.0.2.1', device: null }),
      (error) => error instanceof ParleyError && error.code === 'invalid_credentials',
    );
    assert.deepEqual(await database.query('select from login_codes where user_id = $1', [id]), []);
  });

  test('a ticket waits for a change that is being committed, and is refused', async () => {
    const { id, email } = await tenant.user('ticket@example.com');
    const change = await holdChange(id);
    const page = await endAfter(change, tenant.sendForm(hosted.browser(), email));
    assert.equal(page.status, 401);
  });

  test('a ticket is worth nothing from the moment that the change is committed', async () => {
    const { id, email } = await tenant.user('exchange@example.com');
    const browser = hosted.browser();
    const started = await stepsTo(browser, email, '/continue');
    const change = await holdChange(id);
    const page = await endAfter(change, browser.visit(started));
    assert.equal(page.headers.location, hosted.loginUrl(`/?tenant=${tenant.slug}`));
  });

  test('a code for a session is worth nothing from the moment that the change is committed', async () => {
    const { id, email } = await tenant.user('finish@example.com');
    const browser = hosted.browser();
    const finish = await stepsTo(browser, email, '/session/finish');
    const change = await holdChange(id);
    await endAfter(change, browser.visit(finish));
    assert.equal(browser.cookie(tenant.host, 'parley_session'), undefined);
  });

  test('a ticket to choose the next password chooses nothing once an administrator has reset it', async () => {
    const user = await tenant.user('chooser@example.com', { mustChange: true });
    const { database } = hosted.api;
    const codes = new PostgresOneTimeCodeStore(database);
    const account = await new PostgresAccountStore(database).find(tenant.slug, user.email);
    const ticket = { purpose: 'new-password', clientId: tenant.client.id, userId: user.id } as const;
    const code = await issueTicket(codes, { ...ticket, passwordHash: account?.passwordHash ?? '' });
    assert.ok(code !== null);
    const heldCodes = Object.assign(Object.create(codes), {
      find: async () => {
        const holder = await codes.find(['new-password'], hashCode(code));
        await setPassword(user.id);
        return holder;
      },
    });
    const stores = { codes: heldCodes, tenants: new PostgresTenantStore(database) };
    assert.equal(await changePassword(stores, ['new-password'], code, 'a password of my own choice'), null);
    assert.equal((await tenant.sendForm(hosted.browser(), user.email, nextPassword)).status, 303);
  });

  test('whichever step of a sign-in the change meets, no session comes of the old password', async () => {
    const trials = Array.from({ length: 24 }, (_, index) => index);
    const lived: number[] = [];
    for (const trial of trials) {
      const user = await tenant.user(`trial-${trial}@example.com`, { costly: true });
      const browser = hosted.browser();
      const page = await meet(browser, user, trial % 4);
      await browser.follow(page);
      const { status } = await browser.visit(tenant.url('/chat/usage'));
      if (status !== 401) lived.push(trial);
    }
    assert.deepEqual(lived, []);
  });

  /** Takes the steps before `step`, and runs `step` concurrently with the change. */
  async function meet(browser: FormBrowser, { id, email }: { id: string; email: string }, step: number) {
    // The form takes as long as a hash does, and so does the concurrent change.
    const change = async () => {
      if (step === 0) await hashPassword(nextPassword);
      await setPassword(id);
    };
    if (step === 0) return (await Promise.all([tenant.sendForm(browser, email), change()]))[0];
    let page = await tenant.sendForm(browser, email);
    for (let taken = 1; taken < step; taken++) page = await browser.visit(nextOf(page));
    return (await Promise.all([browser.visit(nextOf(page)), change()]))[0];
  }

  /** The address that the sign-in leads to, not visited yet. */
  async function stepsTo(browser: FormBrowser, email: string, path: string): Promise<string> {
    let page = await tenant.sendForm(browser, email);
    while (!nextOf(page).includes(path)) page = await browser.visit(nextOf(page));
    return nextOf(page);
  }

  async function setPassword(id: string): Promise<void> {
    await (await holdChange(id)).commit();
  }

  async function holdChange(id: string): Promise<HeldChange> {
    const written = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const committed = new PostgresTenantStore(hosted.api.database).change(null, async (change) => {
      const client = await lockClient(change, tenant.slug);
      await change.users.setPassword(client.id, id, nextHash, false);
      await change.clients.endLoginSessions(client.id, id);
      written.resolve();
      await released.promise;
    });
    await Promise.race([written.promise, committed]);
    return {
      commit: async () => {
        released.resolve();
        await committed;
      },
    };
  }

  /** Commits the change as soon as the request waits for it, or was answered without waiting. */
  async function endAfter(change: HeldChange, request: Promise<Page>): Promise<Page> {
    await untilOneWaits(hosted.api.database, request);
    await change.commit();
    return request;
  }
});

function nextOf(page: Page): string {
  return new URL(page.headers.location ?? '', page.url).href;
}

export const breaks: readonly Break[] = [
  {
    rule: 'a ticket is given only where the verified hash is still the account’s',
    file: 'src/adapters/postgres/sign-in/one-time-code-store.ts',
    replace: 'and id = $4 and password_hash = $5 for share',
    by: 'and id = $4 and ($5::text is null or true) for share',
  },
  {
    rule: 'a ticket waits for a change of the password that is being committed',
    file: 'src/adapters/postgres/sign-in/one-time-code-store.ts',
    replace: 'and password_hash = $5 for share',
    by: 'and password_hash = $5',
  },
  {
    rule: 'a hand-over code that a password change deleted starts no session',
    file: 'src/adapters/postgres/sign-in/login-session-store.ts',
    replace: 'if (code === undefined) return false;',
    by: '',
  },
  {
    rule: 'a code for the next password is spent in the transaction that sets it',
    file: 'src/core/sign-in/change-password.ts',
    replace: 'const holder = await change.codes.take(purposes, hashCode(code));',
    by: 'const holder = found;',
  },
];
