import { deepEqual } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, launchChromium, openBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import { openPartner } from '#test/browser/open-partner.ts';
import { openAsOperator } from '#test/browser/operator-tab.ts';
import type { PartnerSite } from '#test/browser/partner-site.ts';
import type { Tenant } from '#test/world/hosted.ts';
import { findBrowser } from '../../scripts/browser.ts';

/** What browsers pass on where a system's locale is set in another way, or not at all. */
const oddLanguages: readonly (readonly string[])[] = [
  ['en-US@posix'],
  ['C'],
  ['C', 'fr'],
  [''],
  [],
  ['de-DE@euro', 'de@euro'],
  ['en_US.UTF-8'],
  ['en-x', 'x-private'],
  ['i-klingon', 'xx'],
  [`en-${'a'.repeat(5_000)}`],
];

type SignedIn = Exclude<BrowserContextOptions['storageState'], undefined>;

let world: BrowserWorld;
let tenant: Tenant;
let site: PartnerSite;
let administrator: SignedIn;
let operator: SignedIn;

describe('A browser whose languages are', () => {
  before(async () => {
    world = await openBrowserWorld();
    ({ tenant, site } = await openPartner(world, { daily_limit: 50 }));
    await using tab = await world.tab({ locale: 'en-US' });
    const page = await tab.chat(tenant, { admin: true });
    await page.getByRole('textbox', { name: 'Message' }).fill('What is new?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    administrator = await page.context().storageState();
    const opened = await openAsOperator(world, 'owner', { locale: 'en-US' });
    await using operated = opened.tab;
    operator = await operated.page.context().storageState();
  });

  after(async () => {
    await site[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  for (const languages of oddLanguages) {
    test(`${nameOf(languages)} shows the chat, the account page and the launcher`, async () => {
      await using tab = await openTab(languages, administrator);
      await requireChat(tab.page);
      await tab.page.goto(tenant.url('/account'));
      await tab.page.getByRole('meter').first().waitFor();
      await tab.page.goto(site.origin());
      await tab.page.locator('parley-launcher').getByRole('button').first().click();
      await tab.page.frameLocator('iframe').locator('.composer textarea').waitFor();
      deepEqual(tab.complaints, []);
    });
  }

  for (const languages of oddLanguages.filter((_, index) => index % 4 === 0)) {
    test(`${nameOf(languages)} shows the pages that have less to format`, async () => {
      await using tab = await openTab(languages, operator);
      const port = world.hosted.api.portOf();
      await tab.page.goto(`http://console.localhost:${port}/usage`);
      await tab.page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
      await tab.page.getByRole('heading', { level: 1 }).waitFor();
      await tab.page.goto(`http://localhost:${port}/docs`);
      await tab.page.getByRole('heading', { level: 1 }).waitFor();
      await tab.page.goto(tenant.url('/nowhere'));
      await tab.page.getByRole('heading', { level: 1 }).waitFor();
      await tab.page.goto(world.hosted.loginUrl(`/?tenant=${tenant.slug}`));
      await tab.page.locator('input[type=password]').waitFor();
      deepEqual(tab.complaints, []);
    });
  }

  for (const LANG of ['', 'C.UTF-8', 'de_DE.UTF-8']) {
    test(`those of LANG=${LANG} shows the chat`, async () => {
      const { executablePath, env } = await findBrowser();
      const chromium = await launchChromium(executablePath, { ...env, LANG, LC_ALL: '', LANGUAGE: '' });
      await using _ = { [Symbol.asyncDispose]: () => chromium.close() };
      const page = await chromium.newPage({ storageState: administrator });
      const failures: unknown[] = [];
      page.on('pageerror', (error) => failures.push(error));
      await requireChat(page);
      deepEqual(failures, []);
    });
  }
});

async function requireChat(page: Page): Promise<void> {
  await page.goto(tenant.url('/'));
  await page.locator('.sidebar').getByText('What is new?').click();
  await page.locator('.answer .markdown').waitFor();
}

function nameOf(languages: readonly string[]): string {
  return JSON.stringify(languages).slice(0, 40);
}

/** A window whose pages, and the frames in them, read these languages. */
async function openTab(languages: readonly string[], storageState?: SignedIn): Promise<Tab> {
  const tab = await world.tab(storageState === undefined ? {} : { storageState });
  await tab.page.context().addInitScript(`{
    const languages = Object.freeze(${JSON.stringify(languages)});
    Object.defineProperty(navigator, 'languages', { get: () => languages });
    Object.defineProperty(navigator, 'language', { get: () => languages[0] ?? '' });
  }`);
  return tab;
}

export const breaks: readonly Break[] = [
  {
    rule: 'A language that `Intl` refuses is skipped',
    file: 'src/web/shared/text/format.ts',
    replace: ' && isTag(tag)',
    by: ' && isTag(tag) !== null',
  },
];
