import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { ask, chatIn, message, openChat } from '#test/browser/launched.ts';
import { useLauncher } from '#test/browser/launcher-fixture.ts';
import { untilTrue } from '#test/browser/until-true.ts';

const badge = "document.querySelector('parley-launcher').shadowRoot.querySelector('.badge')";

describe("answers that a launcher's visitor has not read", () => {
  const launched = useLauncher();

  test(
    'are counted on the button until the chat is opened',
    launched(async ({ world, site, tab }) => {
      await openChat(tab, site);
      const { promise: resume, resolve: end } = Promise.withResolvers<void>();
      world.hosted.api.provider.enqueue({ stallAfter: 1, resume });
      await message(tab.page).fill('Hello');
      await message(tab.page).press('Enter');
      await chatIn(tab.page).getByText('word0').waitFor();
      await tab.page.evaluate('Parley.close()');
      assert.equal(await tab.page.evaluate(`${badge}.checkVisibility()`), false);
      end();
      await untilTrue(tab.page, `${badge}.textContent === '1' && ${badge}.checkVisibility()`);
      const color = await tab.page.evaluate(`getComputedStyle(${badge}).backgroundColor`);
      assert.equal(color, 'rgb(179, 38, 30)');
      await tab.page.evaluate('Parley.open()');
      await untilTrue(tab.page, `${badge}.textContent === '' && !${badge}.checkVisibility()`);
    }),
  );

  test(
    'are none where they were written in the open chat',
    launched(async ({ site, tab }) => {
      site.page = {
        script:
          "window.counts = []; window.Parley = (...command) => (Parley.q ??= []).push(command); Parley('on', 'unread', ({ count }) => counts.push(count)); Parley('on', 'response', () => { window.isAnswered = true })",
      };
      await openChat(tab, site);
      await ask(tab.page, 'Hello');
      await untilTrue(tab.page, 'window.isAnswered');
      await tab.page.evaluate('Parley.close()');
      assert.deepEqual(await tab.page.evaluate('[Parley.unread, ...counts]'), [0]);
    }),
  );
});

export const breaks: readonly Break[] = [
  {
    rule: 'What is unread is counted on the button',
    file: 'src/launcher/view.ts',
    replace: 'badge.textContent',
    by: 'badge.title',
  },
  {
    rule: 'What was unread is read once the chat is opened',
    file: 'src/web/chat/embed/launched-chat.ts',
    replace: 'if (isOpen) countUnread(0);',
    by: '',
  },
  {
    rule: 'An answer that is written in the open chat is read',
    file: 'src/web/chat/embed/launched-chat.ts',
    replace: 'if (!isOpen) countUnread(unread + 1);',
    by: 'countUnread(unread + 1);',
  },
];
