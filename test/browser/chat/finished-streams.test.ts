import { deepEqual } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';

let world: BrowserWorld;

describe('The browser of a chat', () => {
  before(async () => {
    world = await shareBrowserWorld();
  });

  test('lists no answer as cancelled that has ended, was joined after a reload, or was stopped', async () => {
    await using tab = await world.tab();
    const page = await tab.chat(await world.hosted.tenant());
    const failed: string[] = [];
    page.on('requestfailed', (request) => {
      if (isStream(request)) failed.push(`${request.method()} ${request.failure()?.errorText}`);
    });
    for (let count = 0; count < 8; count++) {
      const listed = streamListed(page);
      await ask(page, `Question ${count}`);
      await listed;
    }
    deepEqual(failed, []);

    const { promise: resume, resolve: end } = Promise.withResolvers<void>();
    world.hosted.api.provider.enqueue({ stallAfter: 1, resume });
    await ask(page, 'Left and joined');
    await page.getByText('word0').last().waitFor();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    // The page that goes gives its answer up.
    await page.reload();
    failed.length = 0;
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    const joined = streamListed(page);
    end();
    await joined;

    world.hosted.api.provider.enqueue({ stallAfter: 1 });
    await page.locator('.send:not(.stop)').waitFor();
    await ask(page, 'Stopped');
    const stopped = streamListed(page);
    await page.getByRole('button', { name: 'Stop' }).click();
    await stopped;
    deepEqual(failed, []);
  });
});

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(question);
  await page.keyboard.press('Enter');
}

/** The browser has listed the next stream as finished, or as failed. */
function streamListed(page: Page): Promise<Request> {
  return Promise.race([
    page.waitForEvent('requestfinished', isStream),
    page.waitForEvent('requestfailed', isStream),
  ]);
}

function isStream(request: Request): boolean {
  return request.url().endsWith('/stream') || request.url().includes('/stream?');
}

export const breaks: readonly Break[] = [
  {
    rule: 'A browser lists no answer as cancelled that has ended',
    file: 'src/web/shared/api/follow-answer.ts',
    replace: `      keepListed(response);
`,
    by: '',
  },
];
