import { equal } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';

const rest = '**/assets/rest-*';

let world: BrowserWorld;

describe('The turns of a conversation', () => {
  before(async () => {
    world = await openBrowserWorld();
  });

  after(() => world[Symbol.asyncDispose]());

  test('what cannot be loaded is told, keeps the text, and is loaded with another try', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    await tab.page.route(rest, (route) => route.abort());
    const page = await tab.chat(tenant);
    const told = page.getByRole('alert').filter({ hasText: 'could not be reached' });
    await told.waitFor();
    await ask(page, 'Sent before it could be');
    await told.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await told.waitFor();
    equal(await message(page).inputValue(), 'Sent before it could be');
    await page.unroute(rest);
    await told.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    equal(await page.getByRole('heading', { name: 'Sent before it could be', level: 2 }).count(), 1);
    await page.waitForURL('**/?conversation=*');
    equal(await message(page).inputValue(), '');
  });
});

function message(page: Page) {
  return page.getByRole('textbox', { name: 'Message' });
}

async function ask(page: Page, prompt: string): Promise<void> {
  await message(page).fill(prompt);
  await page.getByRole('button', { name: 'Send' }).click();
}
