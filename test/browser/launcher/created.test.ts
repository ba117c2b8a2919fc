import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { chatIn, message, openChat } from '#test/browser/launched.ts';
import { useLauncher } from '#test/browser/launcher-fixture.ts';
import { untilTrue } from '#test/browser/until-true.ts';

describe('A launcher', () => {
  const launched = useLauncher();

  test(
    'that is to wait is not there before it is booted, and ignores what is called until then',
    launched(async ({ site, tab: { page } }) => {
      site.page = { attributes: 'data-token-endpoint="/api/chat-token" data-boot="manual"' };
      await page.goto(site.origin());
      await page.evaluate("Parley.open(); Parley.ask('Too early'); Parley.mount('main')");
      deepEqual(await standing(page), { launchers: 0, frames: 0, isOpen: false });
      await page.evaluate("Parley.boot({ label: 'Help' }); Parley('open')");
      await message(page).waitFor();
      equal(await message(page).inputValue(), '');
      equal(await page.getByRole('button', { name: 'Help' }).count(), 1);
    }),
  );

  test(
    'that is booted once more keeps its chat',
    launched(async ({ site, tab }) => {
      await openChat(tab, site);
      await message(tab.page).fill('A draft');
      await tab.page.evaluate('Parley.boot()');
      deepEqual(await standing(tab.page), { launchers: 1, frames: 1, isOpen: true });
      equal(await message(tab.page).inputValue(), 'A draft');
    }),
  );

  test(
    'that is opened and closed keeps one frame, whoever points at its button',
    launched(async ({ site, tab }) => {
      await openChat(tab, site);
      await message(tab.page).fill('A draft');
      await tab.page.evaluate('Parley.close()');
      await tab.page.getByRole('heading', { name: 'A page of the partner' }).hover();
      await tab.page.getByRole('button', { name: 'Open chat' }).click();
      // The second file has been loaded, so another panel would be there by the next task.
      await tab.page.evaluate('new Promise((resolve) => setTimeout(resolve))');
      deepEqual(await standing(tab.page), { launchers: 1, frames: 1, isOpen: true });
      equal(await message(tab.page).inputValue(), 'A draft');
    }),
  );

  for (const [attribute, isOpen] of [
    ['data-open', true],
    ['data-open="true"', true],
    ['data-open="false"', false],
  ] as const) {
    test(
      `with ${attribute} begins ${isOpen ? 'open' : 'closed'}`,
      launched(async ({ site, tab: { page } }) => {
        site.page = {
          attributes: `data-token-endpoint="/api/chat-token" ${attribute}`,
          script:
            "window.opened = 0; window.Parley = (...command) => (Parley.q ??= []).push(command); Parley('on', 'open', () => { window.opened++ })",
        };
        await page.goto(site.origin());
        await page.getByRole('button', { name: 'Open chat' }).waitFor();
        equal(await page.evaluate('Parley.isOpen'), isOpen);
        equal(await page.evaluate('opened'), isOpen ? 1 : 0, 'what a listener that was queued was told');
      }),
    );
  }

  test(
    'takes what is no option of its kind for none, and an unknown command for nothing',
    launched(async ({ site, tab: { page } }) => {
      site.page = {
        attributes:
          'data-token-endpoint="/api/chat-token" data-position="middle" data-z-index="high" data-locale="tlh" data-theme="system"',
      };
      await page.goto(site.origin());
      const opener = page.getByRole('button', { name: 'Open chat' });
      await opener.waitFor();
      const { x = 0, width = 0 } = (await opener.boundingBox()) ?? {};
      equal(1280 - x - width, 20, 'at the end of the lines of the page');
      const rootStyle = `(({ zIndex, colorScheme }) => ({ zIndex, colorScheme }))(
        getComputedStyle(document.querySelector('parley-launcher').shadowRoot.querySelector('.root')))`;
      const plain = await page.evaluate<{ zIndex: string }>(rootStyle);
      await page.evaluate("Parley.update({ zIndex: '7', theme: 'dark' })");
      deepEqual(await page.evaluate(rootStyle), { zIndex: '7', colorScheme: 'dark' });
      ok(Number(plain.zIndex) > 1_000, plain.zIndex);
      await page.evaluate("Parley.update({ zIndex: 'low', theme: 'system' })");
      deepEqual(await page.evaluate(rootStyle), plain);
      equal(await page.evaluate("Parley('explode')"), undefined);
      equal(await page.evaluate('Parley("isOpen")'), false);
    }),
  );

  test(
    'that was shut down leaves nothing, and can be booted again',
    launched(async ({ site, tab }) => {
      const { page } = tab;
      await openChat(tab, site);
      await untilTrue(page, 'Parley.ready');
      await page.evaluate(`{
        window.told = [];
        for (const name of ['open', 'close']) Parley.on(name, () => told.push(name));
        Parley.shutdown();
      }`);
      deepEqual(await standing(page), { launchers: 0, frames: 0, isOpen: false });
      equal(await page.evaluate('Parley.ready'), false);
      await page.evaluate("Parley.open(); document.body.append(document.createElement('p'))");
      deepEqual(await standing(page), { launchers: 0, frames: 0, isOpen: false });
      await page.evaluate('Parley.boot()');
      await page.getByRole('button', { name: 'Open chat' }).click();
      await message(page).waitFor();
      deepEqual(await standing(page), { launchers: 1, frames: 1, isOpen: true });
      deepEqual(await page.evaluate('told'), ['close', 'open']);
    }),
  );

  test(
    'that was shut down as a part of the page is above it when it is booted again',
    launched(async ({ site, tab: { page } }) => {
      await page.goto(site.origin());
      await page.evaluate("Parley.mount('main')");
      await page.getByRole('region', { name: 'Chat' }).waitFor();
      await message(page).waitFor();
      await page.evaluate("Parley.on('close', () => { window.isClosed = true }); Parley.shutdown()");
      equal(await page.locator('parley-launcher').count(), 0);
      await untilTrue(page, 'isClosed');
      await page.evaluate('Parley.boot()');
      equal(await page.evaluate('Parley.isOpen'), false);
      await page.getByRole('button', { name: 'Open chat' }).click();
      await page.getByRole('dialog', { name: 'Chat' }).waitFor();
      await chatIn(page).getByRole('textbox', { name: 'Message' }).waitFor();
    }),
  );
});

