import type { BrowserContext, Browser as Chromium } from 'playwright-core';

/**
 * Notices that a browser ends while tests need it. Playwright lets calls to a crashed page wait for their whole
 * timeout, so a crashed page ends the browser: every wait then rejects, and no later test waits for one of its own.
 */
export class BrowserEnd {
  readonly #browser: Chromium;
  #cause: string | null = null;
  #expected = false;

  constructor(browser: Chromium) {
    this.#browser = browser;
    browser.on('disconnected', () => {
      if (!this.#expected) this.#note('its process is gone');
    });
  }

  watch(context: BrowserContext): void {
    context.on('page', (page) => {
      page.on('crash', () => {
        this.#note('a page crashed');
        void this.#browser.close();
      });
    });
  }

  /** Before Playwright notices: it goes on for a moment as if it were connected. */
  get hasEnded(): boolean {
    return this.#cause !== null;
  }

  throwIfEnded(): void {
    if (this.#cause !== null) throw new Error(`The browser ended (${this.#cause})`);
  }

  async close(): Promise<void> {
    this.#expected = true;
    await this.#browser.close();
  }

  #note(cause: string): void {
    if (this.#cause !== null) return;
    this.#cause = cause;
    process.stderr.write(`The browser ended (${cause})\n`);
  }
}
