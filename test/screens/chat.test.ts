import { deepEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { findOverflows } from '#test/browser/overflows.ts';
import { chatScreens, openChatScreens } from '#test/screens/chat-screens.ts';

/** Where pictures of the screens are kept; without it they are only checked. */
const pictures = process.env['SCREENSHOTS'];

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const narrow = { viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true };

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  'desktop-light': { ...desktop, colorScheme: 'light' },
  'desktop-dark': { ...desktop, colorScheme: 'dark' },
  'desktop-forced': { ...desktop, forcedColors: 'active' },
  'desktop-arabic': { ...desktop, colorScheme: 'light', locale: 'ar' },
  'phone-light': { ...phone, colorScheme: 'light' },
  'phone-dark': { ...phone, colorScheme: 'dark' },
  'narrow-light': { ...narrow, colorScheme: 'light' },
  'narrow-arabic': { ...narrow, colorScheme: 'dark', locale: 'ar' },
};

let world: BrowserWorld;

describe('Every screen of the chat is whole and has no violation', () => {
  before(async () => {
    world = await openBrowserWorld();
  });

  after(() => world[Symbol.asyncDispose]());

  for (const [look, options] of Object.entries(looks)) {
    test(look, async () => {
      await using tab = await openChatScreens(world, options);
      for (const [name, open] of chatScreens(world)) {
        await open(tab.page);
        await keep(tab.page, `${look}-${name}`);
        deepEqual([name, await findOverflows(tab.page)], [name, []]);
        await requireAccessible(tab.page, name);
      }
    });
  }
});

async function keep(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}