/** How many launchers and frames the page has, and whether the launcher counts as open. */
function standing(page: Page): Promise<{ launchers: number; frames: number; isOpen: boolean }> {
  return page.evaluate(`{
    const launchers = [...document.querySelectorAll('parley-launcher')];
    const frames = launchers.flatMap((each) => [...each.shadowRoot.querySelectorAll('iframe')]);
    ({ launchers: launchers.length, frames: frames.length, isOpen: Parley.isOpen });
  }`);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A listener that was queued before the launcher had loaded is told of an opening at the boot',
    file: 'src/launcher/events.ts',
    replace: 'queueMicrotask(() => {',
    by: '[0].forEach(() => {',
  },
  {
    rule: 'A launcher whose boot is manual waits for it',
    file: 'src/launcher/launcher.ts',
    replace: "if (dataset['boot'] !== 'manual') api.boot();",
    by: 'api.boot();',
  },
  {
    rule: 'A launcher that was not booted ignores an opening',
    file: 'src/launcher/create-launcher.ts',
    replace: 'if (phase !== closed) return;',
    by: 'if (phase === opened) return;',
  },
  {
    rule: 'A launcher that was not booted is not put into the page',
    file: 'src/launcher/create-launcher.ts',
    replace: `      if (!phase) return;
`,
    by: '',
  },
  {
    rule: 'A second boot keeps the chat',
    file: 'src/launcher/create-launcher.ts',
    replace: `      if (phase) return;
`,
    by: '',
  },
  {
    rule: 'A launcher loads one panel',
    file: 'src/launcher/create-launcher.ts',
    replace: 'if (!phase || waiting) return;',
    by: 'if (!phase) return;',
  },
  {
    rule: 'A launcher begins closed where its attribute says false',
    file: 'src/launcher/create-launcher.ts',
    replace: "!== 'false') open();",
    by: "!== 'false' || options.open) open();",
  },
  {
    rule: 'A launcher begins open where its attribute says nothing more',
    file: 'src/launcher/create-launcher.ts',
    replace: 'options.open ?? false',
    by: 'options.open || false',
  },
  {
    rule: 'A level that is none keeps the launcher above the page',
    file: 'src/launcher/view.ts',
    replace: "const level = CSS.supports('z-index', zIndex) ? zIndex : '';",
    by: 'const level = zIndex;',
  },
  {
    rule: 'A side that is none is the end of the lines',
    file: 'src/launcher/view.ts',
    replace: '/left|right/.exec(position)?.[0] ?? getComputedStyle(document.documentElement).direction',
    by: "(position || getComputedStyle(document.documentElement).direction).replace('middle', 'left')",
  },
  {
    rule: 'A command that there is none of does nothing',
    file: 'src/launcher/launcher.ts',
    replace: "typeof member === 'function' ? member(...given) : member",
    by: '(member as (...given: readonly unknown[]) => unknown)(...given)',
  },
  {
    rule: 'A launcher that was shut down has no chat that is ready',
    file: 'src/launcher/create-launcher.ts',
    replace: `      end();
      place.remove();`,
    by: '      place.remove();',
  },
  {
    rule: 'A shutdown takes the launcher out of the page',
    file: 'src/launcher/place.ts',
    replace: `      host.remove();
`,
    by: '',
  },
  {
    rule: 'A page that changes after a shutdown does not bring the launcher back',
    file: 'src/launcher/place.ts',
    replace: `      target = undefined;
      observer.disconnect();
`,
    by: '',
  },
  {
    rule: 'A launcher that was shut down opens only when it is booted again',
    file: 'src/launcher/create-launcher.ts',
    replace: `phase = off;
`,
    by: `phase = closed;
`,
  },
  {
    rule: 'A shutdown of a chat that is part of the page closes it too',
    file: 'src/launcher/create-launcher.ts',
    replace: `      isInline = false;
`,
    by: '',
  },
];
