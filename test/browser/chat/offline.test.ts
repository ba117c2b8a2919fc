import { equal } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import { goOffline, goOnline, onLine } from '#test/browser/network/online.ts';

let world: BrowserWorld;

describe('A chat whose browser calls itself offline', () => {
  /** Its browser is online while it loads the page, as none is on a machine without a network. */
  async function onlineTab(): Promise<Tab> {
    const tab = await world.tab();
    await tab.page.addInitScript(onLine(true));
    return tab;
  }

  before(async () => {
    world = await shareBrowserWorld();
  });

  test('says so where the service does not answer, keeps the draft, and says when it is back', async () => {
    await using tab = await onlineTab();
    const page = await tab.chat(await world.hosted.tenant());
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('A draft');
    // It comes with the part that watches the network.
    await page.locator('.sidebar .usage').waitFor({ state: 'attached' });
    await goOffline(page);
    await alertOf(tab).filter({ hasText: 'You are offline.' }).waitFor();
    await goOnline(page);
    await page.getByText('You are back online.').waitFor();
    equal(await alertOf(tab).textContent(), '');
    equal(await message.inputValue(), 'A draft');
  });

  test('says when it is back where the network was lost before the chat had loaded all of itself', async () => {
    await using tab = await onlineTab();
    const { page } = tab;
    const files = /\/deferred-[^/]+\.js/;
    await page.route(files, async (route) => {
      await page.evaluate(onLine(false));
      await route.abort('internetdisconnected');
    });
    await tab.chat(await world.hosted.tenant());
    await alertOf(tab).filter({ hasText: 'You are offline.' }).waitFor();
    await page.unroute(files);
    await goOnline(page);
    await page.getByText('You are back online.').waitFor();
    equal(await alertOf(tab).textContent(), '');
  });

  test('does not say so while the service answers', async () => {
    await using tab = await onlineTab();
    const { page } = tab;
    await tab.chat(await world.hosted.tenant());
    // It comes with the part that watches the network.
    await page.locator('.sidebar .usage').waitFor({ state: 'attached' });
    const asked = page.waitForResponse('**/chat/usage');
    await page.evaluate(`${onLine(false)}; dispatchEvent(new Event('offline'))`);
    await asked;
    await page.waitForLoadState('networkidle');
    equal(await alertOf(tab).textContent(), '');
    await goOffline(page);
    await alertOf(tab).filter({ hasText: 'You are offline.' }).waitFor();
    await goOnline(page);
    await page.getByText('You are back online.').waitFor();
  });

  test('and did so while the page was loaded, is said to miss the service', async () => {
    await using tab = await world.tab();
    const { page } = tab;
    await page.addInitScript(onLine(false));
    await tab.chat(await world.hosted.tenant());
    await page.locator('.sidebar .usage').waitFor({ state: 'attached' });
    await goOffline(page);
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Is anyone there?');
    await message.press('Enter');
    await alertOf(tab).filter({ hasText: 'could not be reached' }).waitFor();
    equal(await message.inputValue(), 'Is anyone there?');
  });
});

function alertOf(tab: Tab) {
  return tab.page.getByRole('alert');
}

export const breaks: readonly Break[] = [
  {
    rule: 'A page says that the browser is offline',
    file: 'src/web/chat/life/start-page.ts',
    replace: `    watchNetwork(chat),
`,
    by: '',
  },
  {
    rule: 'A browser that calls itself offline is believed only when the service does not answer',
    file: 'src/web/chat/life/watch-network.ts',
    replace: ' && (await isUnanswered(chat))',
    by: '',
  },
  {
    rule: 'A browser that called itself offline while it loaded the page is not believed',
    file: 'src/web/shared/offline.ts',
    replace: 'wasOnline && !navigator.onLine;',
    by: '!navigator.onLine;',
  },
];
