import { deepEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import { ask, chatIn, message, openChat, waitForValue } from '#test/browser/launched.ts';
import { useLauncher } from '#test/browser/launcher-fixture.ts';
import { allowOrigins } from '#test/browser/open-partner.ts';
import type { PartnerSite } from '#test/browser/partner-site.ts';
import { startSite } from '../../examples/partner-site/site.ts';

const phone = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true };

describe('The launcher and its frame have no violation', () => {
  const launched = useLauncher();

  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `closed, open, with an answer and with the sidebar, in ${colorScheme}`,
      launched(
        async ({ site, tab }) => {
          await tab.page.goto(site.origin());
          await tab.page.getByRole('button', { name: 'Open chat' }).waitFor();
          await requireAccessible(tab.page, 'closed');
          await openChat(tab, site);
          await requireBoth(tab.page, 'open');
          await ask(tab.page, 'Hello');
          await chatIn(tab.page).getByRole('button', { name: 'Show sidebar' }).click();
          await chatIn(tab.page).getByRole('button', { name: 'New chat' }).waitFor();
          await requireBoth(tab.page, 'sidebar');
        },
        { tab: { colorScheme, bypassCSP: true } },
      ),
    );

    test(
      `on a phone, in ${colorScheme}`,
      launched(
        async ({ site, tab }) => {
          await openChat(tab, site);
          await requireBoth(tab.page, 'phone');
        },
        { tab: { ...phone, colorScheme, bypassCSP: true } },
      ),
    );

    test(
      `without anybody to chat as, and when it is blocked, in ${colorScheme}`,
      launched(
        async ({ world, tenant, site, tab }) => {
          site.page = { attributes: 'data-token-endpoint="/api/chat-token" data-new-tab="true"' };
          site.tokens = async () => ({ status: 401, body: { sign_in_url: '/login' } });
          await openFrame(tab, site);
          await chatIn(tab.page).getByRole('button', { name: 'Try again' }).waitFor();
          await requireBoth(tab.page, 'nobody');
          await allowOrigins(world, tenant, []);
          await tab.page.clock.install();
          await openFrame(tab, site);
          await tab.page.clock.runFor(8_100);
          await tab.page.getByRole('link', { name: 'Open chat in a new tab' }).waitFor();
          await requireAccessible(tab.page, 'blocked');
        },
        { tab: { colorScheme, bypassCSP: true } },
      ),
    );
  }

  test(
    'on the pages of the example, in light on a desktop and in dark on a phone',
    launched(
      async ({ world, tenant, tab: { page, complaints } }) => {
        const parley = { baseUrl: world.hosted.api.urlOf(), apiKey: tenant.key };
        await using example = await startSite({ ...parley, port: 0 });
        const origin = `http://tarnlea.localhost:${example.port}`;
        await allowOrigins(world, tenant, [origin]);
        await page.goto(origin);
        await requireInBothThemes(page, 'signed out');
        await page.getByText('Sign in', { exact: true }).click();
        await page.getByRole('button', { name: 'Sign in as Anna' }).click();
        await page.getByRole('button', { name: 'Help me choose' }).click();
        await waitForValue(page, 'Which piece would you choose for a first kitchen?');
        await requireInBothThemes(page, 'shop');
        for (const path of ['help', 'orders']) {
          await page.goto(`${origin}/${path}`);
          await message(page).waitFor();
          await requireInBothThemes(page, path);
        }
        deepEqual(complaints, []);
      },
      { tab: { bypassCSP: true } },
    ),
  );

  async function openFrame(tab: Tab, site: PartnerSite): Promise<void> {
    await tab.page.goto(site.origin());
    await tab.page.getByRole('button', { name: 'Open chat' }).click();
  }
});

async function requireInBothThemes(page: Page, place: string): Promise<void> {
  for (const [colorScheme, width] of [['light', 1280] as const, ['dark', 390] as const]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await requireAccessible(page, `${place}, ${colorScheme}`);
    const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
    deepEqual([place, needed], [place, width]);
  }
}

/** The partner's page, and the document in the frame. */
async function requireBoth(page: Page, place: string): Promise<void> {
  await requireAccessible(page, place);
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error('There is no frame');
  await requireAccessible(frame, `${place}, in the frame`);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A chat that is mounted in a page is no dialog',
    file: 'src/launcher/view.ts',
    replace: "panel.ariaModal = isInline ? null : 'false';",
    by: "panel.ariaModal = 'false';",
  },
];
