import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import { ask, chatIn, openChat } from '#test/browser/launched.ts';
import { openPartner } from '#test/browser/open-partner.ts';
import { seedConversations } from '#test/browser/seed-conversations.ts';
import { password, type Tenant } from '#test/world/hosted.ts';

const next = 'four words without relation';

let world: BrowserWorld;
let tenant: Tenant;
let tab: Tab;
let page: Page;

describe("The chat's menu", () => {
  before(async () => {
    world = await shareBrowserWorld();
    tenant = await world.hosted.tenant();
    const user = await tenant.user('ada@example.com');
    const owner = { clientId: tenant.client.id, userId: `hu:${user.id}` };
    await seedConversations(world.hosted.api.database, owner, [
      { title: 'Tides' },
      { title: 'Rivers', daysAgo: 3 },
    ]);
    tab = await world.tab({ bypassCSP: true });
    page = tab.page;
    await tab.enter(tenant, 'ada@example.com');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  });

  test('changes the password by keyboard, and says why one is not taken', async () => {
    await choose('Change password');
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await requireAccessible(page, 'password');
    equal(await page.evaluate('document.activeElement.autocomplete'), 'current-password');
    const change = async (current: string, chosen: string) => {
      await dialog.getByLabel('Current password').fill(current);
      await dialog.getByLabel('New password').fill(chosen);
      await page.keyboard.press('Enter');
    };
    await change('not my password', next);
    await dialog.getByRole('alert').filter({ hasText: 'The current password is wrong.' }).waitFor();
    await change(password, 'short');
    await dialog.getByRole('alert').filter({ hasText: 'must have 12 to 200 characters' }).waitFor();
    await change(password, 'passwordpassword');
    await dialog.getByRole('alert').filter({ hasText: 'The password is a common one' }).waitFor();
    await change(password, next);
    await page.getByText('The password was changed. Your other sign-ins have ended.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    equal(await tab.focused(), 'Menu');
  });

  test('exports every conversation as a file', async () => {
    deepEqual(await exported(() => choose('Export my conversations', 'link')), ['Rivers', 'Tides']);
  });

  test('a file that is dropped is not opened in place of the chat, and text can be dropped', async () => {
    equal(await refusesDrop(page, "new File(['words'], 'notes.txt')"), true);
    equal(await refusesDrop(page, "'words', 'text/plain'"), false);
  });

  test('deletes all conversations once the word is typed, and stops what is running', async () => {
    world.hosted.api.provider.enqueue({ stallAfter: 2 });
    await page.getByRole('textbox', { name: 'Message' }).fill('How high?');
    await page.keyboard.press('Enter');
    await page.getByRole('log', { name: 'Conversation' }).getByText('word1').waitFor();
    await deleteAll(page);
    const list = page.getByRole('region', { name: 'Conversations' });
    await list.getByRole('listitem').first().waitFor({ state: 'detached' });
    equal(new URL(page.url()).search, '');
    equal(await page.getByRole('alert').textContent(), '', 'the page knows what it has deleted itself');
    equal(await page.getByRole('button', { name: 'Stop' }).count(), 0);
    equal(await page.getByRole('log', { name: 'Conversation' }).getByText('word1').count(), 0);
    await page.locator('.composer textarea:focus').waitFor();
    await page.reload();
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    equal(await list.getByRole('listitem').count(), 0);
  });

  test('signs out everywhere, also here', async () => {
    await choose('Sign out everywhere');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    equal(await tab.focused(), 'Menu');
    await choose('Sign out everywhere');
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
    await tab.signIn(tenant, 'ada@example.com', next);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  });

  test('a frame exports and deletes with its token, and has no password or sign-in', async () => {
    const { site } = await openPartner(world);
    await using _site = site;
    await openChat(tab, site);
    await ask(page, 'How deep?');
    const chat = chatIn(page);
    deepEqual(await exported(() => choose('Export my conversations', 'button', chat)), ['How deep?']);
    await deleteAll(chat);
    deepEqual(await exported(() => choose('Export my conversations', 'button', chat)), []);
    await chat.getByRole('button', { name: 'Menu', exact: true }).click();
    await chat.getByRole('button', { name: 'Delete all my conversations' }).waitFor();
    equal(await chat.getByRole('button', { name: /password|Sign out/ }).count(), 0);
  });
});

async function choose(
  name: string,
  role: 'button' | 'link' = 'button',
  within: Page | FrameLocator = page,
): Promise<void> {
  await within.getByRole('button', { name: 'Menu', exact: true }).focus();
  await page.keyboard.press('Enter');
  await within.getByRole(role, { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

async function deleteAll(within: Page | FrameLocator): Promise<void> {
  await choose('Delete all my conversations', 'button', within);
  const dialog = within.getByRole('dialog', { name: 'Delete all conversations?' });
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  ok(await confirm.isDisabled());
  await dialog.getByRole('textbox', { name: 'Type “delete” to confirm' }).fill('Delete');
  await confirm.click();
  await within.getByText('All conversations were deleted').waitFor();
}

/** The titles in the file that the choice saves. */
async function exported(act: () => Promise<void>): Promise<string[]> {
  const saved = page.waitForEvent('download');
  await act();
  const file = await saved;
  equal(file.suggestedFilename(), 'conversations.jsonl');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  match(lines.at(-1) ?? '', /"type":"end"/);
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'conversation')
    .map(({ title }) => String(title))
    .sort();
}

/** Whether the page keeps the browser from doing something of its own with what is dropped. */
function refusesDrop(page: Page, item: string): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(${item});
    const events = ['dragover', 'drop'].map((type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    return events.every((event) => !document.querySelector('.log').dispatchEvent(event));
  })()`);
}

export const breaks: readonly Break[] = [
  {
    rule: 'The menu closes before what was chosen opens, so that the focus returns to its button',
    file: 'src/web/shared/components/menu.tsx',
    replace: 'onClickCapture={closeOnChoice}',
    by: 'onClick={closeOnChoice}',
  },
  {
    rule: 'A refused password is explained in words',
    file: 'src/web/chat/dialogs/password-dialog.tsx',
    replace: "if (code === 'wrong') return wrong;",
    by: '',
  },
  {
    rule: 'All conversations are deleted only once the word is typed',
    file: 'src/web/chat/dialogs/delete-all-dialog.tsx',
    replace: 'disabled={typed.value.trim().toLocaleLowerCase() !== word}',
    by: '',
  },
  {
    rule: 'After all conversations were deleted the page shows a new one',
    file: 'src/web/chat/actions/manage-conversations.tsx',
    replace: `  startNewConversation(chat);
  toast(laterText.all.deleted);`,
    by: '  toast(laterText.all.deleted);',
  },
  {
    rule: 'A sign-out everywhere leads to the sign-in page',
    file: 'src/web/chat/dialogs/everywhere-dialog.tsx',
    replace: "location.assign('/');",
    by: '',
  },
  {
    rule: 'A frame saves all conversations with its token',
    file: 'src/web/chat/dialogs/menu-items.tsx',
    replace: "{mode === 'page' ? (",
    by: '{mode !== null ? (',
  },
  {
    rule: 'A file that is dropped does not take the place of the chat',
    file: 'src/web/chat/life/start-page.ts',
    replace: `    refuseFiles(),
`,
    by: '',
  },
];
