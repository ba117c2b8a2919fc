import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answered, ask, chatIn, message, openChat, waitForValue } from '#test/browser/launched.ts';
import { useLauncher } from '#test/browser/launcher-fixture.ts';
import { untilTrue } from '#test/browser/until-true.ts';

describe('what a page can do with the launcher', () => {
  const launched = useLauncher();

  test(
    'commands that were called before it was there are carried out',
    launched(async ({ site, tab }) => {
      site.page = {
        script:
          'window.Parley = (...command) => (Parley.q ??= []).push(command); Parley("on", "open", () => { window.opened = true }); Parley("open")',
      };
      await tab.page.goto(site.origin());
      await message(tab.page).waitFor();
      assert.equal(await tab.page.evaluate('window.opened'), true);
    }),
  );

  test(
    'a page can ask, open and begin conversations',
    launched(async ({ site, tab }) => {
      await tab.page.goto(site.origin());
      await tab.page.evaluate("Parley.ask('What is up?')");
      await answered(chatIn(tab.page)).waitFor();
      await tab.page.evaluate('Parley.newConversation()');
      await answered(chatIn(tab.page)).waitFor({ state: 'detached' });
      await tab.page.evaluate("Parley.ask('Only written', { send: false })");
      await waitForValue(tab.page, 'Only written');
      assert.equal(await answered(chatIn(tab.page)).count(), 0);
    }),
  );

  test(
    'events tell what happened and never what was said',
    launched(async ({ site, tab }) => {
      await tab.page.goto(site.origin());
      await tab.page.evaluate(
        `window.events = []; for (const name of ['ready','open','close','unread','conversation','response','usage','token','signedout','error'])
         Parley.on(name, (detail) => events.push({ name, ...detail }))`,
      );
      await tab.page.evaluate('Parley.open()');
      await ask(tab.page, 'A secret question');
      for (const wanted of ['ready', 'open', 'token', 'usage', 'conversation', 'response'])
        await untilTrue(tab.page, `events.some(({ name }) => name === '${wanted}')`);
      const text = JSON.stringify(await tab.page.evaluate('events'));
      assert.doesNotMatch(text, /secret|word0/);
      assert.match(
        text,
        /"name":"response","conversation_uuid":"[0-9a-f-]{36}","message_uuid":"[0-9a-f-]{36}","status":"complete"/,
      );
    }),
  );

  test(
    'an answer that ends while it is closed counts as unread until it is opened',
    launched(async ({ world, site, tab }) => {
      await openChat(tab, site);
      const { promise: resume, resolve: end } = Promise.withResolvers<void>();
      world.hosted.api.provider.enqueue({ stallAfter: 1, resume });
      await message(tab.page).fill('Hello');
      await message(tab.page).press('Enter');
      await chatIn(tab.page).getByText('word0').waitFor();
      await tab.page.evaluate('Parley.close()');
      assert.equal(await tab.page.evaluate('Parley.unread'), 0);
      end();
      await untilTrue(tab.page, 'Parley.unread === 1');
      await tab.page.getByRole('button', { name: 'Open chat' }).click();
      await untilTrue(tab.page, 'Parley.unread === 0');
    }),
  );
});
