import { findBrowser } from './browser.ts';
import { tryBrowser } from './testing/try-browser.ts';

/** Fails, before any test runs, on a machine where no browser starts or where it cannot draw text. */
try {
  const browser = await findBrowser();
  console.log(`browser: Chromium ${await tryBrowser(browser)} from ${browser.source}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
