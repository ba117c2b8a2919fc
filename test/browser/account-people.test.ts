import { equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { shareBrowserWorld } from '#test/browser/browser.ts';

test('on /account a person is blocked by identity and let in again, and the data of one who signs in is exported and erased', async () => {
  const world = await shareBrowserWorld();
  const tenant = await world.hosted.tenant();
  await tenant.user('ben@example.com');
  await using tab = await world.tab();
  await tenant.user('admin@example.com', { admin: true });
  await tab.enter(tenant, 'admin@example.com', '/account#users');
  const account = tab.page;
  await account.getByRole('textbox', { name: 'Identity' }).fill('user-1');
  await account.getByRole('button', { name: 'Block', exact: true }).click();
  const unblock = account.getByRole('button', { name: 'Unblock user-1' });
  await confirmBlock(account);
  await unblock.waitFor();
  ok(((await unblock.boundingBox())?.width ?? 0) < 160, 'a button is as wide as its words');
  equal(await account.getByRole('textbox', { name: 'Identity' }).inputValue(), '');
  await account.reload();
  await unblock.click();
  await account.getByText('Nobody is blocked.').waitFor();

  for (let count = 0; count < 9; count++) await tenant.user(`other-${count}@example.com`);
  await account.reload();
  const search = account.getByRole('searchbox', { name: 'Search by email' });
  await search.fill('BEN@');
  await account.getByText('other-1@example.com').waitFor({ state: 'detached' });
  const block = account.getByRole('button', { name: 'Block ben@example.com' });
  await block.click();
  const dialog = account.getByRole('dialog', { name: 'Block this person?' });
  await dialog.getByText('ben@example.com can still read, but can no longer send').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await block.click();
  await confirmBlock(account);
  const ben = account.getByRole('listitem').filter({ hasText: 'ben@example.com' });
  await ben.getByText('Blocked', { exact: true }).first().waitFor();
  await account.getByText('ben@example.com is blocked').getByRole('button', { name: 'Undo' }).click();
  await account.getByText('ben@example.com can send again').waitFor();
  await block.click();
  await confirmBlock(account);
  await account.getByRole('button', { name: 'Unblock ben@example.com' }).click();
  await account.getByText('ben@example.com can send again').waitFor();
  await search.fill('nobody has this');
  await account.getByText('No email contains that.').waitFor();
  await search.fill('');
  await account.getByText('other-1@example.com').waitFor();
  await account.goto(tenant.url('/account#security'));
  await account.getByText('Linux · 127.0.0.1').waitFor();
  await account.getByText('User unblocked: ben@example.com').first().waitFor();
  await account.goto(tenant.url('/account#users'));

  const row = account.getByRole('listitem').filter({ hasText: 'ben@example.com' });
  const [file] = await Promise.all([
    account.waitForEvent('download'),
    row.getByRole('link', { name: 'Export data' }).click(),
  ]);
  match(await readFile(await file.path(), 'utf8'), /^\{"type":"user",.*ben@example\.com[\s\S]*"type":"end"/);
  await row.getByRole('button', { name: 'Erase data' }).click();
  await account.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click();
  await row.waitFor({ state: 'detached' });
  tab.requireNoComplaints();
});

async function confirmBlock(account: Page): Promise<void> {
  const dialog = account.getByRole('dialog', { name: 'Block this person?' });
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
}

export const breaks: readonly Break[] = [
  {
    rule: 'One click in a row of /account blocks no one',
    file: 'src/web/account/people/block-switch.tsx',
    replace: 'else asking.value = true;',
    by: 'else void run(() => account.client.blockUser(identity).then(() => undefined));',
  },
  {
    rule: 'A block on /account is taken back by its Undo',
    file: 'src/web/account/people/blocked.ts',
    replace: 'unblockPerson(account, id, name).catch(',
    by: 'Promise.resolve().catch(',
  },
  {
    rule: 'A blocked person has a badge',
    file: 'src/web/account/people/block-switch.tsx',
    replace: '{isBlocked && <span class="badge danger">',
    by: '{isBlocked && busy.value && <span class="badge danger">',
  },
  {
    rule: 'A button beside a blocked identity is as wide as its words',
    file: 'src/web/account/people/people-panel.tsx',
    replace: `<div class="row-actions">
              <BlockSwitch`,
    by: `<div class="items">
              <BlockSwitch`,
  },
  {
    rule: 'What was changed is described in words',
    file: 'src/web/administration/audit/audit-list.tsx',
    replace: 'wordIn(text.actions, entry.action) ?? entry.action',
    by: 'entry.action',
  },
];
