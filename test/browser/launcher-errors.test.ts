import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Tab } from '#test/browser/browser-tab.ts';
import { chatIn, message, openChat, settled, waitForValue } from '#test/browser/launched.ts';
import { useLauncher } from '#test/browser/launcher-fixture.ts';
import { untilTrue } from '#test/browser/until-true.ts';

const operator = { kind: 'operator-cli' } as const;

describe('a launched chat that cannot continue', () => {
  const launched = useLauncher();

  test(
    'says handshake_timeout when the frame says hello and then nothing more',
    launched(async ({ tenant, site, tab }) => {
      await tab.page.clock.install({ time: '2026-01-01T00:00:00Z' });
      await tab.page.route(tenant.url('/embed'), (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: "<script>parent.postMessage({ parley: 1, t: 'hello', nonce: 'n' }, '*')</script>",
        }),
      );
      await tab.page.goto(site.origin());
      await tab.page.clock.pauseAt('2026-01-02T00:00:00Z');
      const codes = await codesOf(tab);
      await tab.page.evaluate(
        "window.hello = new Promise((resolve) => { addEventListener('message', resolve) }); Parley.open()",
      );
      await tab.page.evaluate('window.hello');
      await tab.page.clock.runFor(7_900);
      assert.deepEqual(await codes.now(), []);
      await tab.page.clock.runFor(200);
      await tab.page.getByRole('alert').filter({ hasText: 'The chat cannot be shown here' }).waitFor();
      assert.deepEqual(await codes.now(), ['handshake_timeout']);
      assert.deepEqual(site.asked, []);
    }),
  );

  test(
    'says tenant_unavailable when the tenant was revoked, and keeps the question',
    launched(async ({ world, tenant, site, tab }) => {
      await openChat(tab, site);
      const codes = await codesOf(tab);
      await settled(tab.page);
      await world.hosted.administration.clients.revoke(operator, tenant.slug);
      await refuse(tab, 'Are you there?');
      assert.equal(await message(tab.page).inputValue(), 'Are you there?');
      assert.deepEqual(await codes.some(), ['tenant_unavailable']);
    }),
  );

  test(
    'says subscription when it has lapsed, and stays readable',
    launched(async ({ world, tenant, site, tab }) => {
      await openChat(tab, site);
      const codes = await codesOf(tab);
      await world.hosted.administration.clients.update(operator, tenant.slug, {
        subscription_status: 'past_due',
      });
      await refuse(tab, 'Are you there?');
      await chatIn(tab.page).getByText('Chat is paused because the subscription is not active').waitFor();
      assert.deepEqual(await codes.some(), ['subscription']);
    }),
  );

  test(
    'says network when the service cannot be reached, and keeps the question',
    launched(async ({ site, tab }) => {
      await openChat(tab, site);
      const codes = await codesOf(tab);
      await settled(tab.page);
      await tab.page.context().setOffline(true);
      await refuse(tab, 'Are you there?');
      await waitForValue(tab.page, 'Are you there?');
      assert.deepEqual([...new Set(await codes.some())], ['network']);
    }),
  );

  test(
    'says user_disabled, in a panel too',
    launched(async ({ tenant, site, tab }) => {
      await openChat(tab, site);
      const codes = await codesOf(tab);
      // No user of a token can be disabled so far: this is the response for a person who signed in.
      await tab.page.route(tenant.url('/chat/stream'), (route) =>
        route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          json: { ok: false, code: 'user_disabled', title: 'The user is disabled', status: 403 },
        }),
      );
      await message(tab.page).fill('Am I there?');
      await message(tab.page).press('Enter');
      await chatIn(tab.page).getByRole('heading', { name: 'Your account is disabled' }).waitFor();
      assert.deepEqual(await codes.some(), ['user_disabled']);
    }),
  );

  test(
    'says token_invalid when what the page gave is no token, and that there is no chat',
    launched(async ({ site, tab }) => {
      site.tokens = async () => ({ body: { token: 'not a token' } });
      await tab.page.goto(site.origin());
      const codes = await codesOf(tab);
      const isOut = tab.page.evaluate(
        "new Promise((resolve) => { Parley.on('signedout', () => resolve(true)); Parley.open() })",
      );
      await chatIn(tab.page).getByRole('heading', { name: 'The chat is not available right now' }).waitFor();
      assert.equal(await isOut, true);
      assert.deepEqual(await codes.some(), ['token_invalid']);
    }),
  );

  test(
    'without a launcher shows a panel when its token has ended, and tells the page',
    launched(async ({ world, tenant, site, tab }) => {
      const token = await tenant.token('anna');
      site.page = {
        attributes: 'data-boot="manual"',
        script:
          "window.heard = []; addEventListener('message', ({ data, origin }) => heard.push({ ...data, origin }))",
        body: `<iframe src="${tenant.url('/embed')}#token=${token}"></iframe>`,
      };
      await tab.page.goto(site.origin());
      await message(tab.page).waitFor();
      assert.deepEqual(await tab.page.evaluate('heard'), []);
      await settled(tab.page);
      await message(tab.page).fill('Am I there?');
      await world.hosted.administration.clients.rotateHandoff(operator, tenant.slug);
      await message(tab.page).press('Enter');
      await chatIn(tab.page).getByRole('heading', { name: 'Your session has ended' }).waitFor();
      await untilTrue(tab.page, 'heard.length > 0');
      assert.deepEqual(await tab.page.evaluate('heard'), [
        { parley: 1, t: 'signedout', origin: tenant.url('').replace(/\/$/, '') },
      ]);
    }),
  );

  /** Sends a question that is not answered, and waits until the chat shows that. */
  async function refuse(tab: Tab, question: string): Promise<void> {
    await message(tab.page).fill(question);
    await message(tab.page).press('Enter');
    await chatIn(tab.page).getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  }
});

/** The codes that the page receives from now on. A frame reports a moment after it shows something. */
async function codesOf(tab: Tab) {
  await tab.page.evaluate("window.codes = []; Parley.on('error', ({ code }) => codes.push(code))");
  const now = () => tab.page.evaluate<string[]>('codes');
  const some = async () => {
    await untilTrue(tab.page, 'codes.length > 0');
    return now();
  };
  return { now, some };
}
