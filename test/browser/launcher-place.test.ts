import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import { chatIn, focusIsInComposer, message } from '#test/browser/launched.ts';
import { useLauncher } from '#test/browser/launcher-fixture.ts';
import type { TokenAnswer } from '#test/browser/partner-site.ts';
import { untilTrue } from '#test/browser/until-true.ts';

const phone = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };

describe('the launcher in its place', () => {
  const launched = useLauncher();

  test(
    'it has the colour of the snippet with readable text, the language of the page, and the end of its lines',
    launched(async ({ tenant, site, tab }) => {
      site.page = {
        html: 'lang="ar-EG" dir="rtl"',
        attributes: 'data-token-endpoint="/api/chat-token" data-accent="#FFD400"',
      };
      const asked: string[] = [];
      tab.page.on('request', (request) => asked.push(new URL(request.url()).href));
      await tab.page.goto(site.origin());
      const opener = tab.page.getByRole('button', { name: 'فتح المحادثة' });
      assert.deepEqual(await colorsOf(opener), ['rgb(255, 212, 0)', 'rgb(0, 0, 0)']);
      assert.ok(((await opener.boundingBox())?.x ?? 1_000) < 100);
      await tab.page.evaluate("Parley.update({ accent: '#0b3d91', position: 'right', locale: 'fr' })");
      const french = tab.page.getByRole('button', { name: 'Ouvrir le chat' });
      assert.deepEqual(await colorsOf(french), ['rgb(11, 61, 145)', 'rgb(255, 255, 255)']);
      assert.ok(((await french.boundingBox())?.x ?? 0) > 600);
      const told = tab.page.waitForEvent('console', (entry) => entry.text().includes('data-accent'));
      await tab.page.evaluate("Parley.update({ accent: 'red;background:url(x)', locale: '' })");
      assert.equal((await told).text(), 'Parley: data-accent must be #rrggbb, but is red;background:url(x)');
      assert.deepEqual(await colorsOf(opener), ['rgb(63, 95, 82)', 'rgb(255, 255, 255)']);
      for (const [offset, distance] of [
        ['40', 40],
        ['3em', 45],
        ['nothing', 20],
      ] as const) {
        await tab.page.evaluate(`Parley.update({ offset: '${offset}' })`);
        const { x = 0, width = 0 } = (await opener.boundingBox()) ?? {};
        assert.equal(1280 - x - width, distance, offset);
      }
      await opener.hover();
      await chatIn(tab.page).locator('textarea').waitFor({ state: 'attached' });
      await tab.page.evaluate("Parley.update({ position: '' }); Parley.open()");
      const box = await tab.page.getByRole('dialog').boundingBox();
      assert.ok(box && box.x > 0 && box.x < 100, `the panel is at ${box?.x}`);
      assert.ok(asked.includes(tenant.url('/embed?locale=ar-EG')), 'the words come with the frame');
      assert.deepEqual(
        asked.filter((url) => /\/launcher\/[\w.-]+\.ar\.js$/.test(url)).length,
        1,
        `${asked} of ${tenant.slug}`,
      );
    }),
  );

  test(
    'it runs no second file but the one that it was built with, and tries again',
    launched(async ({ site, tab }) => {
      await tab.page.goto(site.origin());
      await tab.page.route(/\/launcher\/.+\.en\.js/, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
          body: 'window.isForeign = true; export const startPanel = () => {}',
        }),
      );
      await tab.page.evaluate("Parley.on('error', ({ code }) => { window.code = code }); Parley.open()");
      await untilTrue(tab.page, "window.code === 'network' && !Parley.isOpen");
      assert.equal(await tab.page.evaluate('window.isForeign'), undefined);
      await tab.page.unroute(/\/launcher\/.+\.en\.js/);
      await tab.page.getByRole('button', { name: 'Open chat' }).click();
      await message(tab.page).waitFor();
      await focusIsInComposer(tab.page);
    }),
  );

  test(
    'a visitor without a user is led to the sign-in of the page',
    launched(async ({ site, tab }) => {
      site.tokens = async () => ({ status: 401, body: { sign_in_url: '/login?next=/shop' } });
      await tab.page.goto(site.origin());
      await tab.page.evaluate('Parley.open()');
      await chatIn(tab.page).getByRole('heading', { name: 'Sign in to chat' }).waitFor();
      await chatIn(tab.page).getByRole('link', { name: 'Sign in' }).click();
      await tab.page.waitForURL(`${site.origin()}/login?next=/shop`);
      tab.requireNoComplaints();
      // An address that is no place of the web becomes no link.
      site.tokens = async () => ({ status: 401, body: { sign_in_url: 'javascript:alert(1)' } });
      await tab.page.evaluate('Parley.open()');
      await chatIn(tab.page).getByRole('button', { name: 'Try again' }).waitFor();
      assert.equal(await chatIn(tab.page).getByRole('link').count(), 0);
    }),
  );

  test(
    'it tells the developers of the page what is wrong with their token endpoint, and what to do',
    launched(async ({ site, tab }) => {
      const cases: readonly [TokenAnswer, RegExp][] = [
        [{ status: 404, body: {} }, /chat-token answered with 404 .*: there is no such route/],
        [{ status: 405, body: {} }, /405 .*: the route must accept POST/],
        [{ body: '<!doctype html><title>Sign in</title>' }, /200 text\/html and no JSON: .*answer with 401/],
        [{ body: { jwt: 'x' } }, /answered without a token: it must answer with JSON, \{"token"/],
        [{ status: 500, body: {} }, /500 .*: the log of your server says why/],
        [{ body: { token: 'x', expires_at: '2020-01-01T00:00:00Z' } }, /the token ended 2020-01-01.*a clock/],
      ];
      site.tokens = async () => ({ status: 401, body: {} });
      await tab.page.goto(site.origin());
      await tab.page.evaluate('Parley.open()');
      await chatIn(tab.page).getByRole('button', { name: 'Try again' }).waitFor();
      for (const [answer, words] of cases) {
        const told = tab.page.waitForEvent('console', (entry) => words.test(entry.text()));
        site.tokens = async () => answer;
        await tab.page.evaluate('Parley.identify()');
        assert.match((await told).text(), /^Parley: /);
      }
    }),
  );

  test(
    'a policy of the page that blocks the frame is named at once',
    launched(async ({ tenant, site, tab }) => {
      const origin = tenant.url('');
      site.page = { headers: { 'content-security-policy': `script-src ${origin}; frame-src 'self'` } };
      await tab.page.goto(site.origin());
      await tab.page.getByRole('button', { name: 'Open chat' }).click();
      const told = (text: string) => tab.complaints.some((each) => each.includes(text));
      await tab.page.getByRole('alert').filter({ hasText: 'The chat cannot be shown here' }).waitFor();
      assert.ok(told(`Content-Security-Policy blocks the chat: add ${new URL(origin).origin} to frame-src`));
    }),
  );

  test(
    'on a phone it fills what is seen, on a page that is wider than the screen and above the keyboard',
    launched(
      async ({ site, tab }) => {
        site.page = { body: '<div style="width:900px;height:3000px">Wide</div>' };
        await openOnPhone(tab, site.origin());
        await fills(tab.page);
        site.page = { viewport: '' };
        await openOnPhone(tab, site.origin());
        await fills(tab.page);
        // What a keyboard does: the visual viewport shrinks, and the page stays as it is.
        await tab.page.evaluate(`{
          const height = visualViewport.height / 2;
          Object.defineProperty(visualViewport, 'height', { get: () => height });
          visualViewport.dispatchEvent(new Event('resize'));
        }`);
        await fills(tab.page);
        assert.equal(await message(tab.page).isVisible(), true);
      },
      { tab: phone },
    ),
  );

  test(
    'on a low screen, as at 400 % zoom, the chat has all of it',
    launched(
      async ({ site, tab }) => {
        await openOnPhone(tab, site.origin());
        const box = await tab.page.getByRole('dialog', { name: 'Chat' }).boundingBox();
        assert.deepEqual(box, { x: 0, y: 0, width: 740, height: 360 });
      },
      { tab: { viewport: { width: 740, height: 360 } } },
    ),
  );
});

