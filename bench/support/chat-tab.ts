import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.ts';
import { longestTaskMs } from '../../test/support/machine/longest-task.ts';

export const EMAIL = 'bench@example.com';
export const PASSWORD = 'a password for the bench';

export async function startBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  const defined = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return chromium.launch({
    executablePath,
    env: Object.fromEntries(defined),
    args: ['--no-sandbox', '--disable-gpu'],
  });
}

/** A signed-in user's chat in a window of its own, and what its main thread does. */
export class ChatTab implements AsyncDisposable {
  readonly page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page;
    this.#devtools = devtools;
  }

  static async open(browser: Browser, port: number): Promise<ChatTab> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(`http://login.localhost:${port}/?tenant=bench`);
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const tab = new ChatTab(page, devtools);
    await tab.message.waitFor();
    return tab;
  }

  get message() {
    return this.page.getByRole('textbox', { name: 'Message' });
  }

  /** CPU time of the main thread so far, in milliseconds. */
  async cpuMs(): Promise<number> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  }

  /** CPU time that the main thread spends while `work` runs, in milliseconds. */
  async cpuOf(work: () => Promise<unknown>): Promise<number> {
    const before = await this.cpuMs();
    await work();
    return (await this.cpuMs()) - before;
  }

  /** Bytes of live objects, after everything else was collected. */
  async heapBytes(): Promise<number> {
    await this.#devtools.send('HeapProfiler.collectGarbage');
    return (await this.#devtools.send('Runtime.getHeapUsage')).usedSize;
  }

  /** The longest task of the main thread while `work` runs at a fraction of the speed: its CPU time in milliseconds. */
  async longestTaskMs(slowdown: number, work: () => Promise<unknown>): Promise<number> {
    await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const longest = await longestTaskMs(this.#devtools, work);
    await this.#devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return longest;
  }

  /** Looked at a few times a second, because each look is work for the page. */
  async until(expression: string): Promise<void> {
    const deadline = performance.now() + 60_000;
    while (!(await this.page.evaluate<unknown>(`Boolean(${expression})`))) {
      if (performance.now() > deadline) throw new Error(`never true: ${expression}`);
      await delay(200);
    }
  }

  /**
   * Message must have the focus. To look for it, Playwright would read the whole conversation in the page's own main
   * thread, and that would be measured as work of the page.
   */
  async ask(prompt: string): Promise<void> {
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.insertText(prompt);
    await this.page.keyboard.press('Enter');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.page.context().close();
  }
}
