import { equal, ok } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import { pressElsewhere } from '#test/browser/press-elsewhere.ts';
import { untilTrue } from '#test/browser/until-true.ts';

let world: BrowserWorld;

/** `area` is Message, and `needed` the height that the browser itself gives it. */
const AREA = `
  window.area = document.querySelector('.composer textarea');
  window.needed = () => {
    const copy = area.cloneNode();
    copy.removeAttribute('style');
    copy.value = area.value;
    area.after(copy);
    const height = copy.offsetHeight;
    copy.remove();
    return height;
  };`;

describe('The chat by keyboard', () => {
  before(async () => {
    world = await shareBrowserWorld();
  });

  test('everything about one answer can be done by keyboard', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    equal(await tab.focused(), 'Message');
    await page.keyboard.type('First line');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second line');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    equal(await tab.focused(), 'Message');
    equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), '');
    await tabTo(tab, 'Bad answer', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    equal(await tab.focused(), 'Bad answer');
    await page.keyboard.press('/');
    equal(await tab.focused(), 'Message');
    await page.keyboard.press('Control+k');
    await page.locator('.search input:focus').waitFor();
    await page.evaluate('document.activeElement.blur()');
    await pressElsewhere(page, 'л', 'k');
    await page.locator('.search input:focus').waitFor();
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.type('typed');
    equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'typed');
    tab.requireNoComplaints();
  });

  test('Escape stops an answer', async () => {
    const tenant = await world.hosted.tenant();
    const { provider } = world.hosted.api;
    provider.enqueue({ deltas: 9, stallAfter: 2 });
    const count = provider.received + 1;
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await page.keyboard.type('Stop me');
    await page.keyboard.press('Enter');
    await page.getByText('word1').waitFor();
    await page.keyboard.press('Escape');
    ok(await provider.waitForAbort(await provider.waitForCall(count)));
  });

  test('Enter chooses a candidate while an input method composes, and sends afterwards', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    const { received } = world.hosted.api.provider;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
    equal(await page.getByRole('article').count(), 0, 'nothing was sent');
    await devtools.send('Input.insertText', { text: '日本' });
    equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), '日本');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '日本' }).first().waitFor();
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    equal(world.hosted.api.provider.received, received + 1);
  });

  test('a shortcut that comes before the part that performs it is done once that is there', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    let held = Promise.withResolvers<void>();
    await tab.page.route('**/assets/deferred-*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const page = await tab.chat(tenant);
    await page.keyboard.type('Why? ');
    const copyInCapitals =
      "new KeyboardEvent('keydown', { key: 'C', ctrlKey: true, bubbles: true, cancelable: true })";
    ok(
      await page.evaluate<boolean>(`document.activeElement.dispatchEvent(${copyInCapitals})`),
      'caps lock takes no key from the browser',
    );
    await page.keyboard.press('Control+k');
    held.resolve();
    await page.locator('.search input:focus').waitFor();
    equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'Why? ');
    held = Promise.withResolvers<void>();
    await page.reload();
    // The page gives Message the focus once it is drawn.
    await page.locator('.composer textarea:focus').waitFor();
    await page.getByRole('log').focus();
    await page.keyboard.press('?');
    held.resolve();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  test('Message is as high as its text needs, whatever changes it', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab({ viewport: { width: 900, height: 800 } });
    const page = await tab.chat(tenant);
    // What keeps the height comes with the part that loads when the page is idle, as the foot of the sidebar does.
    await page.getByRole('button', { name: 'Archived' }).waitFor();
    await page.evaluate(AREA);
    const high = () => page.evaluate<number>('area.offsetHeight');
    const isRight = () => untilTrue(page, 'area.offsetHeight === needed()');
    const line = await high();
    await page.keyboard.type('A line');
    // So that a key lays out the field alone.
    const isKept = () => untilTrue(page, "getComputedStyle(area).contain === 'strict'");
    await isKept();
    equal(await high(), line);
    await page.keyboard.insertText(' that becomes longer than Message is wide,'.repeat(10));
    await isRight();
    await isKept();
    const lines = await high();
    ok(lines > line, 'it grows while one types');
    await page.getByRole('button', { name: 'Hide sidebar' }).click();
    await isRight();
    ok((await high()) < lines, 'it shrinks where there is more room');
    await page.locator('.composer textarea').focus();
    await page.keyboard.type('x');
    await isKept();
    await page.setViewportSize({ width: 480, height: 800 });
    await isRight();
    ok((await high()) > lines, 'it grows in a narrow window');
    await page.keyboard.type('x');
    await isKept();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('x');
    await isRight();
    equal(await high(), line, 'it shrinks when its text is replaced');
    await page.keyboard.insertText('y'.repeat(90));
    await isRight();
    await isKept();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    equal(await high(), line, 'it shrinks when its text is sent');
  });

  test('the keys are listed under the question mark', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    // Shortcuts come with the part that loads when the page is idle, as the foot of the sidebar does.
    await page.getByRole('button', { name: 'Archived' }).waitFor();
    await page.getByRole('log').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    equal(await tab.focused(), 'Conversation');
  });

  test('on a phone the sidebar covers the chat and goes away after a choice, and nothing is cut', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab({
      viewport: { width: 360, height: 640 },
      isMobile: true,
      hasTouch: true,
    });
    const page = await tab.chat(tenant);
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('On the road');
    await page.getByRole('button', { name: 'Send' }).tap();
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
    equal(await page.evaluate('getComputedStyle(document.querySelector("textarea")).fontSize'), '16px');
    const region = page.getByRole('region', { name: 'Conversations' });
    equal(await region.count(), 0);
    await page.getByRole('button', { name: 'Show sidebar' }).tap();
    const row = region.getByRole('link', { name: 'On the road' });
    await row.tap();
    await region.waitFor({ state: 'detached' });

    const newChat = page.getByRole('button', { name: 'New chat', exact: true });
    await newChat.tap();
    await page.getByRole('article', { name: 'Answer' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show sidebar' }).tap();
    equal(await newChat.count(), 1, 'in the sidebar alone, once that is open');
    await newChat.tap();
    await region.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show sidebar' }).tap();
    const { width = 0 } = (await row.boundingBox()) ?? {};
    await row.tap({ position: { x: width - 12, y: 12 } });
    await region.waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 320, height: 256 });
    await page.getByRole('button', { name: 'Show sidebar' }).tap();
    await row.tap();
    await region.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Menu' }).tap();
    const last = page.getByRole('button', { name: 'Sign out', exact: true });
    await last.scrollIntoViewIfNeeded();
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {};
    ok(y + height <= 256, 'the whole menu can be reached');
    equal(
      await page.evaluate('getComputedStyle(document.querySelector(".menu-panel select")).fontSize'),
      '16px',
    );
  });
});

