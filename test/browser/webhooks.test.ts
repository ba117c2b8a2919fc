import { equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { startReceiver } from '#test/webhooks/receiver.ts';

describe('Webhooks on the account page', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await openBrowserWorld({ env: { PARLEY_WEBHOOK_NETWORKS: '127.0.0.0/8' } });
  });
  after(() => world[Symbol.asyncDispose]());

  test('an administrator adds an endpoint, tests it, sees the delivery, and deletes it', async () => {
    await using receiver = await startReceiver();
    const tenant = await world.hosted.tenant();
    await tenant.user('admin@example.com', { admin: true });
    await using tab = await world.tab();
    await tab.enter(tenant, 'admin@example.com', '/account#webhooks');
    const { page } = tab;
    await page.getByText('No endpoint yet.').waitFor();

    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/hook');
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    await dialog.getByText('The address: Write a public address that begins with https://').waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await dialog.getByRole('textbox', { name: 'Types of events' }).fill('job.completed, job.failed');
    await dialog.getByRole('button', { name: 'Add an endpoint' }).click();
    match((await dialog.locator('code').textContent()) ?? '', /^whsec_/);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    const row = page.getByRole('listitem').filter({ hasText: receiver.url });
    await row.getByText('job.completed, job.failed').waitFor();
    await row.getByRole('button', { name: 'Send a test' }).click();
    const [delivery] = await receiver.until(1);
    equal(delivery?.event.type, 'webhook.test');
    await row.getByRole('button', { name: 'Show deliveries' }).click();
    await row.getByRole('region', { name: 'Deliveries' }).getByText('webhook.test').first().waitFor();
    await row.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await row.getByText('Disabled', { exact: true }).waitFor();

    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoint yet.').waitFor();
    tab.requireNoComplaints();
  });
});
