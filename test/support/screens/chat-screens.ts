import type { BrowserContextOptions, Page } from 'playwright-core';
import type { BrowserWorld } from '../browser/browser.ts';
import { seedConversations } from '../browser/seed-conversations.ts';

const starters = [
  'How do I return a piece that arrived damaged?',
  'Which oil suits an olive-wood board?',
  'Where is my order?',
  'Write a note to go with a gift',
];

const long = `Spring tides are the **strongest** tides of a fortnight. They come when the sun, the earth and the moon stand in one line, at new moon and at full moon, and their pull adds up. [More about it](https://example.com/).

1. At *new moon* both pull from the same side.
2. At *full moon* they pull from opposite sides, which raises the water as much.

### How high?

| Place | Spring, m | Neap, m |
|:--|--:|--:|
| Saint-Malo | 12.0 | 5.4 |
| Bristol | 13.2 | 6.1 |

\`\`\`js
const pull = (mass, distance) => mass / distance ** 3; // the tide follows the cube
\`\`\`

> [!NOTE]
> Wind and pressure move the water, too.`;

const titles = [
  'Spring and neap tides',
  'A note to go with a gift for my aunt',
  'Oil for olive wood',
  'هل يصل الطلب قبل العيد؟',
  'Returning a chair',
  'Delivery to an island',
];

/** One screen: its name, and what leads to it from the one before. */
export type Screen = readonly [name: string, open: (page: Page) => Promise<unknown>];

/** The screens of the chat in the order in which one leads to the next. */
export function chatScreens(world: BrowserWorld): readonly Screen[] {
  const { provider } = world.hosted.api;
  return [
    ['empty', (page) => page.locator('.usage').waitFor({ state: 'attached' })],
    [
      'growing',
      async (page) => {
        provider.enqueue({ texts: [long.slice(0, 90)], stallAfter: 1 });
        await page.locator('.composer textarea').fill('Why are spring tides higher than neap tides?');
        await page.keyboard.press('Enter');
        await page.locator('.streaming strong').waitFor();
      },
    ],
    [
      'stopped',
      async (page) => {
        await page.locator('.send.stop').click();
        await page.locator('.end-note .button').waitFor();
      },
    ],
    [
      'answered',
      async (page) => {
        provider.enqueue({ texts: [long] });
        await page.locator('.end-note .button').click();
        await page.locator('.answer.complete .answer-actions > .icon-button').first().waitFor();
        // Wide code gets its stop of the Tab key from a part that is loaded behind the answer.
        await page.locator('.answer pre[tabindex="0"]').waitFor();
      },
    ],
    [
      'failed',
      async (page) => {
        provider.enqueue({ status: 400 });
        await page
          .locator('.composer textarea')
          .fill(`A longer question. ${'It has a background. '.repeat(12)}`);
        await page.keyboard.press('Enter');
        await page.locator('.end-note.failed').waitFor();
      },
    ],
    [
      'edited',
      async (page) => {
        await page.locator('.edit-button').last().click();
        await page.locator('.edit-form textarea').waitFor();
      },
    ],
    [
      'sidebar',
      async (page) => {
        await page.locator('.edit-actions .button').first().click();
        if ((await page.locator('.sidebar-open').count()) === 0) {
          await page.locator('.page-header > .icon-button').click();
        }
        await page.locator('.sidebar-open .row time').first().waitFor({ state: 'attached' });
      },
    ],
    [
      'row-menu',
      async (page) => {
        await page.locator('.row .menu > button').nth(2).click();
        await page.locator('.menu-panel:popover-open button').first().waitFor();
      },
    ],
    [
      'delete',
      async (page) => {
        await page.locator('.menu-panel:popover-open button').last().click();
        await page.locator('dialog[open] .danger').waitFor();
      },
    ],
    [
      'search',
      async (page) => {
        await page.keyboard.press('Escape');
        await page.locator('.search input').fill('answer');
        await page.locator('.found .row mark').first().waitFor();
      },
    ],
    [
      'menu',
      async (page) => {
        await page.locator('.search input').fill('');
        await page.locator('.sidebar-list section:not(.found) .row a').first().click();
        await page.locator('.page-header .menu > button').click();
        await page.locator('.menu-panel:popover-open select').waitFor();
      },
    ],
  ];
}

/** A person of a tenant with starters, conversations and a limit that is nearly reached, in a window of the chat. */
export async function openChatScreens(world: BrowserWorld, options: BrowserContextOptions) {
  const tenant = await world.hosted.tenant({ user_requests_limit: 9, deep_dive_enabled: true });
  const user = await tenant.user('ada@example.com');
  const { database } = world.hosted.api;
  await database.query(
    `insert into brands (client_id, assistant_name, greeting, starters) values ($1, 'Tarnlea', 'How can we help?', $2)`,
    [tenant.client.id, starters],
  );
  const owner = { clientId: tenant.client.id, userId: `hu:${user.id}` };
  await seedConversations(
    database,
    owner,
    titles.map((title, place) => ({ title, daysAgo: place * place })),
  );
  // The page's own policy would block axe.
  const tab = await world.tab({ ...options, bypassCSP: true });
  await tab.enter(tenant, 'ada@example.com');
  await tab.page.locator('.composer textarea').waitFor();
  return tab;
}