async function tabTo(
  tab: { focused(): Promise<string>; page: { keyboard: { press(key: string): Promise<void> } } },
  name: string,
  key: string,
): Promise<void> {
  for (let steps = 0; (await tab.focused()) !== name; steps += 1) {
    ok(steps < 20, `${name} is within reach`);
    await tab.page.keyboard.press(key);
  }
}

export const breaks: readonly Break[] = [
  {
    rule: 'The height of Message is kept while one types',
    file: 'src/web/chat/composer/keep-height.ts',
    replace: 'if (isLonger) timer = setTimeout(() => keep(area));',
    by: '',
  },
  {
    rule: 'Message gets another height when the window gets another size',
    file: 'src/web/chat/composer/keep-height.ts',
    replace: 'if (kept !== null && kept.area.clientWidth !== kept.width) release();',
    by: '',
  },
  {
    rule: 'Message gets lower when its text is replaced',
    file: 'src/web/chat/composer/keep-height.ts',
    replace: ' && area.value.length === length + (event.data?.length ?? 0)',
    by: '',
  },
  {
    rule: 'Message gets lower when its text is sent',
    file: 'src/web/chat/composer/keep-height.ts',
    replace: 'if (kept !== null && kept.area.value !== draft) release();',
    by: '',
  },
  {
    rule: 'The whole menu can be reached in a low window',
    file: 'src/web/shared/styles/overlays.css',
    replace: `  max-block-size: calc(100dvh - 4rem);
`,
    by: '',
  },
  {
    rule: 'A shortcut that comes before its part is performed once that is there',
    file: 'src/web/chat/start-deferred.ts',
    replace: "  addEventListener('keydown', onKeyDown);",
    by: '',
  },
  {
    rule: 'An early key of the browser itself is left to it, also with caps lock',
    file: 'src/web/chat/start-deferred.ts',
    replace: 'shiftKey ? /^[oc]$/i',
    by: 'true ? /^[kOC]$/',
  },
  {
    rule: 'A phone offers a new chat beside the conversation',
    file: 'src/web/chat/header.tsx',
    replace: '{!sidebarOpen.value && (',
    by: '{sidebarOpen.value && (',
  },
];
