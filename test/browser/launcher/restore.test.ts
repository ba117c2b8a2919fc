import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { answered, ask, chatIn, message, openChat, settled } from '#test/browser/launched.ts';
import { type Launched, useLauncher } from '#test/browser/launcher-fixture.ts';
import { seedConversations } from '#test/browser/seed-conversations.ts';

describe('the launcher after a page load', () => {
  const launched = useLauncher();

  test(
    "reopens the visitor's last conversation while its answer is written, and writes on",
    launched(async ({ world, site, tab }) => {
      const { promise: resume, resolve } = Promise.withResolvers<void>();
      world.hosted.api.provider.enqueue({
        texts: ['The first half, ', 'the second half.'],
        stallAfter: 1,
        resume,
      });
      await openChat(tab, site);
      await message(tab.page).fill('A long question');
      await message(tab.page).press('Enter');
      await log(tab.page).getByText('The first half,').waitFor();
      await openChat(tab, site);
      await log(tab.page).getByText('The first half,').waitFor();
      await log(tab.page).getByText('A long question').waitFor();
      await chatIn(tab.page).getByRole('button', { name: 'Stop' }).waitFor();
      resolve();
      await log(tab.page).getByText('The first half, the second half.').waitFor();
      await answered(chatIn(tab.page)).waitFor();
      tab.requireNoComplaints();
    }),
  );

  test(
    'reopens the one that was used last within a day, whatever is pinned',
    launched(async (place) => {
      const { site, tab } = place;
      await seed(place, [
        { title: 'Pinned', texts: ['A pinned question', 'Yes'], hoursAgo: 3, pinned: true },
        { title: 'Last', texts: ['The last question', 'Yes'], hoursAgo: 2 },
      ]);
      await openChat(tab, site);
      await log(tab.page).getByText('The last question').waitFor();
      await ask(tab.page, 'And then?');
      await log(tab.page).getByText('The last question').waitFor();
      assert.equal(await log(tab.page).getByText('A pinned question').count(), 0);
    }),
  );

  test(
    'leaves what the visitor writes before all of the chat has loaded',
    launched(async (place) => {
      const { site, tab } = place;
      await seed(place, [{ title: 'Last', texts: ['An old question', 'Yes'], hoursAgo: 1 }]);
      const { promise: released, resolve } = Promise.withResolvers<void>();
      await tab.page.route('**/assets/deferred-*', async (route) => {
        await released;
        await route.continue();
      });
      const listed = tab.page.waitForResponse('**/chat/conversations*');
      await openChat(tab, site);
      await (await listed).finished();
      await message(tab.page).fill('Written early');
      resolve();
      await showsNothingOld(tab.page);
      assert.equal(await message(tab.page).inputValue(), 'Written early');
    }),
  );

  test(
    'begins with a new conversation after a day',
    launched(async (place) => {
      const { site, tab } = place;
      await seed(place, [{ title: 'Old', texts: ['An old question', 'Yes'], hoursAgo: 25 }]);
      await openChat(tab, site);
      await showsNothingOld(tab.page);
    }),
  );

  test(
    'begins with a new conversation where the page wants it so, or asks for another',
    launched(async (place) => {
      const { site, tab } = place;
      await seed(place, [{ title: 'Last', texts: ['An old question', 'Yes'], hoursAgo: 1 }]);
      site.page = { attributes: 'data-token-endpoint="/api/chat-token" data-restore="off"' };
      await openChat(tab, site);
      await showsNothingOld(tab.page);
      site.page = {};
      await tab.page.goto(site.origin());
      await tab.page.evaluate('Parley.newConversation()');
      await showsNothingOld(tab.page);
      await tab.page.goto(site.origin());
      await tab.page.evaluate("Parley.ask('A new question')");
      await answered(chatIn(tab.page)).waitFor();
      assert.equal(await log(tab.page).getByText('An old question').count(), 0);
    }),
  );
});

function log(page: Page) {
  return chatIn(page).getByRole('log', { name: 'Conversation' });
}

async function showsNothingOld(page: Page): Promise<void> {
  await settled(page);
  await log(page).getByRole('heading', { name: 'What would you like to know?' }).waitFor();
  assert.equal(await log(page).getByText('An old question').count(), 0);
}

interface Seed {
  readonly title: string;
  readonly texts: readonly string[];
  readonly hoursAgo: number;
  readonly pinned?: boolean;
}

async function seed({ world, tenant }: Launched, seeds: readonly Seed[]): Promise<void> {
  const { database } = world.hosted.api;
  const ids = await seedConversations(database, { clientId: tenant.client.id, userId: 'anna' }, seeds);
  for (const [place, { hoursAgo, pinned = false }] of seeds.entries()) {
    await database.query(
      'update conversations set last_message_at = now() - make_interval(hours => $2), pinned = $3 where id = $1',
      [ids[place], hoursAgo, pinned],
    );
  }
}

export const breaks: readonly Break[] = [
  {
    rule: "A page load reopens the visitor's last conversation in the launcher",
    file: 'src/web/chat/embed/launched-chat.ts',
    replace: 'if (mayRestore) restoreLast(chat);',
    by: '',
  },
  {
    rule: 'The launcher reopens nothing that was used longer than a day ago',
    file: 'src/web/chat/embed/restore-last.ts',
    replace: '24 * 3_600_000',
    by: '48 * 3_600_000',
  },
  {
    rule: 'What a visitor has begun to write stays when the chat has loaded',
    file: 'src/web/chat/embed/restore-last.ts',
    replace: 'if (!hasBegun(chat)) void part',
    by: 'void part',
  },
  {
    rule: 'The conversation that was used last reopens, and not the one that is pinned',
    file: 'src/web/chat/embed/restore-last.ts',
    replace: 'const [last] = chat.list.items.value;',
    by: 'const [last] = chat.list.items.value.filter(({ pinned }) => pinned);',
  },
  {
    rule: 'data-restore="off" has the launcher begin with a new conversation',
    file: 'src/launcher/panel/main.ts',
    replace: "options().restore !== 'off'",
    by: "options().restore !== 'never'",
  },
  {
    rule: 'A conversation that the page asks for is not replaced by the last one',
    file: 'src/web/chat/embed/launched-chat.ts',
    replace: `mayRestore = false;
        startNewConversation`,
    by: 'startNewConversation',
  },
];
