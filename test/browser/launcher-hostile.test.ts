import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { answered, chatIn } from '#test/browser/launched.ts';
import { useLauncher } from '#test/browser/launcher-fixture.ts';
import { allowOrigins } from '#test/browser/open-partner.ts';
import { untilTrue } from '#test/browser/until-true.ts';

describe('a launcher and a frame among strangers', () => {
  const launched = useLauncher();

  test(
    'a page whose origin is not allowed gets a panel that says so, words for its developers, and no token',
    launched(async ({ world, tenant, site, tab }) => {
      await allowOrigins(world, tenant, []);
      await tab.page.goto(site.origin());
      await tab.page.evaluate("Parley.on('error', ({ code }) => { window.code = code })");
      await tab.page.getByRole('button', { name: 'Open chat' }).click();
      await tab.page.getByRole('alert').filter({ hasText: 'The chat cannot be shown here' }).waitFor();
      assert.equal(await tab.page.evaluate('window.code'), 'embed_blocked');
      assert.ok(tab.complaints.some((each) => each.includes(`Add ${site.origin()} to the allowed origins`)));
      assert.deepEqual(site.asked, []);
      // A visitor with a token of the page could not sign in at the chat's own page.
      const way = tab.page.getByRole('link', { name: 'Open chat in a new tab' });
      assert.equal(await way.count(), 0);
      await tab.page.getByRole('button', { name: 'Close' }).click();
      await tab.page.evaluate("Parley.update({ newTab: 'true' })");
      await tab.page.getByRole('button', { name: 'Open chat' }).click();
      await way.waitFor();
      assert.equal(await way.getAttribute('href'), tenant.url(''));
      await allowOrigins(world, tenant, [site.origin()]);
      await tab.page.getByRole('button', { name: 'Close' }).click();
      await tab.page.getByRole('button', { name: 'Open chat' }).click();
      await tab.page.frameLocator('iframe').getByRole('textbox', { name: 'Message' }).waitFor();
    }),
  );

  test(
    'a hostile page cannot hold the chat, not even with a token',
    launched(async ({ tenant, site, tab }) => {
      const token = await tenant.token('anna');
      site.page = {
        attributes: 'data-boot="manual"',
        body: `<iframe src="${tenant.url('/embed')}#token=${token}"></iframe>`,
      };
      const blocked = tab.page.waitForEvent('console', (entry) => /frame-ancestors/.test(entry.text()));
      await tab.page.goto(site.origin('hostile'));
      await blocked;
      assert.equal(await tab.page.frameLocator('iframe').getByRole('textbox').count(), 0);
    }),
  );

  test(
    'a hello of another window or with a wrong shape gets no answer',
    launched(async ({ site, tab }) => {
      site.page = {
        body: `<iframe id="stranger" src="${site.origin('hostile')}/?frame"></iframe>`,
        attributes: 'data-token-endpoint="/api/chat-token" data-boot="manual"',
      };
      await tab.page.goto(site.origin());
      await tab.page.evaluate('Parley.boot()');
      await tab.page.getByRole('button', { name: 'Open chat' }).hover();
      await untilTrue(tab.page, 'Parley.ready');
      const stranger = tab.page.frames().find((frame) => frame.url().includes('hostile'));
      assert.ok(stranger);
      await stranger.evaluate(`{
      window.heard = [];
      addEventListener('message', ({ data }) => heard.push(data));
      for (const nonce of ['n', 'n'.repeat(200), 7, null])
        parent.postMessage({ parley: 1, t: 'hello', nonce }, '*');
      parent.postMessage({ parley: 1, t: 'init', nonce: 'n' }, '*');
    }`);
      // The page answers its own message after those, so all their effects have happened by then.
      await tab.page.evaluate(
        "new Promise((resolve) => { addEventListener('message', resolve, { once: true }); postMessage('mine') })",
      );
      await stranger.evaluate(
        "new Promise((resolve) => { addEventListener('message', resolve, { once: true }); postMessage('mine') })",
      );
      assert.deepEqual(await stranger.evaluate('heard.filter((each) => each !== "mine")'), []);
      assert.deepEqual(site.asked, ['boot']);
    }),
  );

  test(
    'a frame that has gone to another origin since its hello gets no port',
    launched(async ({ site, tab }) => {
      // Holds the hello back, as a busy page does, until the frame is elsewhere.
      site.page = {
        script: `window.held = new Promise((resolve) => addEventListener('message', (event) => {
          if (!event.isTrusted || event.data?.t !== 'hello') return;
          event.stopImmediatePropagation();
          resolve(event);
        }))`,
      };
      await tab.page.goto(site.origin());
      await tab.page.getByRole('button', { name: 'Open chat' }).click();
      await tab.page.evaluate('held.then(() => undefined)');
      const frame = tab.page.frames().find((each) => each.url().includes('/embed'));
      assert.ok(frame);
      await frame.goto(`${site.origin('hostile')}/?frame`);
      await frame.evaluate(`{
      window.heard = [];
      addEventListener('message', ({ data, ports }) => heard.push([data.t, ports.length]));
    }`);
      await tab.page.evaluate(`held.then(({ data, origin }) => {
      const source = document.querySelector('parley-launcher').shadowRoot.querySelector('iframe').contentWindow;
      dispatchEvent(new MessageEvent('message', { data, origin, source }));
      source.postMessage({ t: 'last' }, '*');
    })`);
      await untilTrue(frame, "heard.some(([t]) => t === 'last')");
      assert.deepEqual(await frame.evaluate('heard'), [['last', 0]]);
    }),
  );

  test(
    "a hello of another frame of the tenant's own origin does not take over the launcher's port",
    launched(async ({ tenant, site, tab }) => {
      site.page = {
        script:
          "window.hellos = []; addEventListener('message', ({ data, source }) => data?.t === 'hello' && hellos.push(source))",
      };
      await tab.page.goto(site.origin());
      await tab.page.getByRole('button', { name: 'Open chat' }).click();
      const chat = tab.page.locator('parley-launcher').frameLocator('iframe');
      await chat.getByRole('textbox', { name: 'Message' }).waitFor();
      const first = await tab.page.evaluate<number>('hellos.length');
      await tab.page.evaluate(`{
      const second = document.createElement('iframe');
      second.id = 'second';
      second.src = ${JSON.stringify(tenant.url('/embed'))};
      document.body.append(second);
    }`);
      // The launcher has received it by then too, because it listened before the page did anything.
      await untilTrue(
        tab.page,
        `hellos.slice(${first}).includes(document.querySelector('#second').contentWindow)`,
      );
      await tab.page.evaluate("Parley.ask('Still mine')");
      await answered(chat).waitFor();
      assert.deepEqual(site.asked, ['boot']);
      const second = tab.page.frameLocator('#second');
      assert.equal(await second.getByRole('textbox', { name: 'Message' }).count(), 0);
    }),
  );

  test(
    'the partner page hears a nonce only, and a frame takes no second port',
    launched(async ({ site, tab }) => {
      site.page = {
        script:
          "window.heard = []; addEventListener('message', ({ data, origin }) => heard.push({ ...data, origin }))",
      };
      await tab.page.goto(site.origin());
      await tab.page.getByRole('button', { name: 'Open chat' }).click();
      const message = tab.page.frameLocator('iframe').getByRole('textbox', { name: 'Message' });
      await message.waitFor();
      const heard = await tab.page.evaluate<Record<string, unknown>[]>('heard');
      assert.equal(heard.length, 1);
      assert.deepEqual(Object.keys(heard[0] ?? {}).sort(), ['nonce', 'origin', 'parley', 't']);
      await tab.page.evaluate(`{
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { window.answered = true };
      const { nonce } = heard[0];
      const frame = document.querySelector('parley-launcher').shadowRoot.querySelector('iframe');
      frame.contentWindow.postMessage({ parley: 1, t: 'init', nonce, open: true, theme: null, locale: null }, '*', [port2]);
      port1.postMessage({ t: 'ask', text: 'Injected', send: false });
    }`);
      await message.fill('Own');
      await message.press('Enter');
      await answered(chatIn(tab.page)).waitFor();
      assert.equal(await message.inputValue(), '');
      assert.equal(await tab.page.evaluate('window.answered'), undefined);
    }),
  );
});

export const breaks: readonly Break[] = [
  {
    rule: 'An opening after a frame that never connected tries again',
    file: 'src/launcher/create-launcher.ts',
    replace: `    if (!panel?.isConnected) end();
`,
    by: '',
  },
  {
    rule: 'A visitor with a token of the page is offered no page to sign in at',
    file: 'src/launcher/panel/cover.ts',
    replace: '!(token || tokenEndpoint || getToken)',
    by: 'Boolean(token || tokenEndpoint || getToken)',
  },
  {
    rule: "The launcher's port goes to the tenant's origin only",
    file: 'src/launcher/panel/channel.ts',
    replace: '...state() }, origin, [other]);',
    by: "...state() }, '*', [other]);",
  },
  {
    rule: "A hello of another frame does not take over the launcher's port",
    file: 'src/launcher/panel/channel.ts',
    replace: 'source !== target || ',
    by: '',
  },
];
