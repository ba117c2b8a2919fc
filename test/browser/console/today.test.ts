import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { openScreen, requireWhole } from '#test/browser/console-screens.ts';
import { enterAsOperator } from '#test/browser/operator-tab.ts';
import { chatBody, Partner } from '#test/world/partner.ts';

describe('What happens today, in the console', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await openBrowserWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  test('a partner and the overview show today by the minute, or 30 days, as the address says', async () => {
    const tenant = await world.hosted.tenant();
    const partner = new Partner(world.hosted.api, tenant.client, tenant.key);
    await partner.send();
    await partner.send();
    const { tab, console } = await enterAsOperator(world, 'viewer');
    await using _ = tab;
    const { page } = tab;
    await openScreen(page, `${console.origin}/partners/${tenant.slug}`);
    const chart = page.getByRole('img', { name: /^Turns today, by the minute: 2 in all, 0 failed, most at/ });
    await chart.waitFor();
    await page.getByRole('radio', { name: '30 days' }).check();
    await page.getByRole('heading', { name: 'Turns of the last 30 days' }).waitFor();
    equal(new URL(page.url()).search, '?span=month');
    await page.reload();
    await page.getByRole('heading', { name: 'Turns of the last 30 days' }).waitFor();
    await page.getByRole('radio', { name: 'Today' }).check();
    await chart.waitFor();
    equal(new URL(page.url()).search, '');
    await requireAccessible(page, 'a partner today');
    await openScreen(page, `${console.origin}/`);
    await page.getByRole('img', { name: /^Calls to models today, by the minute/ }).waitFor();
    await page.setViewportSize({ width: 320, height: 700 });
    await requireWhole(page, 'the overview on a small phone');
    tab.requireNoComplaints();
  });

  test('times to the first text begin with the slowest twentieth', async () => {
    await world.hosted.api.database.query(
      `insert into provider_minutes (minute, provider, model, calls, failed, timeouts, first_text_buckets, duration_buckets)
       select date_trunc('minute', now()) - interval '3 minutes', 'openai', 'slow', 100, 0, 0, b, b
       from (select array_fill(0, array[5]) || array[90, 0, 0, 10] || array_fill(0, array[6]) as b) as buckets
       on conflict do nothing`,
    );
    const { tab, console } = await enterAsOperator(world, 'viewer');
    await using _ = tab;
    const { page } = tab;
    const figure = page.locator('.figure').filter({ hasText: 'First text, p95' });
    for (const path of ['/', '/providers']) {
      await openScreen(page, `${console.origin}${path}`);
      match((await figure.first().textContent()) ?? '', /p95\d+(\.\d)? (ms|s)median \d+ ms/, path);
    }
    const [first] = await page.locator('.figure dt').allTextContents();
    equal(first, 'First text, p95');
  });

  test('a question about cancelling a turn has no button that says only "Cancel"', async () => {
    const tenant = await world.hosted.tenant({ model: 'openai/mock:silent' });
    const partner = new Partner(world.hosted.api, tenant.client, tenant.key);
    const sent: { readonly job_uuid: string } = JSON.parse((await partner.post('/jobs', chatBody())).text);
    const { tab, console } = await enterAsOperator(world, 'support');
    await using _ = tab;
    const { page } = tab;
    await page.goto(`${console.origin}/live?client=${tenant.slug}`);
    await page.getByRole('button', { name: `Cancel turn ${sent.job_uuid}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this turn?' });
    deepEqual(await dialog.locator('footer').getByRole('button').allTextContents(), [
      'Keep turn',
      'Cancel turn',
    ]);
    await requireAccessible(page, 'the question before a turn is cancelled');
    await dialog.getByRole('button', { name: 'Keep turn' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Cancel turn ${sent.job_uuid}` }).click();
    await dialog.getByRole('button', { name: 'Cancel turn' }).click();
    equal((await partner.finalJob(sent.job_uuid)).status, 'cancelled');
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'The span of a chart stands in the address',
    file: 'src/web/console/charts/series-panel.tsx',
    replace: "span: value === 'month' ? value : ''",
    by: "span: ''",
  },
  {
    rule: 'The chart of the day says what it shows to people who do not see it',
    file: 'src/web/console/charts/day-chart.tsx',
    replace: 'aria-label={summary(label, all, failed)}',
    by: 'aria-label={label}',
  },
  {
    rule: 'The 95th percentile of the first text comes first among the figures of a provider',
    file: 'src/web/console/providers/provider-panel.tsx',
    replace: 'name: text.slow,',
    by: 'name: text.calls,',
  },
  {
    rule: 'The button that gives up cancelling a turn does not say "Cancel"',
    file: 'src/web/console/live/turn-table.tsx',
    replace: `      dismiss={text.keep}
`,
    by: '',
  },
];
