import { type Browser as Chromium, chromium, type Page } from 'playwright-core';
import { type Browser, browserArguments } from '../browser.ts';

const patienceMs = 30_000;

/**
 * Starts the browser and types into a text field, because a Chromium that finds no font aborts only there. Returns its
 * version; rejects with one sentence where it does not start or does not draw text.
 */
export async function tryBrowser(browser: Browser): Promise<string> {
  const started = await launch(browser);
  try {
    await type(started).catch((error: unknown) => {
      throw new Error(`The browser (${browser.source}) ends at a text field: ${firstLine(error)}`, {
        cause: error,
      });
    });
    return started.version();
  } finally {
    await started.close();
  }
}

async function launch({ executablePath, env, source }: Browser): Promise<Chromium> {
  try {
    return await chromium.launch({ executablePath, env, args: [...browserArguments], timeout: patienceMs });
  } catch (error) {
    throw new Error(`The browser (${source}) does not start: ${firstLine(error)}`, { cause: error });
  }
}

async function type(browser: Chromium): Promise<void> {
  const page = await browser.newPage();
  page.setDefaultTimeout(patienceMs);
  const crashed = new Promise<never>((_, reject) => {
    page.once('crash', () => reject(new Error('its page crashed')));
  });
  await Promise.race([crashed, typeInto(page)]);
}

async function typeInto(page: Page): Promise<void> {
  await page.setContent('<label>Text <input></label>');
  const field = page.getByLabel('Text');
  await field.fill('typed');
  if ((await field.inputValue()) !== 'typed') throw new Error('it does not keep what is typed');
}

/** Playwright adds the browser's log after the first line. */
function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line;
}
