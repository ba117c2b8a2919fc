import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { requireWhole } from '#test/browser/console-screens.ts';
import { openAccount } from '#test/browser/open-account.ts';
import { enterAsOperator } from '#test/browser/operator-tab.ts';
import { storeHistories } from '#test/costs/cost-histories.ts';
import type { Tenant } from '#test/world/hosted.ts';

describe('Costs in the console', () => {
  let world: BrowserWorld;
  let tenant: Tenant;
  before(async () => {
    world = await openBrowserWorld();
    tenant = await world.hosted.tenant({ name: 'Alder', show_cost: true });
    const { database } = world.hosted.api;
    const [row] = await database.query<{ day: string }>('select utc_day() as day');
    const of = (model: string, tokens: number | null) => ({
      ...{
        client: 0,
        day: row?.day ?? '',
        model,
        agent: 'assistant',
        outcome: 'completed' as const,
        calls: 3,
      },
      ...{ calls_without_tokens: tokens === null ? 3 : 0, input_tokens: tokens, output_tokens: tokens },
      ...{ cache_read_tokens: null, cache_write_tokens: null },
    });
    const calls = [of('openai/mock', 2_000_000), of('openai/other', 5), of('openai/silent', null)];
    await storeHistories(database, { prices: [], calls }, [tenant.client.id]);
  });
  after(() => world[Symbol.asyncDispose]());

  test('need prices, which an operator sets under Providers and amends with a reason', async () => {
    const { tab, console } = await enterAsOperator(world, 'operator');
    await using _ = tab;
    const { page } = tab;
    await page.goto(`${console.origin}/providers`);
    await page.getByText('No price is set, so no cost is shown.').waitFor();
    await setPrice(page, { input: '1.5', currency: 'usd' });
    await page.getByText('Called this month on days without a price: openai/other, openai/silent.').waitFor();
    const prices = page.getByRole('table', { name: 'Prices' });
    await prices.getByRole('row').filter({ hasText: '1.5' }).waitFor();
    await openForm(page, { input: '2' });
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByText('The model has another price on this day, which has begun').waitFor();
    const input = page.getByRole('dialog').getByRole('textbox', { name: 'Input', exact: true });
    await input.fill('1,5');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByText(/^Input: must be a decimal such as 1\.25/).waitFor();
    await input.fill('2');
    await page.getByRole('checkbox', { name: 'Change days that have begun' }).check();
    await page.getByRole('textbox', { name: 'Reason' }).fill('A typing error');
    await requireAccessible(page, 'the form of a price');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await prices.getByRole('row').filter({ hasText: '2020-01-01' }).filter({ hasText: '2' }).waitFor();
    await setPrice(page, { model: 'openai/silent', input: '0' });
    await prices.getByRole('row').filter({ hasText: 'openai/silent' }).waitFor();
    await page.getByText('Called this month on days without a price: openai/other.').waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    await requireWhole(page, 'prices on a small phone');
    tab.requireNoComplaints();
  });

  test('stand in the usage, in the month and on the page of a partner, with what they lack', async () => {
    const { tab, console } = await enterAsOperator(world, 'viewer');
    await using _ = tab;
    const { page } = tab;
    await page.goto(`${console.origin}/usage`);
    const month = page.getByRole('region', { name: 'Costs by partner' });
    const row = month.getByRole('row').filter({ hasText: 'Alder' });
    await row.waitFor();
    ok((await row.textContent())?.includes('at least $24.00'), (await row.textContent()) ?? '');
    const lacks = 'Not in the costs: 1 model without a price (openai/other), 3 calls without tokens.';
    await month.getByText(lacks).waitFor();
    await page.getByText(`Cost of these days: at least $24.00. ${lacks}`).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      month.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    equal(file.suggestedFilename(), 'usage.csv');
    await requireAccessible(page, 'usage with costs');
    await month.getByRole('combobox', { name: 'Month' }).selectOption({ index: 1 });
    await month.getByText('No model was called in this month.').waitFor();
    await page.goto(`${console.origin}/partners/${tenant.slug}`);
    const costs = page.getByRole('region', { name: 'Costs' });
    await costs.getByText('at least $24.00').waitFor();
    deepEqual(await costs.getByText(lacks).count(), 1);
    await page.setViewportSize({ width: 320, height: 700 });
    await requireWhole(page, 'a partner with costs on a small phone');
    tab.requireNoComplaints();
  });

  test('are on /account of a partner that may see them', async () => {
    await using tab = await world.tab();
    const page = await openAccount(tab, tenant, 'usage');
    const month = page.getByRole('region', { name: 'This month' });
    await month.getByText('at least $24.00').waitFor();
    await month.getByText('Part of the usage has no price').waitFor();
    await page.getByRole('radio', { name: 'Table' }).check();
    const days = page.getByRole('table', { name: 'The last 30 days' });
    equal(await days.getByRole('row').nth(1).getByText('at least $24.00').count(), 1);
    await requireAccessible(page, 'usage with costs');
    tab.requireNoComplaints();
  });
});

interface Price {
  readonly model?: string;
  readonly input: string;
  readonly currency?: string;
}

async function openForm(page: Page, { model = 'openai/mock', input, currency }: Price): Promise<void> {
  await page.getByRole('button', { name: 'Set a price' }).click();
  const fields = { Model: model, 'From (UTC day)': '2020-01-01', Input: input, Output: '10' };
  for (const [name, value] of Object.entries({ ...fields, ...(currency && { Currency: currency }) })) {
    await page.getByRole('dialog').getByRole('textbox', { name, exact: true }).fill(value);
  }
}

async function setPrice(page: Page, price: Price): Promise<void> {
  await openForm(page, price);
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

export const breaks: readonly Break[] = [
  {
    rule: 'A form of the console says in its own words why days that have begun keep their price',
    file: 'src/web/console/state/in-words-of.ts',
    replace: 'mistakes[`${pointer} ${field.code}`] ?? ',
    by: '',
  },
  {
    rule: 'A refusal calls a field of the console what its form calls it',
    file: 'src/web/console/state/in-words-of.ts',
    replace: 'wordsForField(field, labels[pointer])',
    by: 'wordsForField(field)',
  },
  {
    rule: 'The console says that an amount is a lower bound',
    file: 'src/web/console/components/cost-words.ts',
    replace: 'return complete ? money : text.atLeast(money);',
    by: 'return money;',
  },
  {
    rule: 'The account page says that an amount is a lower bound',
    file: 'src/web/account/usage/tokens-and-cost.tsx',
    replace: 'return complete ? money : words().usage.atLeast(money);',
    by: 'return money;',
  },
  {
    rule: 'The console names the models that have no price',
    file: 'src/web/console/components/cost-words.ts',
    replace: 'without a price (${models.join',
    by: 'without a price (${models.slice(1).join',
  },
];
