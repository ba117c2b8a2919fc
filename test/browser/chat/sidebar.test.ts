import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import { seedConversations } from '#test/browser/seed-conversations.ts';
import { untilTrue } from '#test/browser/until-true.ts';
import { password, type Tenant } from '#test/world/hosted.ts';

const hostileTitle = `${'👩‍👩‍👧'.repeat(9)} \u202eעברית ${'wide'.repeat(40)}`;

const longTexts = Array.from({ length: 140 }, (_, place) =>
  place === 21 ? 'It is the moon that pulls.' : `Text ${place}. ${'More of it. '.repeat(20)}`,
);

const markIsInView = `(() => {
  const [range] = CSS.highlights.get('found');
  const { top, bottom } = range.getBoundingClientRect();
  const log = document.querySelector('.log').getBoundingClientRect();
  return top >= log.top && bottom <= log.bottom;
})()`;

let world: BrowserWorld;
let tenant: Tenant;
let tab: Tab;
let page: Page;

describe("The chat's sidebar", () => {
  before(async () => {
    world = await shareBrowserWorld();
    tenant = await world.hosted.tenant({ user_requests_limit: 3 });
    await tenant.user('ben@example.com');
    const user = await tenant.user('ada@example.com');
    const owner = { clientId: tenant.client.id, userId: `hu:${user.id}` };
    await seedConversations(world.hosted.api.database, owner, [
      { title: 'Tides' },
      { title: hostileTitle, daysAgo: 1 },
      { title: 'Rivers', daysAgo: 3 },
      { title: 'Long', daysAgo: 4, texts: longTexts },
      ...Array.from({ length: 40 }, (_, place) => ({ title: `Old ${place}`, daysAgo: 60 + place })),
    ]);
    tab = await world.tab({ bypassCSP: true });
    page = tab.page;
    await tab.enter(tenant, 'ada@example.com');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  });

  test('keeps every title within its width, and reads on while it is scrolled', async () => {
    await list().getByRole('meter').first().waitFor();
    deepEqual(
      await page.evaluate(
        "['.new-chat', '.search input', '.row', '.usage'].map((part) => document.querySelector(part).getBoundingClientRect().right <= document.querySelector('.sidebar').clientWidth - (part === '.usage' ? 0 : 12))",
      ),
      [true, true, true, true],
    );
    equal(await row('Old 39').count(), 0);
    await row('Old 25').scrollIntoViewIfNeeded();
    await row('Old 39').waitFor({ state: 'attached' });
  });

  test('pins above all days, and archives with an undo', async () => {
    await act('Rivers', 'Pin');
    await page.getByText('Conversation pinned').waitFor();
    equal(await list().getByRole('heading').first().textContent(), 'Pinned');
    equal(await list().getByRole('link').first().textContent(), 'Rivers');
    await act('Tides', 'Archive');
    await row('Tides').waitFor({ state: 'detached' });
    ok(await page.evaluate("document.activeElement.matches('.row a')"), 'the focus stays in the list');
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('Tides').waitFor();
    await act('Tides', 'Archive');
    await row('Tides').waitFor({ state: 'detached' });
    await page.reload();
    equal(await list().getByRole('link').first().textContent(), 'Rivers');
    await list().getByRole('button', { name: 'Archived', exact: true }).click();
    await row('Tides').waitFor();
    deepEqual(await list().getByRole('link').allTextContents(), ['Tides']);
    await requireAccessible(page, 'archive');
    await act('Tides', 'Unarchive');
    await page.getByText('No conversation is archived.').waitFor();
    await page.getByRole('button', { name: 'Back to all conversations' }).click();
    await row('Tides').waitFor();
    await act('Rivers', 'Unpin');
    await page.getByText('Conversation unpinned').waitFor();
    equal(await list().getByRole('heading', { name: 'Pinned' }).count(), 0);
  });

  test('finds words in messages, marks them, and opens there', async () => {
    const search = page.getByRole('textbox', { name: 'Search conversations' });
    await search.fill('MOON pulls');
    await page.getByText('1 found').waitFor();
    const hit = list().getByRole('link', { name: /^Long/ });
    deepEqual(await hit.locator('mark').allTextContents(), ['moon', 'pulls']);
    await requireAccessible(page, 'hits');
    await hit.click();
    await untilTrue(page, "CSS.highlights.get('found')?.size === 2");
    ok(await page.evaluate(markIsInView), 'the log is scrolled to the words');
    equal(await page.evaluate("document.activeElement.closest('.answer') !== null"), true);
    equal(await search.inputValue(), 'MOON pulls');
    await hit.waitFor();
    await search.press('Escape');
    equal(await search.inputValue(), '');
    equal(await page.evaluate('CSS.highlights.size'), 0, 'the marks are gone after the next key');
  });

  test('Escape clears the search, and nothing else', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('nowhere to be found');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await row('Tides').waitFor();
    equal(await page.getByRole('textbox', { name: 'Search conversations' }).inputValue(), '');
  });

  test('shows no meter that this page cannot move', async () => {
    deepEqual(await list().getByRole('meter').allTextContents(), ['Requests0 of 3']);
  });

  test('what another window does is seen here, as it happens', async () => {
    await row('Rivers').click();
    const log = page.getByRole('log', { name: 'Conversation' });
    await log.getByText('An answer').waitFor();
    await act('Rivers', 'Rename');
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Streams');
    const second = await tab.another();
    await second.goto(page.url());
    world.hosted.api.provider.enqueue({ stallAfter: 3 });
    await second.getByRole('textbox', { name: 'Message' }).fill('And now?');
    await second.keyboard.press('Enter');
    await log.getByRole('heading', { name: 'And now?' }).waitFor();
    await log.getByText('word2').waitFor();
    await second.getByRole('button', { name: 'Stop' }).click();
    await log.getByText('Stopped', { exact: true }).waitFor();
    await untilTrue(page, "document.querySelector('.sidebar-list ul .row a').textContent === 'Rivers'");
    equal(await title.inputValue(), 'Streams', 'a row that moves to today takes no dialog away');
    await title.press('Enter');
    await untilTrue(page, "document.activeElement.textContent === 'Streams'");
    for (const window of [page, second]) {
      await window.getByRole('heading', { name: 'Streams', level: 1 }).waitFor();
      await window.getByRole('link', { name: 'Streams', exact: true }).waitFor();
    }
    await page.getByRole('textbox', { name: 'Message' }).fill('A draft');
    const item = second.getByRole('listitem').filter({ hasText: 'Streams' });
    await item.getByRole('button', { name: 'More actions' }).click();
    await item.getByRole('button', { name: 'Delete' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alert').filter({ hasText: 'This conversation no longer exists.' }).waitFor();
    equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'A draft');
    await page.getByRole('textbox', { name: 'Message' }).fill('');
    await second.close();
  });

  test('an answer that is ready in the background is counted in the title and on the icon', async () => {
    await page.evaluate(
      'window.badges = []; navigator.setAppBadge = async (count) => { badges.push(count); }; navigator.clearAppBadge = async () => { badges.push(0); }',
    );
    await hide(true);
    await page.getByRole('textbox', { name: 'Message' }).fill('How high?');
    await page.keyboard.press('Enter');
    await untilTrue(page, "document.title.startsWith('(1) How high?')");
    await hide(false);
    await untilTrue(page, "document.title.startsWith('How high?')");
    deepEqual(await page.evaluate('badges'), [1, 0]);
  });

  test('a used-up day is said before anything is written, and is over when the day is', async () => {
    await page.getByRole('textbox', { name: 'Message' }).fill('A draft');
    await page.clock.install();
    await setRequests(3);
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'Your daily limit for Requests is used up.' });
    await alert.waitFor();
    const send = page.getByRole('button', { name: 'Send' });
    const message = page.getByRole('textbox', { name: 'Message' });
    equal(await message.inputValue(), 'A draft', 'kept over a reload');
    ok(await send.isDisabled());
    await message.press('Enter');
    equal(await message.inputValue(), 'A draft');
    // The next day has a row of its own.
    await setRequests(0);
    await page.clock.fastForward('24:00:10');
    await alert.waitFor({ state: 'detached' });
    ok(await send.isEnabled());
    equal(await list().getByRole('meter', { name: 'Requests' }).getAttribute('aria-valuetext'), '0 of 3');
  });

  test('a draft outlives the session, and is for its user only', async () => {
    const message = page.getByRole('textbox', { name: 'Message' });
    const drafts: string[] = [];
    await page.goto(tenant.url());
    await message.fill('A draft');
    for (const name of ['ben', 'ada']) {
      await world.hosted.administration.clients.rotateHandoff({ kind: 'operator-cli' }, tenant.slug);
      // The page may leave by itself first.
      await page.goto(tenant.url()).catch(() => undefined);
      await page.waitForURL(world.hosted.loginUrl(`/?tenant=${tenant.slug}**`));
      await tab.fillSignIn(`${name}@example.com`, password);
      await message.waitFor();
      drafts.push(await message.inputValue());
    }
    deepEqual(drafts, ['', 'A draft']);
  });
});

