import { chromium } from 'playwright-core';
import { findBrowser } from './browser.ts';

/** Fails, before any test runs, on a machine where no browser starts. */
const browser = await findBrowser();
const started = await chromium.launch({ executablePath: browser.executablePath, env: browser.env });
console.log(`browser: Chromium ${started.version()} from ${browser.source}`);
await started.close();
