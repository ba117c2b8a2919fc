import { equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import { openAccount } from '#test/browser/open-account.ts';

let world: BrowserWorld;

describe('The account page', () => {
  before(async () => {
    world = await shareBrowserWorld();
  });

  test('an administrator invites a user, who signs in, and then disables the user', async () => {
    const tenant = await world.hosted.tenant();
    await using admin = await world.tab();
    const account = await openAccount(admin, tenant, 'users');
    await account.getByRole('button', { name: 'Invite' }).click();
    await account.getByRole('textbox', { name: 'Email' }).fill('Ben@Example.com');
    await account.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    const shown = account.getByRole('dialog').locator('code');
    const link = (await shown.textContent()) ?? '';
    await account.getByRole('button', { name: 'Close' }).last().click();

    await using guest = await world.tab();
    await guest.page.goto(link);
    await guest.page.getByLabel('New password', { exact: true }).fill('another password to sign in with');
    await guest.page.getByRole('button', { name: 'Save password' }).click();
    await guest.fillSignIn('ben@example.com', 'another password to sign in with');
    await guest.page.waitForURL(tenant.url());

    const row = account.getByRole('listitem').filter({ hasText: 'ben@example.com' });
    await row.getByRole('button', { name: 'Disable' }).click();
    await account.getByRole('dialog').getByText('ben@example.com is signed out').waitFor();
    await account.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await row.getByText('Disabled', { exact: true }).waitFor();
    await guest.page.goto(tenant.url());
    equal(guest.page.url(), world.hosted.loginUrl(`/?tenant=${tenant.slug}&reason=ended`));
    await row.getByRole('button', { name: 'Enable' }).click();
    await row.getByRole('button', { name: 'Disable' }).waitFor();

    await row.getByRole('button', { name: 'Reset password' }).click();
    await account.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
    await guest.page.goto((await shown.textContent()) ?? '');
    await guest.page.getByLabel('New password', { exact: true }).fill('one more password to sign in with');
    await guest.page.getByRole('button', { name: 'Save password' }).click();
    await guest.fillSignIn('ben@example.com', 'one more password to sign in with');
    const told = guest.page.getByText(/^admin\S* was shown a link to choose your password on /);
    await told.waitFor();
    await guest.page.getByRole('button', { name: 'Understood' }).click();
    await guest.page.reload();
    await guest.page.getByRole('textbox', { name: 'Message' }).waitFor();
    equal(await told.count(), 0);
    admin.requireNoComplaints();
  });

  test('an administrator cannot change themselves, and others only after a question', async () => {
    const tenant = await world.hosted.tenant();
    await tenant.user('ben@example.com', { admin: true });
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'users');
    const own = page.getByRole('listitem').filter({ hasText: 'You' });
    await own.waitFor();
    equal(await own.getByRole('button').count(), 0);
    const remove = page.getByRole('button', { name: 'Remove administrator' });
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    equal(await page.getByRole('dialog').count(), 0);
    equal(await tab.focused(), 'Remove administrator');
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove administrator' }).click();
    await page.getByRole('button', { name: 'Make administrator' }).waitFor();
  });

  test('says at the field why a user cannot be invited', async () => {
    const tenant = await world.hosted.tenant();
    await tenant.user('ben@example.com');
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'users');
    await page.getByRole('button', { name: 'Invite' }).click();
    const field = page.getByRole('textbox', { name: 'Email' });
    await field.fill('ben@example.com');
    await page.keyboard.press('Enter');
    await page.getByText('There is already somebody with this email.').waitFor();
    ok(await field.getAttribute('aria-describedby'));
  });

  test('shows the use of 30 days as a chart, as a table and as CSV', async () => {
    const tenant = await world.hosted.tenant();
    await tenant.hosted.api.database.query(
      `insert into usage_clients (client_id, day, requests, priority, deep_dive)
     values ($1, (now() at time zone 'utc')::date - 3, 1234, 5, 6)`,
      [tenant.client.id],
    );
    await tenant.hosted.api.database.query(
      `insert into usage_users (client_id, external_user_id, day, requests, priority, deep_dive)
     values ($1, '=HYPERLINK("x")', (now() at time zone 'utc')::date - 3, 1234, 5, 6)`,
      [tenant.client.id],
    );
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'usage');
    match((await page.getByRole('img').getAttribute('aria-label')) ?? '', /^Requests: 1,234 in 30 days/);
    await page.getByRole('radio', { name: 'Deep Dive' }).check();
    match((await page.getByRole('img').getAttribute('aria-label')) ?? '', /^Deep Dive: 6 in 30 days/);
    await page.getByRole('radio', { name: 'Table' }).check();
    equal(await page.getByRole('table', { name: 'The last 30 days' }).getByRole('row').count(), 31);
    equal((await download(page, 'Download CSV The last 30 days')).split('\r\n').length, 32);
    match(await download(page, 'Download CSV By user'), /^"'=HYPERLINK\(""x""\)",,0,0,0,1234,5,6\r$/m);
    tab.requireNoComplaints();
  });

  test('an unused tenant reads at zero', async () => {
    const tenant = await world.hosted.tenant({ daily_limit: 0 });
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'usage');
    equal(
      await page.getByRole('meter', { name: 'Requests' }).getAttribute('aria-valuetext'),
      '0 of 0. of all users together',
    );
    await page.getByText('Nobody has used the chat').waitFor();
    equal(await page.getByRole('img').getAttribute('aria-label'), 'Requests: none in the last 30 days.');
  });

  test('rotating the handoff key says what it ends, and ends it', async () => {
    const tenant = await world.hosted.tenant();
    await using guest = await world.tab();
    await guest.chat(tenant);
    const token = await tenant.token('customer-1');
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'security');
    await page.getByRole('button', { name: 'Rotate handoff key' }).click();
    await page.getByText('all 2 sessions of people who are signed in').waitFor();
    await page.getByRole('button', { name: 'Rotate and sign out' }).click();
    await page.waitForURL(world.hosted.loginUrl(`/?tenant=${tenant.slug}&reason=ended`));
    await guest.page.goto(tenant.url());
    equal(guest.page.url(), world.hosted.loginUrl(`/?tenant=${tenant.slug}&reason=ended`));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await world.hosted.browser().visit(tenant.url('/chat/usage'), { headers });
    equal(answer.status, 401);
  });

  test('ends another user’s session and lists what was changed', async () => {
    const tenant = await world.hosted.tenant();
    await using guest = await world.tab();
    await guest.chat(tenant);
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'security');
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText(/^The session of .+ has ended$/).waitFor();
    await guest.page.goto(tenant.url());
    equal(guest.page.url(), world.hosted.loginUrl(`/?tenant=${tenant.slug}&reason=ended`));
    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: 'Session ended' });
    match((await row.textContent()) ?? '', /admin@example\.com/);
  });

  test('a user who is no administrator sees why the page is closed', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    equal((await page.goto(tenant.url('/account')))?.status(), 403);
    await page.getByRole('link', { name: 'Back to the chat' }).click();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  });
});

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFile(await file.path(), 'utf8');
}