function list() {
  return page.getByRole('region', { name: 'Conversations' });
}

function row(title: string) {
  return list().getByRole('link', { name: title, exact: true });
}

async function act(title: string, action: string): Promise<void> {
  const item = list()
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });
  await item.getByRole('button', { name: 'More actions' }).click();
  await item.getByRole('button', { name: action, exact: true }).click();
}

/** No browser without a screen hides its pages. */
async function hide(hidden: boolean): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, "hidden", { configurable: true, get: () => ${hidden} }); document.dispatchEvent(new Event("visibilitychange"))`,
  );
}

async function setRequests(count: number): Promise<void> {
  await world.hosted.api.database.query('update usage_users set requests = $2 where client_id = $1', [
    tenant.client.id,
    count,
  ]);
}

export const breaks: readonly Break[] = [
  {
    rule: 'A meter that cannot move is not shown',
    file: 'src/web/chat/sidebar/usage-meters.tsx',
    replace: '{value.deep_dive.enabled && (',
    by: '{(',
  },
  {
    rule: 'Send says why nothing can be sent',
    file: 'src/web/chat/state/why-not-send.ts',
    replace: 'return blocked && ',
    by: 'return null && ',
  },
  {
    rule: 'A page notices by itself that its day is over',
    file: 'src/web/chat/life/watch-reset.ts',
    replace: 'left + Math.random() * spreadMs',
    by: 'left + 2 * 86_400_000',
  },
  {
    rule: 'An open page shows what another window does',
    file: 'src/web/chat/life/start-page.ts',
    replace: `    keepLive(chat),
`,
    by: '',
  },
  {
    rule: 'A hidden page counts the answers that became ready',
    file: 'src/web/chat/life/watch-away.ts',
    replace: '!document.hidden) return;',
    by: 'document.hidden) return;',
  },
  {
    rule: 'What is pinned stands above all days',
    file: 'src/web/chat/sidebar/conversation-groups.tsx',
    replace: 'groups.unshift(',
    by: 'groups.push(',
  },
  {
    rule: 'What is archived leaves the list',
    file: 'src/web/chat/state/conversation-list.ts',
    replace: 'if (!summary.archived) ',
    by: '',
  },
  {
    rule: 'No other key than Escape clears the search',
    file: 'src/web/chat/sidebar/search.tsx',
    replace: "event.key !== 'Escape' ||",
    by: '',
  },
  {
    rule: 'A draft belongs to its user',
    file: 'src/web/chat/state/chat.ts',
    replace: '(data.user?.id ?? null)',
    by: "'one'",
  },
  {
    rule: 'The list reads on while it is scrolled',
    file: 'src/web/chat/sidebar/more-button.tsx',
    replace: 'if (entries.some((entry) => entry.isIntersecting)) read();',
    by: '',
  },
];
