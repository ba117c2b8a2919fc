import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { requireWhole } from '#test/browser/console-screens.ts';
import { untilDrawn } from '#test/browser/log-place.ts';
import { enterAsOperator, openAsOperator } from '#test/browser/operator-tab.ts';
import { untilTrue } from '#test/browser/until-true.ts';
import { Partner } from '#test/world/partner.ts';

describe('Partners in the console', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await openBrowserWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  test('are sorted and filtered, and the address brings the same list back', async () => {
    const quiet = await world.hosted.tenant({ name: 'Alder', subscription_status: 'active' });
    const busy = await world.hosted.tenant({ name: 'Zinnia', subscription_status: 'active' });
    await world.hosted.tenant({ name: 'Birch', enabled: false, daily_limit: 500_000 });
    await new Partner(world.hosted.api, busy.client, busy.key).send();
    const { tab, console } = await enterAsOperator(world, 'viewer');
    await using _ = tab;
    const { page } = tab;
    await page.goto(`${console.origin}/partners`);
    await firstRow(page, 'Alder');
    equal(await page.locator('th[aria-sort]').textContent(), 'Name');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Use today');
    await firstRow(page, 'Zinnia');
    equal(await page.locator('th[aria-sort="descending"]').textContent(), 'Today');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Last active');
    await page.locator('th[aria-sort="descending"]').filter({ hasText: 'Last active' }).waitFor();
    await firstRow(page, 'Zinnia');
    await page.getByRole('combobox', { name: 'Subscription' }).selectOption('Revoked');
    await firstRow(page, 'Birch');
    equal(await page.getByRole('row').count(), 2);
    equal(new URL(page.url()).search, '?sort=last_active&state=revoked');
    await page.reload();
    await firstRow(page, 'Birch');
    equal(await page.getByRole('combobox', { name: 'Sort by' }).inputValue(), 'last_active');
    await page.getByRole('searchbox', { name: 'Search partners' }).fill('no such name');
    await page.getByText('No partner matches.').waitFor();
    ok(quiet.slug !== busy.slug);
    await requireAccessible(page, 'partners');
    await page.setViewportSize({ width: 320, height: 700 });
    await page.getByRole('searchbox', { name: 'Search partners' }).fill('');
    await firstRow(page, 'Birch');
    await requireWhole(page, 'partners on a small phone');
    const hidden = await page.evaluate<number>(
      "document.querySelector('.share-words').getBoundingClientRect().right - document.querySelector('table').parentElement.getBoundingClientRect().right",
    );
    ok(hidden <= 0, `${hidden} pixels of a limit are out of sight`);
    tab.requireNoComplaints();
  });

  test('one that does not exist has a page that says so, and no tabs', async () => {
    const { tab, console } = await enterAsOperator(world, 'viewer');
    await using _ = tab;
    const { page } = tab;
    for (const [path, title, list] of [
      ['/partners/nobody?tab=limits', 'Partner not found', 'All partners'],
      ['/agents/nobody', 'Agent not found', 'All agents'],
    ] as const) {
      await page.goto(`${console.origin}${path}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      equal(await page.getByRole('navigation', { name: 'About this partner' }).count(), 0);
      await requireAccessible(page, path);
      await page.getByRole('main').getByRole('link', { name: list }).click();
      await page
        .getByRole('heading', { level: 1, name: list.replace(/^All (.)/, (_, first) => first.toUpperCase()) })
        .waitFor();
    }
  });

  test('all limits have one button, which sends what was changed and nothing else', async () => {
    const tenant = await world.hosted.tenant({ daily_limit: 9 });
    const { tab, console } = await enterAsOperator(world, 'operator');
    await using _ = tab;
    const { page } = tab;
    await page.goto(`${console.origin}/partners/${tenant.slug}?tab=limits`);
    const save = page.getByRole('button', { name: 'Save' });
    await save.waitFor();
    equal(await save.count(), 1);
    equal(await save.isDisabled(), true);
    await page.getByRole('textbox', { name: 'Allowed providers' }).fill('openai');
    await page.getByRole('spinbutton', { name: 'Requests a minute' }).fill('30');
    await page.getByText('2 unsaved changes').waitFor();
    await page.getByRole('spinbutton', { name: 'Requests a minute' }).fill('');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    // Another operator changes something else meanwhile.
    const other = await console.signedIn('owner');
    await other.ask('PATCH', `/clients/${tenant.slug}`, { daily_limit: 77 });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('textbox', { name: 'Allowed providers' }).press('Enter');
    deepEqual((await sent).postDataJSON(), { providers: ['openai'] });
    await page.getByText('Saved', { exact: true }).waitFor();
    await untilTrue(page, `document.querySelector('form [type=submit]').disabled`);
    const { client } = (await other.ask('GET', `/clients/${tenant.slug}`)).json;
    deepEqual([client?.['daily_limit'], client?.['providers']], [77, ['openai']]);
    await page.getByRole('textbox', { name: 'Allowed providers' }).fill('unknown');
    await save.click();
    await page.getByRole('alert').filter({ hasText: 'Allowed providers: must be one of' }).waitFor();
    await requireAccessible(page, 'limits');
    await page.setViewportSize({ width: 320, height: 700 });
    const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    ok(width <= 0, `limits are ${width} pixels wider than a small phone`);
    tab.requireNoComplaints();
  });

  test('a partner that becomes active shows the limit that it has then, and can be given the old one', async () => {
    const tenant = await world.hosted.tenant({ subscription_status: 'trial', daily_limit: 200 });
    const { tab, console } = await enterAsOperator(world, 'operator');
    await using _ = tab;
    const { page } = tab;
    await page.goto(`${console.origin}/partners/${tenant.slug}?tab=limits`);
    const limit = page.getByRole('spinbutton', { name: 'Requests a day, all users together' });
    await limit.waitFor();
    await page.getByRole('combobox', { name: 'Subscription' }).selectOption('Active');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await untilTrue(page, `document.querySelector('form [type=submit]').disabled`);
    equal(await limit.inputValue(), '5000');
    await limit.fill('200');
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    tab.requireNoComplaints();
  });

  test('a new key takes the place of the question for it, and stays until the reader closes it', async () => {
    const tenant = await world.hosted.tenant();
    const { tab, console } = await enterAsOperator(world, 'operator');
    await using _ = tab;
    const { page } = tab;
    await page.goto(`${console.origin}/partners/${tenant.slug}?tab=key`);
    const rotate = page.getByRole('button', { name: 'Rotate key' });
    await rotate.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    const key = page.getByRole('dialog', { name: `Key of ${tenant.slug}` });
    await key.waitFor();
    // The browser reports the end of the question a moment later.
    await untilDrawn(page);
    ok(await key.isVisible());
    await page.keyboard.press('Escape');
    await key.waitFor({ state: 'detached' });
    equal(await tab.focused(), 'Rotate key');
    tab.requireNoComplaints();
  });

  test('a question for a passkey ends with the session, and is not asked of whoever signs in next', async () => {
    const tenant = await world.hosted.tenant();
    const { tab, console, email } = await openAsOperator(world, 'operator');
    await using _ = tab;
    const { page } = tab;
    const own = 'operator_id = (select id from operators where email = $1)';
    const { database } = console.api;
    await page.goto(`${console.origin}/partners/${tenant.slug}?tab=key`);
    const rotate = page.getByRole('button', { name: 'Rotate key' });
    await rotate.waitFor();
    await database.query(`update operator_sessions set strong_until = now() where ${own}`, [email]);
    await rotate.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await asked.waitFor();
    await database.query(`delete from operator_sessions where ${own}`, [email]);
    await asked.getByRole('button', { name: 'Use passkey' }).click();
    await page.getByText('Your session has ended.').waitFor();
    equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await rotate.waitFor();
    equal(await page.getByRole('dialog').count(), 0);
  });

  test('support, who is never shown a link, has nothing to store after an invitation', async () => {
    const tenant = await world.hosted.tenant();
    const { tab, console } = await enterAsOperator(world, 'support');
    await using _ = tab;
    const { page } = tab;
    await page.goto(`${console.origin}/partners/${tenant.slug}?tab=users`);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Invite a person' });
    await form.getByRole('textbox', { name: 'Email' }).fill('grace@example.com');
    await form.getByRole('button', { name: 'Invite', exact: true }).click();
    const sent = page.getByRole('dialog', { name: 'An email is on its way' });
    await sent.waitFor();
    equal(await sent.locator('footer').textContent(), 'Close');
    tab.requireNoComplaints();
  });

  test('a viewer is offered no button below the limits', async () => {
    const tenant = await world.hosted.tenant();
    const { tab, console } = await enterAsOperator(world, 'viewer');
    await using _ = tab;
    await tab.page.goto(`${console.origin}/partners/${tenant.slug}?tab=limits`);
    await tab.page.getByRole('textbox', { name: 'Allowed providers' }).waitFor();
    equal(await tab.page.getByRole('button', { name: 'Save' }).count(), 0);
  });
});

/** Waits until the list begins with the partner. */
async function firstRow(page: Page, name: string): Promise<void> {
  await page.getByRole('row').nth(1).filter({ hasText: name }).waitFor();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A question for a passkey ends with the session of its operator',
    file: 'src/web/console/state/console.ts',
    replace: 'computed(() => operatorIn(access.value))',
    by: 'computed(() => null)',
  },
  {
    rule: 'The order of partners stands in the address',
    file: 'src/web/console/components/filter-select.tsx',
    replace: '[name]: event.currentTarget.value })',
    by: "[name]: '' })",
  },
  {
    rule: 'The column that partners are sorted by says so',
    file: 'src/web/console/components/data-table.tsx',
    replace: ' aria-sort={column.sorted}',
    by: '',
  },
  {
    rule: 'Partners are narrowed to a subscription',
    file: 'src/web/console/partners/list/partner-list.tsx',
    replace: "state === filters['state']",
    by: "state === filters['sort']",
  },
  {
    rule: 'A limit is in sight in the list of partners on a small phone',
    file: 'src/web/console/styles/tables.css',
    replace: `  .share-words {
    white-space: normal;`,
    by: `  .share-words {
    white-space: nowrap;`,
  },
  {
    rule: 'A partner that does not exist has no tabs',
    file: 'src/web/console/partners/partner-page.tsx',
    replace: 'if (reading.isMissing) {',
    by: 'if (reading.isStale && reading.isMissing) {',
  },
  {
    rule: 'The form of limits sends what differs and nothing else',
    file: 'src/web/console/partners/limits/limit-fields.ts',
    replace: 'JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name))',
    by: 'JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name + name))',
  },
  {
    rule: 'A refused limit is called what the form calls it',
    file: 'src/web/console/partners/limits/limits-tab.tsx',
    replace: 'inWordsOf(limitWords, () => changeClient(api, props, change))',
    by: 'changeClient(api, props, change)',
  },
  {
    rule: 'After saving, the form of limits has no unsaved change',
    file: 'src/web/console/partners/limits/limits-tab.tsx',
    replace: 'saved.value = takeStoredLimit(',
    by: 'takeStoredLimit(',
  },
  {
    rule: 'A dialog that was removed does not report that it was closed',
    file: 'src/web/shared/components/dialog.tsx',
    replace: 'currentTarget.isConnected && onClose()',
    by: 'currentTarget && onClose()',
  },
  {
    rule: 'A dialog without a secret does not ask whether it is stored',
    file: 'src/web/administration/dialogs/secret-dialog.tsx',
    replace: 'secret === null ? commonText.close : done',
    by: 'done',
  },
  {
    rule: 'The form of limits shows the daily limit that is stored',
    file: 'src/web/console/partners/limits/limit-fields.ts',
    replace: 'dailyLimit.value = written(stored);',
    by: 'dailyLimit.value = written(sent.daily_limit);',
  },
];
