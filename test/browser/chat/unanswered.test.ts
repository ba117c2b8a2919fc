import { deepEqual, equal } from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Break } from '#test/break.ts';
import { type BrowserWorld, shareBrowserWorld } from '#test/browser/browser.ts';

let world: BrowserWorld;
const stream = '**/chat/stream';

describe('A question to which no answer has begun', () => {
  before(async () => {
    world = await shareBrowserWorld();
  });

  test('returns to the composer after three attempts, and is sent again under the same key', async () => {
    await using tab = await world.tab();
    const page = await tab.chat(await world.hosted.tenant());
    world.hosted.api.provider.enqueue({ texts: ['There it is'] });
    const keys: unknown[] = [];
    await page.route(stream, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await route.fulfill({ contentType: 'text/event-stream', body: '' });
    });
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.fill('Hello');
    await message.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor();
    equal(await message.inputValue(), 'Hello');
    equal(typeof keys[0], 'string');
    deepEqual(keys, [keys[0], keys[0], keys[0]]);
    await page.unroute(stream);
    const sent = page.waitForRequest(stream);
    await message.press('Enter');
    equal((await sent).headers()['idempotency-key'], keys[0]);
    await page.getByText('There it is').waitFor();
  });
});

export const breaks: readonly Break[] = [
  {
    rule: 'A question whose connections broke before an answer began may have arrived',
    file: 'src/web/shared/api/follow-answer.ts',
    replace: 'throw new RequestFailed(null, 0, null, reason);',
    by: 'throw reason;',
  },
];
