import { deepEqual, equal, match } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import { untilTrue } from '#test/browser/until-true.ts';
import { password } from '#test/world/hosted.ts';

let world: BrowserWorld;

describe('Signing in', () => {
  before(async () => {
    world = await shareBrowserWorld();
  });

  test('signs in on the way to a page and arrives there', async () => {
    const tenant = await world.hosted.tenant();
    await tenant.user('ada@example.com', { admin: true });
    await using tab = await world.tab();
    await tab.page.goto(tenant.url('/account'));
    equal(tab.page.url(), world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
    equal(await tab.page.getByRole('textbox', { name: 'Tenant' }).inputValue(), tenant.slug);
    await tab.fillSignIn('ada@example.com', password);
    await tab.page.waitForURL(tenant.url('/account'));
    equal(await tab.page.getByRole('heading', { level: 1 }).textContent(), 'Usage');
    tab.requireNoComplaints();
  });

  test('works without script', async () => {
    const tenant = await world.hosted.tenant();
    await tenant.user('ada@example.com', { admin: true });
    await using tab = await world.tab({ javaScriptEnabled: false });
    await tab.page.goto(world.hosted.loginUrl());
    await tab.page.getByRole('textbox', { name: 'Tenant' }).fill(tenant.slug);
    await tab.fillSignIn('ada@example.com', password);
    await tab.page.waitForURL(tenant.url());
    equal(new URL(tab.page.url()).origin, new URL(tenant.url()).origin);
  });

  test('says the same of a wrong password and of an unknown person, and keeps what was typed', async () => {
    const tenant = await world.hosted.tenant();
    await tenant.user('ada@example.com');
    await using tab = await world.tab();
    const said: (string | null)[] = [];
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      await tab.page.goto(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
      await tab.fillSignIn(email, 'a wrong password');
      said.push(await tab.page.getByRole('alert').textContent());
      equal(await tab.page.getByRole('textbox', { name: 'Email' }).inputValue(), email);
    }
    equal(said[0], 'Email, password or tenant is wrong.');
    equal(said[1], said[0]);
    await untilTrue(tab.page, "document.activeElement?.id === 'password'");
  });

  test('remembers the tenant of the last sign-in', async () => {
    const tenant = await world.hosted.tenant();
    await tenant.user('ada@example.com');
    await using tab = await world.tab();
    await tab.signIn(tenant, 'ada@example.com');
    await tab.page.goto(world.hosted.loginUrl());
    equal(await tab.page.getByRole('textbox', { name: 'Tenant' }).inputValue(), tenant.slug);
  });

  test('loads the logo of the tenant that is typed', async () => {
    await using tab = await world.tab();
    await tab.page.goto(world.hosted.loginUrl());
    const asked = tab.page.waitForRequest((request) =>
      request.url().endsWith('/brand/logo?tenant=some-tenant'),
    );
    await tab.page.getByRole('textbox', { name: 'Tenant' }).fill('some-tenant');
    equal((await (await asked).response())?.status(), 200);
  });

  test('shows what was typed as a password, and hides it again', async () => {
    await using tab = await world.tab();
    await tab.page.goto(world.hosted.loginUrl());
    const field = tab.page.getByLabel('Password', { exact: true });
    await tab.page.getByRole('button', { name: 'Show password' }).click();
    equal(await field.getAttribute('type'), 'text');
    await tab.page.getByRole('button', { name: 'Hide password' }).click();
    equal(await field.getAttribute('type'), 'password');
  });

  test('asks for a new password at the first sign-in', async () => {
    const tenant = await world.hosted.tenant();
    await tenant.user('ada@example.com', { mustChange: true });
    await using tab = await world.tab();
    await tab.page.goto(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
    await tab.fillSignIn('ada@example.com', password);
    await tab.page.waitForURL(world.hosted.loginUrl('/password'));
    const field = tab.page.getByLabel('New password', { exact: true });
    await field.fill('short');
    await tab.page.getByRole('button', { name: 'Save password' }).click();
    match((await tab.page.getByRole('alert').textContent()) ?? '', /^The password /);
    await field.fill('another password to sign in with');
    await tab.page.getByRole('button', { name: 'Save password' }).click();
    await tab.page.waitForURL(tenant.url());
    tab.requireNoComplaints();
  });

  test('says the same to everybody who forgot a password', async () => {
    const tenant = await world.hosted.tenant();
    await tenant.user('ada@example.com');
    await using tab = await world.tab();
    const said: (string | null)[] = [];
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      await tab.page.goto(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
      await tab.page.getByRole('link', { name: 'Forgot your password?' }).click();
      equal(await tab.page.getByRole('textbox', { name: 'Tenant' }).inputValue(), tenant.slug);
      await tab.page.getByRole('textbox', { name: 'Email' }).fill(email);
      await tab.page.getByRole('button', { name: 'Send a link' }).click();
      await tab.page.getByRole('heading', { name: 'Check your email' }).waitFor();
      said.push(await tab.page.getByRole('status').textContent());
    }
    equal(said[1], said[0]);
  });

  test('reports a lapsed subscription after the right password only, and lets administrators reach the account', async () => {
    const tenant = await world.hosted.tenant({ subscription_status: 'past_due' });
    await tenant.user('ben@example.com');
    await tenant.user('ada@example.com', { admin: true });
    await using tab = await world.tab();
    const said: (string | null)[] = [];
    for (const secret of ['a wrong password', password]) {
      await tab.page.goto(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
      await tab.fillSignIn('ben@example.com', secret);
      said.push(await tab.page.getByRole('alert').getAttribute('data-code'));
    }
    deepEqual(said, ['invalid_credentials', 'subscription_inactive']);
    await tab.fillSignIn('ada@example.com', password);
    await tab.page.waitForURL(tenant.url('/account'));
    equal(await tab.page.getByRole('heading', { level: 1 }).textContent(), 'Subscription');
    equal(await tab.page.getByRole('link', { name: 'Open chat' }).count(), 0);
  });

  test('signs out for good', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const email = 'ada@example.com';
    await tenant.user(email);
    await tab.signIn(tenant, email);
    const { page } = tab;
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(world.hosted.loginUrl(`/?tenant=${tenant.slug}&reason=signed_out`));
    await page.getByRole('status').getByText('You are signed out.').waitFor();
    await page.goto(tenant.url());
    equal(page.url(), world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
    await tab.signIn(tenant, email);
    await world.hosted.api.database.query('delete from login_sessions');
    await page.goto(tenant.url());
    await page.getByRole('status').getByText('Your session has ended.').waitFor();
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The page policy names only features that browsers know',
    file: 'src/http/server/security-headers.ts',
    replace: "'camera', 'display-capture'",
    by: "'bluetooth', 'camera', 'display-capture'",
  },
];
