import { deepEqual } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { PostgresOneTimeCodeStore } from '#adapters/postgres/sign-in/one-time-code-store.ts';
import { newCode } from '#core/identity/one-time-code.ts';
import type { Break } from '#test/break.ts';
import { requireAccessible, requireAccessibleInBoth } from '#test/browser/accessible.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import { publishText, writeDraft } from '#test/world/guidance.ts';
import { password, type Tenant } from '#test/world/hosted.ts';
import { Partner } from '#test/world/partner.ts';

const richAnswer =
  '# Tides\n\nText with `code`, a [link](https://example.com/) and **weight**.\n\n- [ ] open\n- [x] done\n\n' +
  '| a | b |\n|:--|--:|\n| 1 | 2 |\n\n```js\nconst tide = "high"; // now\n```\n\n$a^2$\n\n> A quotation\n';

/** Whether a finished task differs from an open one, a switch has a knob, and which theme is outlined as chosen. */
const statesInForcedColours = `(() => {
  const ground = (place, part) => getComputedStyle(document.querySelector(place), part).backgroundColor;
  return [
    ground('.checkbox') !== ground('.checkbox.checked'),
    ground('.switch', '::before') !== ground('.menu-panel'),
    ...[...document.querySelectorAll('.theme-choice button')].map((node) => getComputedStyle(node).outlineStyle === 'solid'),
  ];
})()`;

const accountSections = [
  'usage',
  'users',
  'assistant',
  'brand',
  'embedding',
  'webhooks',
  'security',
  'subscription',
];

let world: BrowserWorld;
let tenant: Tenant;

