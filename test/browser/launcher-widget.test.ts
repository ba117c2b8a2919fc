import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ask,
  chatIn,
  focusIsInComposer,
  message,
  openChat,
  settled,
  swapBody,
} from '#test/browser/launched.ts';
import { useLauncher } from '#test/browser/launcher-fixture.ts';
import { untilTrue } from '#test/browser/until-true.ts';

const openerHasFocus =
  "document.activeElement.shadowRoot?.activeElement?.getAttribute('aria-label') === 'Open chat'";

describe('the dialog of the launcher', () => {
  const launched = useLauncher();

  test(
    'opening it puts the keyboard into the chat',
    launched(async ({ site, tab }) => {
      await openChat(tab, site);
      await focusIsInComposer(tab.page);
      await tab.page.keyboard.press('Escape');
      await untilTrue(tab.page, openerHasFocus);
      assert.equal(await message(tab.page).isVisible(), false);
      await tab.page.keyboard.press('Enter');
      await focusIsInComposer(tab.page);
    }),
  );

  test(
    'Escape inside the frame closes it, and the opener has the focus again',
    launched(async ({ site, tab }) => {
      await openChat(tab, site);
      await message(tab.page).press('Escape');
      await tab.page.getByRole('dialog', { name: 'Chat' }).waitFor({ state: 'hidden' });
      assert.equal(await tab.page.evaluate(openerHasFocus), true);
    }),
  );

  test(
    'Escape closes what is open inside of the chat first',
    launched(async ({ site, tab }) => {
      await openChat(tab, site);
      await settled(tab.page);
      await chatIn(tab.page).getByRole('button', { name: 'Show sidebar' }).click();
      await chatIn(tab.page).getByRole('textbox', { name: 'Search conversations' }).press('Escape');
      await chatIn(tab.page).getByRole('button', { name: 'Show sidebar' }).waitFor();
      assert.equal(await tab.page.evaluate('Parley.isOpen'), true);
    }),
  );

  test(
    'a loading chat does not take the focus from the page',
    launched(async ({ site, tab }) => {
      site.page = { body: '<input aria-label="Own">' };
      await tab.page.goto(site.origin());
      await tab.page.getByRole('textbox', { name: 'Own' }).focus();
      await tab.page.getByRole('button', { name: 'Open chat' }).hover();
      await untilTrue(tab.page, 'Parley.ready');
      assert.equal(await tab.page.evaluate('document.activeElement.ariaLabel'), 'Own');
    }),
  );

  test(
    'the page can open it from an element of its own, which gets the focus back after a body swap too',
    launched(async ({ site, tab }) => {
      const button = '<button id="help">Help</button>';
      site.page = { attributes: 'data-token-endpoint="/api/chat-token" data-launcher="#help"', body: button };
      await tab.page.goto(site.origin());
      await tab.page.getByRole('button', { name: 'Help' }).click();
      await message(tab.page).fill('A draft');
      await swapBody(tab.page, button);
      assert.equal(await message(tab.page).inputValue(), 'A draft');
      await message(tab.page).press('Escape');
      await untilTrue(tab.page, "document.activeElement.id === 'help'");
      assert.equal(await tab.page.getByRole('button', { name: 'Open chat' }).count(), 0);
    }),
  );

  test(
    'an element that the page removes comes back',
    launched(async ({ site, tab }) => {
      await openChat(tab, site);
      await tab.page.evaluate("document.querySelector('parley-launcher').remove()");
      await message(tab.page).waitFor();
      await ask(tab.page, 'Hello');
      assert.equal(await tab.page.locator('parley-launcher').count(), 1);
    }),
  );

  test(
    'on a phone it takes the screen, and the page behind it cannot be reached',
    launched(
      async ({ site, tab }) => {
        await openChat(tab, site);
        const dialog = tab.page.getByRole('dialog', { name: 'Chat' });
        assert.deepEqual(await dialog.boundingBox(), { x: 0, y: 0, width: 390, height: 800 });
        assert.equal(await dialog.getAttribute('aria-modal'), 'true');
        assert.equal(await tab.page.evaluate('document.body.inert'), true);
        await swapBody(tab.page, '<p>Another page</p>');
        await untilTrue(tab.page, 'document.body.inert');
        await chatIn(tab.page).getByRole('button', { name: 'Close' }).click();
        await dialog.waitFor({ state: 'hidden' });
        assert.equal(await tab.page.evaluate('document.body.inert'), false);
      },
      { tab: { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true } },
    ),
  );

  test(
    'on a desktop it is a dialog beside a page that works on',
    launched(async ({ site, tab }) => {
      await openChat(tab, site);
      const dialog = tab.page.getByRole('dialog', { name: 'Chat' });
      assert.equal(await dialog.getAttribute('aria-modal'), 'false');
      await tab.page.getByRole('link', { name: 'A link' }).click();
      assert.equal(await tab.page.evaluate('Parley.isOpen && location.hash'), '#x');
    }),
  );

  test(
    'it can be part of the page',
    launched(async ({ site, tab }) => {
      site.page = { body: '<div id="chat" style="height:500px;width:360px"></div>' };
      await tab.page.goto(site.origin());
      await tab.page.evaluate("Parley.mount('#chat')");
      await message(tab.page).waitFor();
      const region = tab.page.getByRole('region', { name: 'Chat' });
      const { width, height } = (await region.boundingBox()) ?? { width: 0, height: 0 };
      assert.deepEqual([width, height], [360, 500]);
      assert.equal(await chatIn(tab.page).getByRole('button', { name: 'Close' }).count(), 0);
      assert.equal(await tab.page.getByRole('button', { name: 'Open chat' }).count(), 0);
    }),
  );
});
