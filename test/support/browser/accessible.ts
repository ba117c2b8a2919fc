import { deepEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

let source: Promise<string> | undefined;

/**
 * The violations that axe finds in this document. The page's own policy has to be bypassed, because it would block
 * axe.
 */
export async function requireAccessible(page: Page | Frame, place: string): Promise<void> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(await source);
  const { violations } = await page.evaluate<AxeResults>(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  const found = violations.map(
    ({ id, nodes }) => `${place}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  deepEqual(found, []);
}
