import { deepEqual, ok } from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Every address of the console, with the heading that stands there. */
export function consoleScreens(slug: string): readonly { readonly path: string; readonly heading: string }[] {
  const tabs = [
    ...['limits', 'key', 'agents', 'guidance', 'knowledge', 'tools'],
    ...['users', 'embedding', 'webhooks', 'audit'],
  ];
  return [
    { path: '/', heading: 'Overview' },
    { path: '/partners', heading: 'Partners' },
    { path: `/partners/${slug}`, heading: slug },
    ...tabs.map((tab) => ({ path: `/partners/${slug}?tab=${tab}`, heading: slug })),
    { path: '/usage', heading: 'Usage' },
    { path: '/live', heading: 'Live' },
    { path: '/failures', heading: 'Failures' },
    { path: '/providers', heading: 'Providers' },
    { path: '/agents', heading: 'Agents' },
    { path: '/agents/assistant', heading: 'Assistant' },
    { path: '/audit', heading: 'Audit' },
    { path: '/settings', heading: 'Settings' },
    { path: '/settings?tab=operators', heading: 'Settings' },
    { path: '/settings?tab=you', heading: 'Settings' },
  ];
}

/** Opens a screen and waits until everything on it has loaded. Returns what it asked of the service. */
export async function openScreen(page: Page, address: string): Promise<readonly string[]> {
  // What the screen before still asks for is not this one's.
  await page.goto('about:blank');
  const asked: string[] = [];
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  };
  page.on('request', note);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
  page.off('request', note);
  return asked;
}

/** Nothing is wider than the window, and nothing says that it failed. */
export async function requireWhole(page: Page, place: string): Promise<void> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  ok(wide <= 0, `${place} is ${wide} pixels wider than the window`);
  const problems = await page.getByRole('alert').allTextContents();
  deepEqual(
    problems.filter((text) => text !== ''),
    [],
    place,
  );
}
