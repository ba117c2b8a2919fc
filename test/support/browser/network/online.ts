import type { Page } from 'playwright-core';

/**
 * A machine whose only network is its own calls itself offline all the time, and its browser tells the page of no
 * change. A test that depends on what the browser says sets it.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.evaluate(`${onLine(false)}; dispatchEvent(new Event('offline'))`);
}

export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.evaluate(`${onLine(true)}; dispatchEvent(new Event('online'))`);
}

/** A script of the page after which its browser says so. */
export function onLine(value: boolean): string {
  return `Object.defineProperty(navigator, 'onLine', { get: () => ${value}, configurable: true })`;
}
