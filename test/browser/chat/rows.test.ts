import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { requireAccessible } from '#test/browser/accessible.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';
import type { Tab } from '#test/browser/browser-tab.ts';
import { seedConversations } from '#test/browser/seed-conversations.ts';
import { untilTrue } from '#test/browser/until-true.ts';
import type { Tenant } from '#test/world/hosted.ts';

const openPanel = "document.querySelector('.menu-panel:popover-open')";

/** Whether the open menu is beside its button and within the window. */
const isBeside = `(() => {
  const panel = ${openPanel}.getBoundingClientRect();
  const button = ${openPanel}.previousElementSibling.getBoundingClientRect();
  const isWithin = panel.top >= 0 && panel.left >= 0 && panel.bottom <= innerHeight && panel.right <= innerWidth;
  const isNext = Math.abs(panel.top - button.bottom) < 2 || Math.abs(panel.bottom - button.top) < 2;
  return isWithin && isNext && panel.left <= button.right && panel.right >= button.left;
})()`;

let world: BrowserWorld;
let tenant: Tenant;

describe('A row of the sidebar', () => {
  before(async () => {
    world = await shareBrowserWorld();
    tenant = await world.hosted.tenant();
  });

  test('is two stops of the Tab key, and everything is done by its menu', async () => {
    await using tab = await open();
    const { page } = tab;
    await page.getByRole('textbox', { name: 'Search conversations' }).focus();
    const stops: string[] = [];
    for (let key = 0; key < 4; key += 1) {
      await page.keyboard.press('Tab');
      stops.push(await tab.focused());
    }
    deepEqual(stops, ['Tides 0', 'More actions', 'Tides 1', 'More actions']);
    await page.keyboard.press('Enter');
    const names = await page.evaluate<readonly string[]>(
      `[...${openPanel}.children].map((node) => node.textContent)`,
    );
    deepEqual(names, ['Pin', 'Rename', 'Archive', 'Delete']);
    await requireAccessible(page, 'an open menu');
    equal(
      await page.evaluate(
        'document.getElementById(document.activeElement.getAttribute("aria-describedby")).textContent',
      ),
      'Tides 1',
    );
    await page.keyboard.press('Escape');
    await untilTrue(page, `${openPanel} === null`);
    equal(await tab.focused(), 'More actions');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    equal(await tab.focused(), 'Pin');
    await page.keyboard.press('Enter');
    await untilTrue(page, "document.querySelector('.row a').textContent === 'Tides 1'");
  });

  test('opens its menu beside the button and within the window, and closes it when the list scrolls', async () => {
    for (const [place, options] of [
      ['a desktop', {}],
      ['a desktop in Arabic', { locale: 'ar' }],
      ['a phone', phone],
      ['a phone in Arabic', { ...phone, locale: 'ar' }],
      ['a low window', { viewport: { width: 900, height: 330 } }],
    ] as const) {
      await using tab = await open(options);
      const { page } = tab;
      if ((await page.locator('.sidebar-open').count()) === 0) {
        await page.locator('.page-header > .icon-button').click();
      }
      for (const row of [0, 9, 17]) {
        const button = page.locator('.row .menu > button').nth(row);
        await button.scrollIntoViewIfNeeded();
        await button.click();
        await untilTrue(page, `${openPanel} !== null`);
        ok(await page.evaluate<boolean>(isBeside), `${place}, row ${row}`);
        await page.keyboard.press('Escape');
        await untilTrue(page, `${openPanel} === null`);
      }
      await page.locator('.row .menu > button').nth(17).click();
      await untilTrue(page, `${openPanel} !== null`);
      await page.evaluate(
        "for (const place of ['.sidebar', '.sidebar-list']) document.querySelector(place).scrollBy(0, -40)",
      );
      await untilTrue(page, `${openPanel} === null`);
    }
  });

  test('begins where the lines of the page do, whatever the direction of its title', async () => {
    for (const [locale, edge] of [
      ['en', 'left'],
      ['ar', 'right'],
    ] as const) {
      await using tab = await open({ locale }, ['Tides', 'المد والجزر']);
      const edges = await tab.page.evaluate<readonly number[]>(`
        [...document.querySelectorAll('.sidebar-list section > h2, .row a')].map((node) => {
          const text = document.createRange();
          text.selectNodeContents(node);
          return Math.round(text.getBoundingClientRect().${edge});
        })
      `);
      deepEqual(
        edges,
        edges.map(() => edges[0]),
        locale,
      );
      equal(edges.length, 4);
    }
  });

  test('says the time of today and yesterday, the day of the week before, and else the date', async () => {
    await using tab = await open({ locale: 'en-GB' });
    const times = await tab.page.evaluate<readonly (readonly [string, string])[]>(
      "[...document.querySelectorAll('.row time')].map((time) => [time.dateTime, time.textContent])",
    );
    const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };
    const weekday: Intl.DateTimeFormatOptions = { weekday: 'short' };
    const date: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
    for (const [days, [moment, said]] of times.entries()) {
      const form = days < 2 ? clock : days < 7 ? weekday : date;
      equal(said, new Date(moment).toLocaleString('en-GB', form), `${days} days ago`);
    }
    equal(times.length, 18);
  });

  test('a conversation is renamed and deleted, each after a dialog', async () => {
    await using tab = await world.tab();
    const page = await tab.chat(tenant);
    await page.getByRole('textbox', { name: 'Message' }).fill('First title');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Good answer' }).waitFor();
    const list = page.getByRole('region', { name: 'Conversations' });
    const more = list.getByRole('button', { name: 'More actions' });
    await more.click();
    await list.getByRole('button', { name: 'Rename' }).click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Second title');
    await title.hover();
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    equal(await title.inputValue(), 'Second title', 'selecting text as far as outside closes nothing');
    await page.keyboard.press('Enter');
    await list.getByRole('link', { name: 'Second title' }).waitFor();
    equal(await tab.focused(), 'More actions');
    await more.click();
    await list.getByRole('button', { name: 'Delete' }).click();
    const size = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('dialog h2')).fontSize",
    );
    ok(parseFloat(size) >= 16, `the heading of a dialog has ${size}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await list.getByRole('link', { name: 'Second title' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Your conversations will appear here.').waitFor();
    tab.requireNoComplaints();
  });

  test('shows its menu to a pointer in the place of its time, and to a finger without being touched', async () => {
    await using tab = await open();
    const { page } = tab;
    await page.locator('.row time').first().waitFor();
    await page.mouse.move(900, 400);
    const opacity = (part: string) => `getComputedStyle(document.querySelector('.row > ${part}')).opacity`;
    deepEqual(await page.evaluate(`[${opacity('time')}, ${opacity('.menu')}]`), ['1', '0']);
    const title = "document.querySelector('.row a').getBoundingClientRect().width";
    const width = await page.evaluate(title);
    await page.locator('.row').first().hover();
    deepEqual(await page.evaluate(`[${opacity('time')}, ${opacity('.menu')}]`), ['0', '1']);
    equal(await page.evaluate(title), width, 'a title does not move');
    await page
      .locator('.row time')
      .first()
      .click({ force: true, position: { x: 2, y: 2 } });
    await page.waitForURL('**/?conversation=*');
    await using touched = await open(phone);
    await touched.page.locator('.page-header > .icon-button').tap();
    await touched.page.locator('.row .menu').first().waitFor();
    equal(await touched.page.evaluate(opacity('.menu')), '1');
  });
});

const phone = { viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true };

const tides = Array.from({ length: 18 }, (_, place) => `Tides ${place}`);

async function open(options: BrowserContextOptions = {}, titles: readonly string[] = tides): Promise<Tab> {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const user = await tenant.user(email);
  const owner = { clientId: tenant.client.id, userId: `hu:${user.id}` };
  await seedConversations(
    world.hosted.api.database,
    owner,
    titles.map((title, daysAgo) => ({ title, daysAgo })),
  );
  const tab = await world.tab({ ...options, bypassCSP: true });
  await tab.enter(tenant, email);
  await loaded(tab.page);
  return tab;
}

/** What can be done with a row comes with the part that loads when the page is idle. */
async function loaded(page: Page): Promise<void> {
  await page.locator('.row .menu').first().waitFor({ state: 'attached' });
}

export const breaks: readonly Break[] = [
  {
    rule: 'Text that is selected as far as outside a dialog does not close it',
    file: 'src/web/shared/components/dialog.tsx',
    replace: ' && pressed.current === target',
    by: '',
  },
  {
    rule: 'A title of the other direction begins where the others do',
    file: 'src/web/chat/styles/sidebar.css',
    replace: 'text-align: right;',
    by: 'text-align: left;',
  },
  {
    rule: 'A dialog that a row opens has the heading of a dialog',
    file: 'src/web/chat/styles/sidebar.css',
    replace: '.sidebar h2:not(dialog *) {',
    by: '.sidebar h2 {',
  },
  {
    rule: 'A row says the day of the week for a week',
    file: 'src/web/chat/sidebar/row-time.ts',
    replace: 'days < 7',
    by: 'days < 8',
  },
  {
    rule: 'The menu of a row opens within the window',
    file: 'src/web/chat/sidebar/place-menu.ts',
    replace: 'const isLow = top + bottom > innerHeight;',
    by: 'const isLow = false;',
  },
  {
    rule: 'The menu of a row opens beside its button',
    file: 'src/web/chat/sidebar/row-actions.tsx',
    replace: `          placeMenu(currentTarget);
`,
    by: '',
  },
  {
    rule: 'The menu of a row begins where a page in Arabic begins',
    file: 'src/web/chat/sidebar/place-menu.ts',
    replace: "=== 'rtl' ? innerWidth - right : left",
    by: "=== 'none' ? innerWidth - right : left",
  },
  {
    rule: 'The menu of a row closes when the list scrolls',
    file: 'src/web/chat/sidebar/sidebar-foot.tsx',
    replace: `  useEffect(closeMenuOnScroll, []);
`,
    by: '',
  },
  {
    rule: 'The menu of a row is there for a finger',
    file: 'src/web/chat/styles/sidebar.css',
    replace: '@media (hover: hover) {',
    by: '@media screen {',
  },
  {
    rule: 'The whole row opens its conversation',
    file: 'src/web/chat/styles/sidebar.css',
    replace: `.row a::before {
  position: absolute;`,
    by: `.row a::before {
  position: static;`,
  },
  {
    rule: 'What is done to a row is described by its title',
    file: 'src/web/shared/components/menu.tsx',
    replace: `        aria-describedby={describedBy}
`,
    by: '',
  },
];