describe('Pages with assistive technology', () => {
  before(async () => {
    world = await shareBrowserWorld();
    const scopes = ['chat', 'webhooks', 'guidance'];
    tenant = await world.hosted.tenant({ deep_dive_enabled: true, daily_limit: 50, scopes });
    const partner = new Partner(world.hosted.api, tenant.client, tenant.key);
    await partner.post('/webhooks', { url: 'https://hooks.example.com/' });
    await publishText(partner, 'Be brief.');
    await writeDraft(partner, 'Be kind.');
    const operator = { kind: 'operator-cli' } as const;
    await world.hosted.administration.clients.bindAgent(operator, tenant.slug, 'operator-support');
    await tenant.user('ada@example.com', { admin: true });
    await tenant.user('ben@example.com');
  });

  test('the sign-in pages have no violation in light or dark', async () => {
    await using tab = await openTab();
    await tab.page.goto(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
    await requireAccessibleInBoth(tab.page, 'sign in');
    await tab.fillSignIn('ada@example.com', 'a wrong password');
    await tab.page.getByRole('alert').waitFor();
    await requireAccessibleInBoth(tab.page, 'sign in again');
    await tab.page.goto(world.hosted.loginUrl('/forgot'));
    await requireAccessibleInBoth(tab.page, 'forgot password');
    await tab.page.goto(world.hosted.loginUrl('/reset?token=none'));
    await requireAccessibleInBoth(tab.page, 'link ended');
  });

  test('the pages for a new password have no violation in light or dark', async () => {
    await using tab = await openTab();
    const user = await tenant.user('new@example.com', { mustChange: true });
    await tab.page.goto(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
    await tab.fillSignIn(user.email, password);
    await tab.page.waitForURL(world.hosted.loginUrl('/password'));
    await requireAccessibleInBoth(tab.page, 'first password');
    const codes = new PostgresOneTimeCodeStore(world.hosted.api.database);
    const { id: clientId } = tenant.client;
    const { code: token, hash } = newCode();
    await codes.insertEmailCode(hash, { purpose: 'reset', clientId, userId: user.id }, 60, 1);
    await tab.page.goto(world.hosted.loginUrl(`/reset?token=${token}`));
    await requireAccessibleInBoth(tab.page, 'reset');
    await tab.page.getByLabel('New password').fill('short');
    await tab.page.getByText('Too short').waitFor();
    await tab.page.getByLabel('New password').fill('password1234');
    await tab.page.getByText('Easy to guess').waitFor();
    await tab.page.getByLabel('New password').fill('short');
    await requireAccessibleInBoth(tab.page, 'a password that is too short so far');
    await tab.page.getByRole('button', { name: 'Save password' }).click();
    await tab.page.getByRole('alert').waitFor();
    await requireAccessibleInBoth(tab.page, 'a password that is too short');
  });

  test('the chat has no violation in light or dark', async () => {
    await using tab = await openTab();
    await tab.enter(tenant, 'ada@example.com');
    const { page } = tab;
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.waitFor();
    await requireAccessibleInBoth(page, 'empty chat');
    world.hosted.api.provider.enqueue({ texts: [richAnswer], stallAfter: 1 });
    await message.fill('Show me everything');
    await page.keyboard.press('Enter');
    await page.locator('math').waitFor();
    await requireAccessibleInBoth(page, 'answer being written');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Bad answer' }).click();
    await page.getByRole('dialog').waitFor();
    await requireAccessibleInBoth(page, 'feedback');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
    await page
      .getByRole('link', { name: /^Show me everything ?Assistant$/ })
      .first()
      .waitFor();
    await requireAccessibleInBoth(page, 'menu');
    await page.emulateMedia({ forcedColors: 'active' });
    deepEqual(await page.evaluate(statesInForcedColours), [true, true, true, false, false]);
  });

  test('the account page has no violation in light or dark', async () => {
    await using tab = await openTab();
    await tab.enter(tenant, 'ada@example.com');
    const { page } = tab;
    for (const section of accountSections) {
      await page.goto(tenant.url(`/account#${section}`));
      await untilDrawn(page);
      if (section === 'security')
        await page.getByRole('button', { name: 'End', exact: true }).first().waitFor();
      if (section === 'users') await page.getByRole('button', { name: 'Disable' }).first().waitFor();
      if (section === 'assistant') await page.getByText('Show the text').click();
      await requireAccessibleInBoth(page, section);
    }
    await page.goto(tenant.url('/account#webhooks'));
    await page.getByRole('button', { name: 'Show deliveries' }).click();
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    await requireAccessibleInBoth(page, 'webhooks with deliveries');
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await requireAccessibleInBoth(page, 'a new webhook');
    await page.keyboard.press('Escape');
    await page.goto(tenant.url('/account#usage'));
    await page.getByRole('radio', { name: 'Table' }).check();
    await requireAccessibleInBoth(page, 'usage as a table');
    await page.goto(tenant.url('/account#users'));
    await page.getByRole('button', { name: 'Invite' }).click();
    await requireAccessibleInBoth(page, 'invitation');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Disable' }).first().click();
    await requireAccessibleInBoth(page, 'question');
  });

  test('on a phone no page has a violation, nor is one wider than the screen', async () => {
    await using tab = await world.tab({
      viewport: { width: 360, height: 640 },
      isMobile: true,
      hasTouch: true,
      bypassCSP: true,
    });
    const { page } = tab;
    await page.goto(tenant.url('/no/such/page'));
    await requireFits(page, 'nothing');
    await page.goto(world.hosted.loginUrl());
    await requireFits(page, 'sign in');
    await tab.enter(tenant, 'ada@example.com');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await requireFits(page, 'chat');
    for (const section of accountSections) {
      await page.goto(tenant.url(`/account#${section}`));
      if (section === 'assistant') await page.getByText('Show the text').click();
      if (section === 'users') await page.getByRole('button', { name: 'Disable' }).first().waitFor();
      await requireFits(page, section);
    }
  });
});

/** The pages' own policy would block axe; the policy has tests of its own. */
function openTab(): Promise<Tab> {
  return world.tab({ colorScheme: 'light', bypassCSP: true });
}

/** Most sections come by a request of their own; before it, the page is its header. */
async function untilDrawn(page: Page): Promise<void> {
  await page.locator('h1 + *').first().waitFor();
}

async function requireFits(page: Page, place: string): Promise<void> {
  await requireAccessible(page, place);
  deepEqual(
    { place, width: await page.evaluate('document.documentElement.scrollWidth') },
    { place, width: 360 },
  );
  deepEqual({ place, small: await page.evaluate(smallFields) }, { place, small: [] });
}

/** Fields that a phone zooms into when they get the focus, because their text is smaller than 16 pixels. */
const smallFields = `[...document.querySelectorAll('input, select, textarea')]
  .filter((field) => !['checkbox', 'radio', 'color', 'file', 'hidden'].includes(field.type))
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => field.outerHTML.slice(0, 120))`;

export const breaks: readonly Break[] = [
  {
    rule: 'No phone zooms into a field of the sign-in',
    file: 'src/web/login/styles/page.css',
    replace: `  font: inherit;
  font-size: 1rem;
`,
    by: '',
  },
  {
    rule: 'A finished task is told from an open one in forced colours',
    file: 'src/web/chat/styles/markdown.css',
    replace: 'background: CanvasText;',
    by: '',
  },
  {
    rule: 'A switch has a knob in forced colours',
    file: 'src/web/shared/styles/overlays.css',
    replace: 'background: ButtonText;',
    by: '',
  },
  {
    rule: 'A pressed button is outlined in forced colours',
    file: 'src/web/shared/styles/controls.css',
    replace: 'outline: 2px solid Highlight;',
    by: '',
  },
];
