import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import type { Tab } from './browser-tab.ts';
import type { PartnerSite } from './partner-site.ts';
import { untilTrue } from './until-true.ts';

export function chatIn(page: Page): FrameLocator {
  return page.frameLocator('iframe');
}

export function message(page: Page) {
  return chatIn(page).getByRole('textbox', { name: 'Message' });
}

export async function openChat(tab: Tab, site: PartnerSite): Promise<void> {
  await tab.page.goto(site.origin());
  await tab.page.getByRole('button', { name: 'Open chat' }).click();
  await message(tab.page).waitFor();
}

export async function ask(page: Page, question: string): Promise<void> {
  await message(page).fill(question);
  await chatIn(page).getByRole('button', { name: 'Send' }).click();
  await answered(chatIn(page)).first().waitFor();
}

/**
 * Waits until the chat has loaded all of itself and has read what it reads by itself. Before that, a request of its own
 * may be the one that is refused.
 */
export async function settled(page: Page): Promise<void> {
  await chatIn(page).locator('.sidebar .usage').waitFor({ state: 'attached' });
}

/** The buttons below answers that have ended. A question has a Copy too, from the moment it is asked. */
export function answered(chat: FrameLocator): Locator {
  return chat.getByRole('article', { name: 'Answer' }).getByRole('button', { name: 'Copy' });
}

export async function focusIsInComposer(page: Page): Promise<void> {
  await untilTrue(chatFrame(page), "document.hasFocus() && document.activeElement?.matches('textarea')");
}

export async function waitForValue(page: Page, value: string): Promise<void> {
  await message(page).waitFor();
  const isThere = `document.querySelector('.composer textarea')?.value === ${JSON.stringify(value)}`;
  await untilTrue(chatFrame(page), isThere);
}

function chatFrame(page: Page): Frame {
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('the page has no chat');
  return frame;
}

/** Replaces the whole body, as Turbo does. */
export async function swapBody(page: Page, markup: string): Promise<void> {
  await page.evaluate(`{
    const body = document.createElement('body');
    body.innerHTML = ${JSON.stringify(markup)};
    document.body.replaceWith(body);
  }`);
}
