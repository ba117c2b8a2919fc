import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';

const limitMs = 60_000;

/**
 * Waits until an expression is true in a page. `waitForFunction` would do, but from the second time on it evaluates
 * in the page itself, which the policy of our pages forbids.
 */
export async function untilTrue(page: Page | Frame, expression: string): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    // A page that is just being left has no answer.
    const isTrue = await page.evaluate<unknown>(`Boolean(${expression})`).catch(() => false);
    if (isTrue === true) return;
    if (performance.now() > deadline) throw new Error(`never true in ${page.url()}: ${expression}`);
    await delay(50);
  }
}
