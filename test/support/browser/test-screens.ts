import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createClient } from '../world/factories.ts';
import { requireAccessible } from './accessible.ts';
import { type BrowserWorld, openBrowserWorld } from './browser.ts';
import { fillConsole } from './console-data.ts';
import { consoleScreens, openScreen, requireWhole } from './console-screens.ts';
import { openAsOperator } from './operator-tab.ts';

/** Where pictures of the screens are kept; without it they are only checked. */
const pictures = process.env['SCREENSHOTS'];

const partners = [
  { slug: 'acme', name: 'Acme Instruments', weight: 3, daily_limit: 5_000 },
  { slug: 'borealis', name: 'Borealis Energy', weight: 2.1, daily_limit: 200 },
  { slug: 'cinder', name: 'Cinder & Sons', weight: 1.2, daily_limit: 100 },
  { slug: 'delta-learning', name: 'Delta Learning', weight: 0.8, daily_limit: null },
  { slug: 'eastbank', name: 'Eastbank Credit Union', weight: 0.5, daily_limit: 5_000 },
] as const;

const always = { subscription_status: 'active', origins: ['https://www.example.com'] } as const;

/** The tests of a file: every screen, in light and dark, at one size of the window. */
export function testScreens(
  size: string,
  viewport: { readonly width: number; readonly height: number },
): void {
  let world: BrowserWorld;

  before(async () => {
    world = await openBrowserWorld();
    const { database } = world.hosted.api;
    const made = [];
    for (const { weight, ...columns } of partners) {
      const { id } = await createClient(database, { ...columns, ...always });
      made.push({ id, weight });
    }
    await fillConsole(database, made);
    for (const user of ['visitor-3', 'visitor-17@acme.example']) {
      await database.query(
        "insert into blocked_users (client_id, external_user_id) select id, $1 from clients where slug = 'acme'",
        [user],
      );
    }
  });

  after(() => world[Symbol.asyncDispose]());

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every screen of the console is whole and has no violation, ${size}, ${colorScheme}`, async () => {
      const options = { colorScheme, viewport, deviceScaleFactor: 2 };
      const { tab, console } = await openAsOperator(world, 'owner', options);
      await using _ = tab;
      const { page } = tab;
      for (const { path } of consoleScreens('acme')) {
        await openScreen(page, `${console.origin}${path}`);
        await keep(page, `${nameOf(path)}-${size}-${colorScheme}`);
        await requireWhole(page, path);
        await requireAccessible(page, path);
        if (!path.endsWith('users')) continue;
        await page.getByRole('textbox', { name: 'External user id' }).fill('visitor-17@acme.example');
        await page.getByRole('button', { name: 'Look up' }).click();
        await page.getByRole('heading', { level: 3 }).waitFor();
        await page.getByText('Blocked users').click();
        await page.getByRole('button', { name: 'Show visitor-3' }).waitFor();
        await keep(page, `end-user-${size}-${colorScheme}`);
        await requireWhole(page, 'an end user');
        await requireAccessible(page, 'an end user');
      }
    });
  }
}

async function keep(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, { recursive: true });
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

function nameOf(path: string): string {
  return path.replace(/^\//, '').replaceAll(/[/?=]+/g, '-') || 'overview';
}
