import { deepEqual, equal, match } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import { openAccount } from '#test/browser/open-account.ts';
import { password, type Tenant } from '#test/world/hosted.ts';
import { Partner } from '#test/world/partner.ts';

describe('What a tenant does without the operator, on the account page', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await shareBrowserWorld();
  });

  const partnerOf = (tenant: Tenant) => new Partner(world.hosted.api, tenant.client, tenant.key);

  async function works(tenant: Tenant, key: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${key}` };
    return (await partnerOf(tenant).get('/agents', { headers })).status === 200;
  }

  async function keyIn(page: Page): Promise<string> {
    const dialog = page.getByRole('dialog', { name: 'The new API key' });
    const key = (await dialog.locator('code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    return key;
  }

  test('the key is replaced beside the previous one, which ends by the password; and at once, by the password', async () => {
    const tenant = await world.hosted.tenant({ scopes: ['chat', 'keys'] });
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'assistant');
    const panel = page.getByRole('region', { name: 'API key' });
    await panel.getByText(`${tenant.client.keyPrefix}…`).waitFor();
    const dialog = page.getByRole('dialog');
    equal(await panel.getByRole('button', { name: 'End previous key' }).count(), 0);

    await panel.getByRole('button', { name: 'Replace key' }).click();
    await dialog.getByRole('combobox', { name: 'The previous key keeps working' }).selectOption('for a week');
    await dialog.getByRole('button', { name: 'Replace key' }).click();
    const second = await keyIn(page);
    match(second, /^parley_sk_/);
    await panel.getByText('The previous key works until').waitFor();
    await panel.getByText(`${second.slice(0, 14)}…`).waitFor();
    deepEqual([await works(tenant, tenant.key), await works(tenant, second)], [true, true]);

    await panel.getByRole('button', { name: 'Replace key' }).click();
    await dialog.getByRole('button', { name: 'Replace key' }).click();
    await dialog.getByText('Two keys are in use.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await panel.getByRole('button', { name: 'End previous key' }).click();
    await dialog.getByLabel('Your password').fill('not my password');
    await dialog.getByRole('button', { name: 'End previous key' }).click();
    await dialog.getByText('This is not your password.').waitFor();
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'End previous key' }).click();
    await page.getByText('The previous key has ended').waitFor();
    await panel.getByText('The previous key works until').waitFor({ state: 'detached' });
    deepEqual([await works(tenant, tenant.key), await works(tenant, second)], [false, true]);

    await panel.getByRole('button', { name: 'Replace at once' }).click();
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Replace at once' }).click();
    const third = await keyIn(page);
    deepEqual([await works(tenant, second), await works(tenant, third)], [false, true]);
    equal((await page.content()).includes(third), false);
    tab.requireNoComplaints();
  });

  test('ratings are read when they are asked for, and by nobody once the conversations are private', async () => {
    const tenant = await world.hosted.tenant({ scopes: ['chat', 'review'] });
    const partner = partnerOf(tenant);
    const context = { external_user_id: 'user-7' };
    for (const [prompt, rating, comment] of [
      ['A first question', 'up', undefined],
      ['A second question', 'down', 'Not what I asked'],
    ] as const) {
      const sent = await partner.send({ prompt, context });
      const body = { rating, comment, ...context };
      await partner.post(`/conversations/${sent.headers.get('x-conversation-id')}/feedback`, body);
    }
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'assistant');
    const panel = page.getByRole('region', { name: 'Ratings' });
    await panel.waitFor();
    const readsInLog = () =>
      world.hosted.api.database.query('select from audit_log where client_id = $1 and action = $2', [
        tenant.client.id,
        'feedback.read',
      ]);
    equal((await readsInLog()).length, 0);
    await panel.getByRole('button', { name: 'Show ratings' }).click();
    await panel.getByText('Not what I asked').waitFor();
    equal(await panel.getByRole('listitem').count(), 1);
    equal((await readsInLog()).length, 1);
    await panel.getByText('Question and answer').click();
    await panel.getByText('A second question').waitFor();
    await panel.getByRole('radio', { name: 'All' }).check();
    await panel.getByRole('listitem').nth(1).waitFor();
    match((await panel.getByRole('listitem').nth(1).textContent()) ?? '', /^Good.*user-7/);

    await world.hosted.api.database.query(
      `insert into unanswered (client_id, conversation_id, seq, message_id, agent_slug, answered_at)
       select client_id, conversation_id, seq, id, 'assistant', now() from messages
       where client_id = $1 and role = 'assistant' order by conversation_id limit 1`,
      [tenant.client.id],
    );
    const questions = page.getByRole('region', { name: 'Unanswered questions' });
    await questions.getByRole('button', { name: 'Show questions' }).click();
    await questions.getByText('A first question').waitFor();
    match((await questions.getByRole('listitem').textContent()) ?? '', /user-7/);

    await page.getByRole('link', { name: 'Security' }).click();
    const privacy = page.getByRole('checkbox', { name: 'Keep conversations private' });
    const stored = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await privacy.check();
    await stored;
    await page.getByRole('link', { name: 'Assistant' }).click();
    await panel.getByRole('button', { name: 'Show ratings' }).click();
    await panel.getByText('Your conversations are kept private.').waitFor();
    await page.getByRole('link', { name: 'Security' }).click();
    equal(await privacy.isChecked(), true);
    await page.getByText('Conversations kept private').first().waitFor();
    tab.requireNoComplaints();
  });

  test('documents are chosen or dropped, replaced, found by a question, and deleted', async () => {
    const tenant = await world.hosted.tenant({ scopes: ['chat', 'knowledge'] });
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'knowledge');
    const documents = page.getByRole('region', { name: 'Documents' });
    await documents.getByText('No document yet').waitFor();
    const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) });
    const choose = documents.getByLabel('Choose files');
    const returns = '# Returns\n\nYou can return an order within 30 days.';
    await choose.setInputFiles([file('返品 Rück.md', returns), file('scan.tiff', 'II*')]);
    const files = documents.getByRole('list', { name: 'Files' });
    await files.getByText('Added').waitFor();
    await files.getByText('Files of this kind cannot be read.').waitFor();
    await documents.getByText('not used yet').waitFor();
    await documents.getByText('-Ruck.md-').waitFor();
    await choose.setInputFiles([file('返品 Rück.md', returns)]);
    await files.getByText('Unchanged').waitFor();
    await page.evaluate(`(() => {
      const files = new DataTransfer();
      files.items.add(new File(['You can return an order within 14 days.'], '返品 Rück.md'));
      const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files });
      document.querySelector('.drop-zone').dispatchEvent(drop);
    })()`);
    await files.getByText('Replaced').waitFor();
    equal(await documents.getByText('-Ruck.md-').count(), 1);
    await requireAccessible(page, 'documents');

    const attempt = page.getByRole('region', { name: 'Try a question' });
    await attempt.getByRole('textbox', { name: 'Question' }).fill('How long can I return an order?');
    await attempt.getByRole('button', { name: 'Find' }).click();
    await attempt.getByText('within 14 days').waitFor();
    await requireAccessible(page, 'what a question finds');
    await documents.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('返品 Rück', { exact: true }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await documents.getByText('No document yet').waitFor();
    tab.requireNoComplaints();
  });

  test('what the operator gave no scope for is not there', async () => {
    const tenant = await world.hosted.tenant();
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'security');
    await page.getByRole('checkbox', { name: 'Keep conversations private' }).waitFor();
    equal(await page.getByRole('link', { name: 'Assistant' }).count(), 0);
    equal(await page.getByRole('link', { name: 'Knowledge' }).count(), 0);
    equal(await page.getByRole('link', { name: 'Tools' }).count(), 0);
    tab.requireNoComplaints();
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A question before a deletion names what is deleted',
    file: 'src/web/administration/dialogs/ask-button.tsx',
    replace: '      {about && (',
    by: "      {about === '' && (",
  },
  {
    rule: 'A file with the name of a document replaces it',
    file: 'src/web/administration/knowledge/file-kind.ts',
    replace: 'for (const byte of new TextEncoder().encode(text)) hash =',
    by: 'hash = Math.trunc(Math.random() * 1e9);\n  for (const byte of new TextEncoder().encode(text)) hash =',
  },
  {
    rule: 'A file that is dropped is stored like one that is chosen',
    file: 'src/web/administration/knowledge/upload-files.tsx',
    replace: 'add(event.dataTransfer?.files ?? []);',
    by: '',
  },
  {
    rule: 'The screen "Knowledge" shows what a question finds',
    file: 'src/web/administration/knowledge/try-question.tsx',
    replace: '        {source.text}\n',
    by: '        {source.title}\n',
  },
  {
    rule: 'The screens "Knowledge" and "Tools" are for tenants that have their scopes',
    file: 'src/web/account/state/sections.ts',
    replace: 'return screenScopes.includes(name);',
    by: "return name !== 'assistant';",
  },
  {
    rule: 'Ratings are not read before they are asked for',
    file: 'src/web/account/assistant/ratings-part.tsx',
    replace: 'const isOpen = useSignal(false);',
    by: 'const isOpen = useSignal(true);',
  },
  {
    rule: 'An administrator reads the questions whose answers cite nothing',
    file: 'src/web/account/assistant/unanswered-part.tsx',
    replace: '{question ?? text.noQuestion}',
    by: '{text.noQuestion}',
  },
];
