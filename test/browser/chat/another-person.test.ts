import { equal } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import type { Tenant } from '#test/world/hosted.ts';

let world: BrowserWorld;
let tenant: Tenant;

describe('A tab that was left open', () => {
  before(async () => {
    world = await shareBrowserWorld();
    tenant = await world.hosted.tenant();
    for (const email of ['ada@example.com', 'bob@example.com']) await tenant.user(email, { admin: true });
  });

  async function openAs(email: string): Promise<Tab> {
    const tab = await world.tab();
    await tab.enter(tenant, email);
    await tab.page.getByRole('textbox', { name: 'Message' }).waitFor();
    return tab;
  }

  const personOf = async (page: Page) => {
    const { user }: { user: { label: string } } = JSON.parse(
      (await page.locator('#parley-data').textContent()) ?? '',
    );
    return user.label;
  };
  const untilPerson = async (page: Page, email: string) => {
    while ((await personOf(page).catch(() => null)) !== email) await page.waitForEvent('load');
  };

  test('sends nothing as the person who has signed in since, and shows that person instead', async () => {
    await using ada = await openAs('ada@example.com');
    await using bob = await openAs('bob@example.com');
    const calls = world.hosted.api.provider.received;
    await ada.page.context().addCookies(await bob.page.context().cookies());
    await ada.page.getByRole('textbox', { name: 'Message' }).fill('For Ada only');
    await ada.page.keyboard.press('Enter');
    await untilPerson(ada.page, 'bob@example.com');
    equal(world.hosted.api.provider.received, calls);
  });

  for (const path of ['/', '/account']) {
    test(`follows a sign-out everywhere from ${path} to the sign-in page`, async () => {
      await using ada = await openAs('ada@example.com');
      await ada.page.goto(tenant.url(path));
      await ada.page.getByRole('button', { name: 'Menu' }).waitFor();
      const other = await ada.page.context().newPage();
      await other.goto(tenant.url());
      await other.getByRole('button', { name: 'Menu' }).click();
      await other.getByRole('button', { name: 'Sign out everywhere' }).click();
      const followed = ada.page.waitForURL(/login\.localhost/);
      const dialog = other.getByRole('dialog', { name: 'Sign out everywhere?' });
      await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
      await followed;
      await other.waitForURL(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
      equal(await other.getByRole('alert').count(), 0, 'nothing has ended that this tab did not end itself');
    });

    test(`follows the others from ${path} to the sign-in page, and to the person who signs in next`, async () => {
      await using ada = await openAs('ada@example.com');
      const left = ada.page;
      await left.goto(tenant.url(path));
      await left.getByRole('button', { name: 'Menu' }).waitFor();
      const other = await left.context().newPage();
      await other.goto(tenant.url());
      await other.getByRole('button', { name: 'Menu' }).click();
      const asked = left.waitForURL(/login\.localhost/);
      await other.getByRole('button', { name: 'Sign out', exact: true }).click();
      await asked;

      await using bob = await openAs('bob@example.com');
      await using again = await openAs('ada@example.com');
      await again.page.goto(tenant.url(path));
      await again.page.getByRole('button', { name: 'Menu' }).waitFor();
      await again.page.context().addCookies(await bob.page.context().cookies());
      const next = await again.page.context().newPage();
      const followed = untilPerson(again.page, 'bob@example.com');
      await next.goto(tenant.url());
      await followed;
      equal(await personOf(again.page), 'bob@example.com');
    });
  }
});

export const breaks: readonly Break[] = [
  {
    rule: 'The chat says for whom it was loaded',
    file: 'src/web/chat/state/chat.ts',
    replace: 'createRequest(token, data.user?.id,',
    by: 'createRequest(token, undefined,',
  },
  {
    rule: 'Tabs follow each other to the person who signed in last',
    file: 'src/web/shared/share-session.ts',
    replace: 'if (data !== userId) leave();',
    by: 'if (data === userId) leave();',
  },
  {
    rule: 'A sign-out everywhere reaches the other tabs',
    file: 'src/web/chat/dialogs/everywhere-dialog.tsx',
    replace: `    shareSignOut();
`,
    by: '',
  },
];
