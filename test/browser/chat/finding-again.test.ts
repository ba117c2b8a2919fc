import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import { seedConversations } from '#test/browser/seed-conversations.ts';
import type { Tenant } from '#test/world/hosted.ts';

let world: BrowserWorld;
let tenant: Tenant;

describe('Finding a conversation, and an answer, again', () => {
  before(async () => {
    world = await shareBrowserWorld();
    tenant = await world.hosted.tenant();
  });

  test('a link to a conversation that no longer exists says so above a new one', async () => {
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await page.goto(tenant.url(`/?conversation=${crypto.randomUUID()}`));
    await page.getByRole('alert').filter({ hasText: 'This conversation no longer exists.' }).waitFor();
    await page.goto(tenant.url('/'));
    await page.locator('.sidebar .usage').waitFor();
    equal(await page.getByRole('alert').textContent(), '');
  });

  test('the search takes arrow keys, and Enter opens the first that is found', async () => {
    await using tab = await world.tab();
    const page = await openSeeded(tab);
    const search = page.getByRole('textbox', { name: 'Search conversations' });
    await search.fill('tide');
    await page.getByRole('link', { name: 'High tide' }).waitFor();
    await page.getByText('2 found').waitFor();
    const visited = ['High tide', 'Low tide', 'Low tide', 'High tide', 'Search'];
    for (const [place, key] of ['Down', 'Down', 'Down', 'Up', 'Up'].entries()) {
      await page.keyboard.press(`Arrow${key}`);
      match(await focusedText(page), new RegExp(`^${visited[place]}`), `after ${place + 1} keys`);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/?conversation=${idOf('High tide')}`);
    // Pressed at once, before the page has drawn anything, it waits for what is found.
    await page.evaluate(`{
      const field = document.querySelector('.search input');
      field.focus();
      field.value = 'low';
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    }`);
    await page.waitForURL(`**/?conversation=${idOf('Low tide')}`);
  });

  test('a dot marks what is answering, and what has answered while another one was shown', async () => {
    await using tab = await world.tab();
    const page = await openSeeded(tab);
    const { promise: resume, resolve: end } = Promise.withResolvers<void>();
    world.hosted.api.provider.enqueue({ texts: ['Begun, ', 'done.'], stallAfter: 1, resume });
    await page.getByRole('textbox', { name: 'Message' }).fill('A slow one');
    await page.keyboard.press('Enter');
    await page.getByText('Begun,').waitFor();
    const list = page.getByRole('region', { name: 'Conversations' });
    await list.getByRole('img', { name: 'Answering' }).waitFor();
    await list.getByRole('link', { name: 'High tide' }).click();
    end();
    const unread = list.getByRole('img', { name: 'New answer' });
    await unread.waitFor();
    equal(await list.getByRole('img', { name: 'Answering' }).count(), 0);
    await requireAccessible(page, 'a list with a mark');
    await list.getByRole('link', { name: 'A slow one' }).click();
    await page.getByText('Begun, done.').waitFor();
    await unread.waitFor({ state: 'detached' });
  });

  test('the end of an answer that grows is marked after its last word', async () => {
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    const { promise: resume, resolve: end } = Promise.withResolvers<void>();
    world.hosted.api.provider.enqueue({ texts: ['One line', ' more'], stallAfter: 1, resume });
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.keyboard.press('Enter');
    const line = page.locator('.answer .markdown p');
    await line.waitFor();
    const mark = `(() => {
      const { display, content } = getComputedStyle(document.querySelector('.answer .markdown p'), '::after');
      return [display, content];
    })()`;
    deepEqual(await page.evaluate(mark), ['inline-block', '""']);
    const { height = 0 } = (await page.locator('.answer').boundingBox()) ?? {};
    const growing = (await line.boundingBox())?.height ?? 0;
    ok(height < growing * 2, 'no line of its own');
    end();
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    equal((await line.boundingBox())?.height, growing);
    deepEqual(await page.evaluate(mark), ['inline', 'none']);
  });

  test('an answer is copied as its Markdown, and formatted beside it', async () => {
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const markdown = '**Bold**, [a link](https://example.com)\n\n3. three\n\n```js\nconst a = 1;\n```\n';
    world.hosted.api.provider.enqueue({ texts: [markdown] });
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('article').getByRole('button', { name: 'Copied' }).waitFor();
    const [plain, html] = await page.evaluate<[string, string]>(`(async () => {
      const [item] = await navigator.clipboard.read();
      return Promise.all(['text/plain', 'text/html'].map(async (type) => (await item.getType(type)).text()));
    })()`);
    equal(plain, markdown);
    match(html, /<strong>Bold<\/strong>, <a href="https:\/\/example\.com\/">a link<\/a>/);
    match(html, /<ol start="3"><li[^>]*>three<\/li><\/ol>/);
    match(html, /<pre><code[^>]*>(?:<span>)?const/);
    ok(!/button|class=|aria-|data-/.test(html.replace(/^.*<!--StartFragment-->/s, '')), html);
  });
});

async function openSeeded(tab: Tab): Promise<Page> {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const user = await tenant.user(email);
  const owner = { clientId: tenant.client.id, userId: `hu:${user.id}` };
  const titles = ['High tide', 'Low tide'];
  const ids = await seedConversations(
    world.hosted.api.database,
    owner,
    titles.map((title) => ({ title })),
  );
  seeded = new Map(titles.map((title, place) => [title, ids[place] ?? '']));
  await tab.enter(tenant, email);
  await tab.page.getByRole('textbox', { name: 'Message' }).waitFor();
  return tab.page;
}

let seeded: ReadonlyMap<string, string> = new Map();

function idOf(title: string): string {
  return seeded.get(title) ?? '';
}

function focusedText(page: Page): Promise<string> {
  return page.evaluate<string>(
    '(document.activeElement.placeholder || document.activeElement.textContent).trim()',
  );
}

export const breaks: readonly Break[] = [
  {
    rule: 'A link to a conversation that no longer exists says so',
    file: 'src/web/chat/life/start-page.ts',
    replace: 'if (wanted !== null && conversation === null',
    by: 'if (wanted !== null && conversation !== null',
  },
  {
    rule: 'Arrow keys move between the search and what it found',
    file: 'src/web/chat/search/walk-results.ts',
    replace: "key === 'ArrowDown' ? 1 : ",
    by: '',
  },
  {
    rule: 'Enter in the search opens the first that was found',
    file: 'src/web/chat/search/walk-results.ts',
    replace: 'if (at === 0 && isSendKey(event)) onFirst();',
    by: '',
  },
  {
    rule: 'Enter in the search waits for what is found',
    file: 'src/web/chat/search/search-results.tsx',
    replace: 'wantedFor.value !== null && wantedFor.value === foundFor.value',
    by: 'wantedFor.value !== null',
  },
  {
    rule: 'Enter in the search counts before the page has drawn what was typed',
    file: 'src/web/chat/search/search-results.tsx',
    replace: 'if (wantedFor.peek() !== query) wantedFor.value = null;',
    by: 'wantedFor.value = null;',
  },
  {
    rule: 'A conversation whose answer is being written is marked in the list',
    file: 'src/web/chat/actions/settle-answer.ts',
    replace: "setMark(uuid, 'running');",
    by: '',
  },
  {
    rule: 'A conversation that has answered while another one was shown is marked in the list',
    file: 'src/web/chat/actions/settle-answer.ts',
    replace: "chat.current.value === open ? null : 'unread'",
    by: 'null',
  },
  {
    rule: 'A conversation that is opened is read',
    file: 'src/web/chat/actions/show-conversation.ts',
    replace: `  setRead(uuid);
`,
    by: '',
  },
  {
    rule: 'The end of an answer that grows is marked behind its last word',
    file: 'src/web/chat/styles/log.css',
    replace: '.streaming > .markdown > :is(p, h3, h4, h5):last-child::after,',
    by: '.streaming > .markdown > :is(h3, h4, h5):last-child::after,',
  },
  {
    rule: 'An answer is copied formatted beside its Markdown',
    file: 'src/web/chat/conversation/copy-formatted.ts',
    replace: "asBlob(htmlOf(shown), 'text/html')",
    by: "asBlob(text, 'text/html')",
  },
  {
    rule: 'What is copied has none of the tools of the page',
    file: 'src/web/chat/conversation/copy-formatted.ts',
    replace: "for (const tool of copy.querySelectorAll('button, figcaption')) tool.remove();",
    by: '',
  },
];
