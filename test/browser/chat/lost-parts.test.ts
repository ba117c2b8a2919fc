import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';

let world: BrowserWorld;

describe('A part of the chat that the network has lost', () => {
  before(async () => {
    world = await shareBrowserWorld();
  });

  test('is told, keeps what was written, and is loaded with another try', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    let isReachable = false;
    await tab.page.route('**/assets/deferred-*', (route) => (isReachable ? route.continue() : route.abort()));
    const page = await tab.chat(tenant);
    await told(page).waitFor();
    await message(page).fill('Sent before it could be');
    await button(page, 'Send').click();
    await told(page).getByRole('button', { name: 'Dismiss' }).click();
    await button(page, 'Send').click();
    await told(page).waitFor();
    equal(await message(page).inputValue(), 'Sent before it could be');
    isReachable = true;
    await told(page).getByRole('button', { name: 'Try again' }).click();
    await button(page, 'Good answer').waitFor();
    deepEqual(await questions(page), ['Sent before it could be']);
    await page.waitForURL('**/?conversation=*');
  });

  test('is loaded with another try, too, where a file that it imports was lost', async () => {
    await using tab = await world.tab();
    let isBegun = false;
    let isReachable = false;
    const lost: string[] = [];
    await tab.page.route('**/assets/*.js*', (route) => {
      const url = route.request().url();
      if (url.includes('/deferred-')) isBegun = true;
      // The words are a part of their own, whose loss would be told before.
      else if (isBegun && !isReachable && !url.includes('/later-')) {
        lost.push(url);
        return route.abort();
      }
      return route.continue();
    });
    const page = await tab.chat(await world.hosted.tenant());
    await told(page).waitFor();
    ok(lost.length > 0);
    isReachable = true;
    await told(page).getByRole('button', { name: 'Try again' }).click();
    await told(page).waitFor({ state: 'detached' });
    await message(page).fill('After the network was back');
    await button(page, 'Send').click();
    await button(page, 'Good answer').waitFor();
    deepEqual(await questions(page), ['After the network was back']);
  });
});

function told(page: Page) {
  return page.getByRole('alert').filter({ hasText: /could not be reached|are offline/ });
}

function message(page: Page) {
  return page.getByRole('textbox', { name: 'Message' });
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

function questions(page: Page): Promise<string[]> {
  return page.locator('.question').allInnerTexts();
}

export const breaks: readonly Break[] = [
  {
    rule: 'A part of the chat that cannot be loaded is reported',
    file: 'src/web/chat/parts.ts',
    replace: 'message: wordsForUnanswered(text.problems),',
    by: "message: '',",
  },
  {
    rule: 'A part of the chat that could not be loaded is loaded with another try',
    file: 'src/web/shared/import-whole.ts',
    replace: `  await fetchWhole(file);
`,
    by: '',
  },
  {
    rule: 'A part of the chat is imported once all of its files are there, because a browser keeps a failed import',
    file: 'src/web/shared/import-whole.ts',
    replace: 'await Promise.all([...imports].map',
    by: 'void ([...imports].map',
  },
];
