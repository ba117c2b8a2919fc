import { equal } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import { openAccount } from '#test/browser/open-account.ts';
import { readGuidance, toldIn } from '#test/world/guidance.ts';
import { Partner } from '#test/world/partner.ts';

describe('The assistant on the account page', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await shareBrowserWorld();
  });

  const draftIn = (page: Page) => page.getByRole('textbox', { name: 'Draft' });
  const publishIn = async (page: Page) => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  test('gets a tone: written, tried beside the published one, published, and taken back', async () => {
    const tenant = await world.hosted.tenant({ scopes: ['chat', 'guidance'] });
    const partner = new Partner(world.hosted.api, tenant.client, tenant.key);
    const { provider } = world.hosted.api;
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'assistant');
    await page.getByText('Nothing is published').waitFor();
    await page.getByText('No version yet.').waitFor();

    await draftIn(page).fill('Answer like a pirate.');
    await page.getByText('Not published yet').waitFor();
    await page.getByText('21 of 4,000 characters').waitFor();
    provider.enqueue({ texts: ['Arr, the Rhine.'] }, { texts: ['The Rhine.'] });
    await page.getByRole('textbox', { name: 'Question' }).fill('Name a river.');
    const before = provider.calls.length;
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('section', { hasText: 'With the draft' }).getByText('Arr, the Rhine.').waitFor();
    await page
      .locator('section', { hasText: 'As published' })
      .getByText('The Rhine.', { exact: true })
      .waitFor();
    const [tried, published] = provider.calls.slice(before).map(toldIn);
    equal(tried, `${published}\n\nAnswer like a pirate.`);
    equal((await readGuidance(partner)).published, null, 'a try publishes nothing');

    await publishIn(page);
    const item = page.getByRole('listitem').filter({ hasText: 'Version 1' });
    await item.getByText('In use').waitFor();
    await page.getByText('Version 1 has been published since').waitFor();
    await draftIn(page).fill('Answer like a poet.');
    await publishIn(page);
    await page.getByRole('listitem').filter({ hasText: 'Version 2' }).getByText('In use').waitFor();

    await item.getByRole('button', { name: 'Publish again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish again' }).click();
    await item.getByText('In use').waitFor();
    equal(await draftIn(page).inputValue(), 'Answer like a poet.');
    await item.getByText('Show the text').click();
    await item.getByText('Answer like a pirate.').waitFor();

    await item.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Nothing is published').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const left = await readGuidance(partner);
    equal(left.published, null);
    equal(left.draft?.text, 'Answer like a poet.');
    equal(left.versions.length, 2);
    await page.goto(tenant.url('/'));
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    equal(await page.getByRole('button', { name: 'More' }).count(), 0, 'a try is in no list');
    tab.requireNoComplaints();
  });

  test('refuses a longer text before it is sent, and says why a try was refused', async () => {
    const tenant = await world.hosted.tenant({ scopes: ['chat', 'guidance'], daily_limit: 0 });
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'assistant');
    await draftIn(page).fill('a'.repeat(4_001));
    await page.getByText('4,001 of 4,000 characters').waitFor();
    equal(await page.getByRole('button', { name: 'Save draft' }).isDisabled(), true);
    await draftIn(page).fill('Be brief.');
    await page.getByRole('textbox', { name: 'Question' }).fill('Name a river.');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('alert').getByText('Your requests for today are used up.').waitFor();
  });

  test('is no section of a tenant that the operator has given nothing of it', async () => {
    const tenant = await world.hosted.tenant({ scopes: ['chat', 'webhooks', 'user-data'] });
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'usage');
    equal(await page.getByRole('link', { name: 'Assistant' }).count(), 0);
    await page.goto(tenant.url('/account#assistant'));
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    const { status, text } = await page.evaluate<{ status: number; text: string }>(`(async () => {
      const response = await fetch('/account/api/agents/assistant/guidance');
      return { status: response.status, text: await response.text() };
    })()`);
    equal(status, 403);
    equal(JSON.parse(text).code, 'insufficient_scope');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The screen "Assistant" is for tenants that have a part of it',
    file: 'src/web/account/state/sections.ts',
    replace: 'return assistantScopes.length > 0;',
    by: 'return assistantScopes.length >= 0;',
  },
  {
    rule: 'What is tried is what is on the screen',
    file: 'src/web/account/assistant/try-guidance.tsx',
    replace: '      await saveDraft();\n',
    by: '',
  },
  {
    rule: 'Taking back what is published leaves the draft',
    file: 'src/web/administration/guidance/guidance-history.tsx',
    replace: "if (draft !== null && draft.text !== '') now = await write(draft.text);",
    by: '',
  },
  {
    rule: 'An administrator has an operation only where the tenant has its scope',
    file: 'src/contract/operations/endpoints-of.ts',
    replace: 'const scope = row.channels.account === true ? null : row.channels.account;',
    by: 'const scope = null;',
  },
];
