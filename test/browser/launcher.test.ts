import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { ask, message, openChat } from '#test/browser/launched.ts';
import { useLauncher } from '#test/browser/launcher-fixture.ts';
import type { Tenant } from '#test/world/hosted.ts';

describe('the launcher on a page of a partner', () => {
  const launched = useLauncher();

  test(
    'asks for nothing but itself until somebody is about to open it',
    launched(async ({ tenant, site, tab }) => {
      const asked = watchRequests(tab.page, tenant);
      await tab.page.goto(site.origin());
      const opener = tab.page.getByRole('button', { name: 'Open chat' });
      await opener.waitFor();
      assert.deepEqual(asked, ['/launcher.js']);
      assert.deepEqual(site.asked, []);
      await opener.hover();
      await message(tab.page).waitFor({ state: 'attached' });
      assert.equal(await tab.page.evaluate('Parley.isOpen'), false);
      assert.ok(asked.includes('/embed'));
    }),
  );

  test(
    'no address ever carries the token',
    launched(async ({ tenant, site, tab }) => {
      const addresses: string[] = [];
      tab.page.on('request', (request) => addresses.push(request.url()));
      await openChat(tab, site);
      await ask(tab.page, 'Hello');
      const token = (await tenant.token('anna')).slice(0, 20);
      assert.deepEqual(
        addresses.filter((address) => address.includes(token) || address.includes('token=')),
        [],
      );
    }),
  );

  test(
    'a chat works with third-party cookies blocked, and sets none',
    launched(async ({ site, tab }) => {
      const session = await tab.page.context().newCDPSession(tab.page);
      await session.send('Network.enable');
      await session.send('Network.setCookieControls', {
        enableThirdPartyCookieRestriction: true,
      });
      await openChat(tab, site);
      await ask(tab.page, 'Hello');
      assert.deepEqual(await tab.page.context().cookies(), []);
      tab.requireNoComplaints();
    }),
  );

  test(
    'a strict policy of the page, Trusted Types and integrity are no obstacle',
    launched(async ({ world, tenant, site, tab }) => {
      const origin = tenant.url('');
      const { text } = await world.hosted.browser().visit(`${origin}/launcher.json`);
      const { integrity } = readPin(JSON.parse(text));
      site.page = {
        attributes: `data-token-endpoint="/api/chat-token" integrity="${integrity}"`,
        headers: {
          'content-security-policy': `default-src 'none'; script-src ${origin}; frame-src ${origin}; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`,
        },
      };
      await openChat(tab, site);
      await ask(tab.page, 'Hello');
      tab.requireNoComplaints();
    }),
  );

  test(
    'a page that isolates itself with COEP may hold the chat',
    launched(async ({ site, tab }) => {
      site.page = {
        headers: {
          'cross-origin-embedder-policy': 'require-corp',
          'cross-origin-opener-policy': 'same-origin',
        },
      };
      await openChat(tab, site);
      await ask(tab.page, 'Hello');
      assert.equal(await tab.page.evaluate('crossOriginIsolated'), true);
      tab.requireNoComplaints();
    }),
  );

  test(
    'a second inclusion does nothing',
    launched(async ({ tenant, site, tab }) => {
      await openChat(tab, site);
      await tab.page.evaluate('window.first = Parley');
      await tab.page.addScriptTag({ url: `${tenant.url('')}/launcher.js` });
      assert.equal(await tab.page.evaluate("document.querySelectorAll('parley-launcher').length"), 1);
      assert.equal(await tab.page.evaluate('window.first === Parley && Parley.isOpen'), true);
    }),
  );

  test(
    'styles of the page do not reach it, and it brings none',
    launched(async ({ site, tab }) => {
      site.page = {
        head: '<style>parley-launcher, div, button, iframe { display: none !important }</style>',
      };
      await tab.page.goto(site.origin());
      await tab.page.getByRole('button', { name: 'Open chat' }).click();
      await message(tab.page).waitFor();
      assert.equal(
        await tab.page.evaluate('document.styleSheets.length + document.adoptedStyleSheets.length'),
        1,
      );
    }),
  );

  test(
    'a page without script can hold a frame with the token behind the hash, which leaves the address',
    launched(async ({ tenant, site, tab }) => {
      const token = await tenant.token('anna');
      site.page = {
        attributes: 'data-boot="manual"',
        body: `<iframe src="${tenant.url('/embed')}#token=${token}"></iframe>`,
      };
      await tab.page.goto(site.origin());
      await message(tab.page).waitFor();
      assert.equal(tab.page.frames()[1]?.url(), tenant.url('/embed'));
    }),
  );

  test(
    'at top level a token behind the hash signs nobody in',
    launched(async ({ tenant, tab }) => {
      const token = await tenant.token('anna');
      await tab.page.goto(`${tenant.url('/embed')}#token=${token}`);
      await tab.page.getByText('This address is meant to be shown inside another page').waitFor();
      assert.equal(tab.page.url(), tenant.url('/embed'));
      assert.equal(await tab.page.getByRole('textbox', { name: 'Message' }).count(), 0);
    }),
  );
});

function watchRequests(page: Page, tenant: Tenant): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url());
    if (host === tenant.host) paths.push(pathname);
  });
  return paths;
}

function readPin(answer: unknown): { readonly integrity: string } {
  assert.ok(typeof answer === 'object' && answer !== null && 'integrity' in answer);
  assert.ok(typeof answer.integrity === 'string');
  return { integrity: answer.integrity };
}

export const breaks: readonly Break[] = [
  {
    rule: 'A page that includes the launcher twice keeps the first',
    file: 'src/launcher/launcher.ts',
    replace: ' && !window.Parley?.version',
    by: '',
  },
];
