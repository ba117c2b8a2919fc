import { deepEqual, equal, match } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

let world: BrowserWorld;

const address = (path: string) => `http://localhost:${world.hosted.api.portOf()}${path}`;

async function open(path: string, options: BrowserContextOptions = {}): Promise<Tab> {
  const tab = await world.tab({ viewport: desktop, ...options });
  await tab.page.goto(address(path));
  return tab;
}

describe('The documentation', () => {
  before(async () => {
    world = await shareBrowserWorld();
  });

  for (const [colorScheme, viewport] of [
    ['light', desktop],
    ['dark', phone],
  ] as const) {
    test(`the documentation has no violation in ${colorScheme} at ${viewport.width} pixels`, async () => {
      await using tab = await open('/docs', { colorScheme, viewport });
      await requireAccessible(tab.page, 'overview');
      for (const path of ['/docs/quick-start', '/docs/reference/jobs', '/docs/search?q=quota']) {
        await tab.page.goto(address(path));
        await requireAccessible(tab.page, path);
        const { scrollWidth, clientWidth } = await tab.page.evaluate<Record<string, number>>(
          '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
        );
        equal(scrollWidth, clientWidth, `${path} is wider than its window`);
      }
      deepEqual(tab.complaints, []);
    });
  }

  test('a language is chosen for all blocks, and remembered on the next page', async () => {
    await using tab = await open('/docs/quick-start');
    const { page } = tab;
    await page.getByRole('tab', { name: 'Python' }).first().click();
    deepEqual(new Set(await chosen(page)), new Set(['Python']));
    await page.goto(address('/docs/reference/jobs'));
    match((await chosen(page)).join(), /Python/);
    await page.getByRole('tab', { name: 'Python' }).first().focus();
    await page.keyboard.press('ArrowRight');
    match((await chosen(page)).join(), /PHP/);
  });

  test('a search shows what it finds while one types, and the keys choose', async () => {
    await using tab = await open('/docs');
    const { page } = tab;
    await page.keyboard.press('/');
    // At once: what is found of a part of the word would replace the list, and with it what is chosen there.
    await page.keyboard.insertText('idempotency');
    const first = page.getByRole('option').first();
    await first.filter({ hasText: 'Idempotency' }).waitFor();
    await requireAccessible(page, 'search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(address('/docs/idempotency'));
    deepEqual(tab.complaints, []);
  });

  test('on a phone the text comes first, and the navigation opens over it', async () => {
    await using tab = await open('/docs/quick-start', { viewport: phone });
    const { page } = tab;
    const places = page.getByRole('navigation', { name: 'Documentation' });
    equal(await places.isVisible(), false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await requireAccessible(page, 'menu');
    await places.getByRole('link', { name: 'Idempotency' }).click();
    await page.waitForURL(address('/docs/idempotency'));
  });

  test('without script everything can be read and searched', async () => {
    await using tab = await open('/docs/quick-start', { javaScriptEnabled: false, viewport: phone });
    const { page } = tab;
    const blocks = page.locator('.tab pre');
    for (const block of await blocks.all()) equal(await block.isVisible(), true);
    equal((await blocks.count()) >= 4, true);
    await page.getByRole('searchbox').fill('jobs');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    equal((await page.locator('.results li').count()) > 3, true);
  });

  test('an anchor of the reference that once was at /docs leads to its subject', async () => {
    await using tab = await open('/docs#createJob');
    await tab.page.waitForURL(address('/docs/reference/jobs#createJob'));
    equal(await tab.page.locator(':target').count(), 1);
    await tab.page.goto(address('/docs#error-quota_exceeded'));
    await tab.page.waitForURL(address('/docs/errors#quota_exceeded'));
    equal(await tab.page.locator(':target').count(), 1);
  });
});

function chosen(page: Page): Promise<string[]> {
  return page.locator('[role=tab][aria-selected=true]').allTextContents();
}
