import { equal, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';
import { enterAsOperator, openAsOperator } from '#test/browser/operator-tab.ts';
import { pressElsewhere } from '#test/browser/press-elsewhere.ts';
import { untilTrue } from '#test/browser/until-true.ts';
import { Partner } from '#test/world/partner.ts';

describe('The palette of the console', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await openBrowserWorld();
  });
  after(() => world[Symbol.asyncDispose]());

  test('opens a screen by keyboard alone, and its heading has the focus', async () => {
    const { tab } = await openAsOperator(world, 'viewer');
    await using _ = tab;
    const { page } = tab;
    const field = await openPalette(page);
    await field.fill('us');
    await option(page, 'Usage').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
    equal(await page.getByRole('dialog').count(), 0);
    await untilTrue(page, `document.activeElement.textContent === 'Usage'`);
    await openPalette(page);
    await page.getByText(/^\d+ results$/).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page
      .getByRole('dialog')
      .getByRole('option', { selected: true })
      .filter({ hasText: 'Partners' })
      .waitFor();
    equal(
      await paletteField(page).getAttribute('aria-activedescendant'),
      await page.getByRole('dialog').getByRole('option', { selected: true }).getAttribute('id'),
    );
    await requireAccessible(page, 'the palette');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    equal(await tab.focused(), 'Usage');
    await openPalette(page);
    await pressElsewhere(page, 'л', 'k');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    tab.requireNoComplaints();
  });

  test('finds partners by name and slug, and opens one with a touch on a small phone', async () => {
    const tenant = await world.hosted.tenant({ name: 'Larkspur & Sons' });
    const { tab } = await openAsOperator(world, 'viewer', { viewport: { width: 320, height: 640 } });
    await using _ = tab;
    const { page } = tab;
    await page.getByRole('button', { name: 'Go to' }).click();
    await paletteField(page).fill('larkspur');
    await option(page, 'Larkspur & Sons').waitFor();
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    ok(wide <= 0, `the palette is ${wide} pixels wider than a small phone`);
    await requireAccessible(page, 'the palette on a phone');
    await paletteField(page).fill(tenant.slug);
    await option(page, 'Larkspur & Sons').click();
    await page.getByRole('heading', { level: 1, name: 'Larkspur & Sons' }).waitFor();
    await untilTrue(page, `document.activeElement.textContent === 'Larkspur & Sons'`);
    await page.getByRole('button', { name: 'Go to' }).click();
    await paletteField(page).fill('nothing like it');
    await page.getByText('Nothing has this name or id.').waitFor();
    tab.requireNoComplaints();
  });

  test('opens what any id names, also when Enter comes before the answer', async () => {
    const tenant = await world.hosted.tenant();
    const partner = new Partner(world.hosted.api, tenant.client, tenant.key);
    const answer = await partner.send({ context: { external_user_id: 'visitor 41' } });
    const job = answer.headers.get('x-job-id') ?? '';
    const conversation = answer.headers.get('x-conversation-id') ?? '';
    const { tab } = await openAsOperator(world, 'support');
    await using _ = tab;
    const { page } = tab;
    await go(page, job);
    await page.getByRole('heading', { level: 1, name: 'Failures' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'visitor 41' }).waitFor();
    for (const id of [conversation, 'visitor 41']) {
      await go(page, id);
      await page.getByRole('heading', { level: 3, name: 'visitor 41' }).waitFor();
      await page.getByRole('row').filter({ hasText: 'Completed' }).waitFor();
      ok(!page.url().includes('visitor'), page.url());
      await go(page, 'Overview');
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    }
    // No shorter number is taken for an id.
    await world.hosted.api.database.query(
      `insert into audit_log (id, actor, action, subject) overriding system value
       values (4711, 'cli', 'agent.create', 'helper')`,
    );
    await go(page, '4711');
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'agent.create' })
      .filter({ hasText: 'helper' })
      .waitFor();
    tab.requireNoComplaints();
  });

  test('looks again after a look-up that failed', async () => {
    const tenant = await world.hosted.tenant({ name: 'Marigold' });
    const { tab } = await openAsOperator(world, 'viewer');
    await using _ = tab;
    const { page } = tab;
    const field = await openPalette(page);
    await page.route('**/api/found?*', (route) => route.abort(), { times: 1 });
    await field.fill('marigolds');
    await page.getByRole('alert').waitFor();
    await field.fill(tenant.slug);
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Marigold' }).waitFor();
    equal(await page.getByRole('dialog').count(), 0);
  });

  test('waits while a dialog is open', async () => {
    const { tab, console } = await enterAsOperator(world, 'operator');
    await using _ = tab;
    const { page } = tab;
    await page.goto(`${console.origin}/partners`);
    // Once it is loaded it would appear at once.
    await openPalette(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New partner' }).click();
    await page.getByRole('textbox', { name: 'Slug' }).press('Control+k');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Slug' }).fill('still-here');
    equal(await page.locator('dialog').count(), 1);
  });
});

async function openPalette(page: Page) {
  // Before the screen is drawn, nothing listens for keys.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const field = paletteField(page);
  await field.waitFor();
  return field;
}

function paletteField(page: Page) {
  return page.getByRole('combobox', { name: 'A screen, a partner, or any id' });
}

/** Types and confirms at once, as people do who paste an id. */
async function go(page: Page, text: string): Promise<void> {
  const field = await openPalette(page);
  await field.fill(text);
  await field.press('Enter');
}

function option(page: Page, name: string) {
  return page.getByRole('dialog').getByRole('option').filter({ hasText: name });
}

export const breaks: readonly Break[] = [
  {
    rule: 'Ctrl+K opens the palette',
    file: 'src/web/console/palette/palette-key.ts',
    replace: "shortcutLetter(event) === 'k'",
    by: "shortcutLetter(event) === 'j'",
  },
  {
    rule: 'A keyboard without Latin letters opens and closes the palette',
    file: 'src/web/shared/shortcut-letter.ts',
    replace: "(/^[ -~]$/.test(key) ? key : code.replace(/^Key/, ''))",
    by: 'key',
  },
  {
    rule: 'Enter before the answer opens what the answer finds',
    file: 'src/web/console/palette/palette.tsx',
    replace: 'if (isLooking) isAwaited.value = true;',
    by: 'if (isLooking) isAwaited.value = false;',
  },
  {
    rule: 'What the palette opens takes the focus',
    file: 'src/web/console/palette/palette.tsx',
    replace: 'if (document.activeElement instanceof HTMLElement) document.activeElement.blur();',
    by: '',
  },
  {
    rule: 'A conversation opens the end user whose it is',
    file: 'src/web/console/palette/entries.ts',
    replace: "identity: isPerson || kind === 'conversation' ? user : null",
    by: 'identity: isPerson ? user : null',
  },
  {
    rule: 'A look-up that failed does not keep Enter from waiting for the next one',
    file: 'src/web/console/palette/use-entries.ts',
    replace: 'failed.value?.query === query ? failed.value.words : null',
    by: 'failed.value?.words ?? null',
  },
  {
    rule: 'The palette waits while a dialog is open',
    file: 'src/web/console/palette/palette-place.tsx',
    replace: "!isPaletteKey(event) || document.querySelector('dialog[open]') !== null",
    by: '!isPaletteKey(event)',
  },
];
