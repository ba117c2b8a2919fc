import { ok, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, openBrowserWorld } from '#test/browser/browser.ts';

/** Far from the minute that a test waits for what a page does not show. */
const soonMs = 20_000;

const ends = {
  'a page crashed': (page: Page) => page.goto('chrome://crash').catch(() => undefined),
  'its process is gone': killBrowser,
};

for (const [cause, end] of Object.entries(ends)) {
  test(`a browser that ended (${cause}) ends every wait in it, and each later test at once`, async () => {
    await using world = await openBrowserWorld({}, { isOwn: true });
    await using waiting = await world.tab();
    const ended = rejects(waiting.page.getByText('never').waitFor());
    const began = performance.now();
    await end(await pageOf(world));
    await ended;
    await rejects(world.tab(), { message: `The browser ended (${cause})` });
    ok(performance.now() - began < soonMs);
  });
}

async function pageOf(world: BrowserWorld): Promise<Page> {
  return (await world.tab()).page;
}

async function killBrowser(page: Page): Promise<void> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const found = await session?.send('SystemInfo.getProcessInfo');
  const main = found?.processInfo.find(({ type }) => type === 'browser');
  ok(main !== undefined);
  process.kill(main.id, 'SIGKILL');
}

export const breaks: readonly Break[] = [
  {
    rule: 'A page that crashes ends its browser, and so every wait',
    file: 'test/support/machine/browser-end.ts',
    replace: 'void this.#browser.close();',
    by: '',
  },
  {
    rule: 'A test after the end of its browser fails with the cause',
    file: 'test/support/browser/browser.ts',
    replace: `    this.#end.throwIfEnded();
`,
    by: '',
  },
];
