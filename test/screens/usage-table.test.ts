import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Break } from '#test/break.ts';
import { openBrowserWorld } from '#test/browser/browser.ts';
import { openAsOperator } from '#test/browser/operator-tab.ts';

test('the table of usage grows where it stands', async () => {
  await using world = await openBrowserWorld();
  const tenant = await world.hosted.tenant();
  await world.hosted.api.database.query(
    `insert into usage_models (client_id, day, provider, model, delivery, agent_slug, turns, failed, cancelled,
       expired, refunded, input_tokens, output_tokens, first_texts, first_text_ms)
     select $1, (now() at time zone 'utc')::date - day, 'openai', 'gpt-' || model, 'stream', 'assistant', 5, 0, 0,
       0, 0, 9, 9, 5, 900
     from generate_series(0, 29) as day, generate_series(1, 3) as model`,
    [tenant.client.id],
  );
  const { tab, console } = await openAsOperator(world, 'viewer');
  await using _ = tab;
  const { page } = tab;
  await page.goto(`${console.origin}/usage?client=${tenant.slug}`);
  await page.getByRole('radio', { name: 'Table' }).check();
  const rows = page.getByRole('table', { name: 'Turns', exact: true }).getByRole('row');
  await rows.first().waitFor();
  equal(await rows.count(), 31);
  await page.getByRole('button', { name: 'Show more' }).click();
  await rows.nth(60).waitFor();
  equal(await rows.count(), 61);
  tab.requireNoComplaints();
});

export const breaks: readonly Break[] = [
  {
    rule: 'The table of usage shows a few days at a time',
    file: 'src/web/console/usage/series-table.tsx',
    replace: '.slice(0, shown.value)',
    by: '',
  },
];
