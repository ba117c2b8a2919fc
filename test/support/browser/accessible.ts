import { deepEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

let source: Promise<string> | undefined;

/**
 * The violations that axe finds in this document. The page's own policy has to be bypassed, because it would block
 * axe. `rules`: only these.
 */
export async function requireAccessible(
  page: Page | Frame,
  place: string,
  rules?: readonly string[],
): Promise<void> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  const found = violations.map(
    ({ id, nodes }) => `${place}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  deepEqual(found, []);
}

/** In light, and in dark what depends on colours: nothing else differs. */
export async function requireAccessibleInBoth(page: Page, place: string): Promise<void> {
  await requireAccessible(page, `${place}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await requireAccessible(page, `${place}, dark`, ['color-contrast', 'link-in-text-block']);
  await page.emulateMedia({ colorScheme: 'light' });
}