async function openOnPhone(tab: Tab, address: string): Promise<void> {
  await tab.page.goto(address);
  await tab.page.evaluate('Parley.open()');
  await message(tab.page).waitFor();
}

/** The panel covers the visual viewport, and shows the chat in the size of the screen. */
async function fills(page: Page): Promise<void> {
  await untilTrue(
    page,
    `(() => {
      const panel = document.querySelector('parley-launcher').shadowRoot.querySelector('.panel');
      const { left, top, width, height } = panel.getBoundingClientRect();
      const { offsetLeft, offsetTop, scale, ...size } = visualViewport;
      const view = [offsetLeft, offsetTop, visualViewport.width, visualViewport.height];
      return [left, top, width, height].every((each, at) => Math.abs(each - view[at]) < 1.5)
        && Math.abs(panel.offsetWidth - 390) < 2;
    })()`,
  );
}

async function colorsOf(opener: ReturnType<Page['getByRole']>): Promise<unknown> {
  await opener.waitFor();
  return opener.page().evaluate(`(() => {
    const opener = document.querySelector('parley-launcher').shadowRoot.querySelector('.opener');
    const { backgroundColor, color } = getComputedStyle(opener);
    return [backgroundColor, color];
  })()`);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A distance of the launcher that is no length leaves it in its corner',
    file: 'src/launcher/view.ts',
    replace: 'offset: length,',
    by: 'offset,',
  },
  {
    rule: 'The launcher runs no second file but the one that it was built with',
    file: 'src/launcher/load-panel.ts',
    replace: '        integrity: `sha256-${parts[locale]?.[2]}=`,\n',
    by: '',
  },
  {
    rule: 'A sign-in address that is no place of the web becomes no link',
    file: 'src/web/chat/embed/launched-chat.ts',
    replace: 'return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;',
    by: 'return url?.href ?? null;',
  },
];
