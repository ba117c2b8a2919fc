import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineKey, EngineWindow } from './engine.ts';

const program = '/usr/bin/firefox-esr';
const driver = join(import.meta.dirname, '../../engines/package/firefox.js');

/** The part of puppeteer-core that is used here; it is installed by `npm run test:engines` only. */
interface Puppeteer {
  launch(options: object): Promise<Browser>;
}

interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Frame {
  evaluate(expression: string): Promise<unknown>;
  evaluateHandle(expression: string): Promise<Handle>;
}

interface Page extends Frame {
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  readonly mouse: { wheel(by: { deltaY: number }): Promise<void>; move(x: number, y: number): Promise<void> };
  goto(address: string): Promise<unknown>;
  setViewport(size: { width: number; height: number }): Promise<void>;
  screenshot(): Promise<Uint8Array>;
}

interface Handle {
  asElement(): ElementHandle | null;
}

interface ElementHandle {
  click(): Promise<void>;
  contentFrame(): Promise<Frame | null>;
}

/** Debian's Firefox ESR, driven by puppeteer-core; null where it is not installed. */
export function findFirefox(): Engine | null {
  return existsSync(program) ? { name: 'Firefox', open } : null;
}

async function open(): Promise<EngineWindow> {
  const { puppeteer }: { readonly puppeteer: Puppeteer } = await import(driver);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    // Without a screen it believes that there is no mouse: 2 is a fine pointer, and 4 hovers.
    extraPrefsFirefox: {
      'ui.prefersReducedMotion': 1,
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
      'intl.accept_languages': 'en',
    },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  return new FirefoxWindow(browser, page);
}

class FirefoxWindow implements EngineWindow {
  readonly #browser: Browser;
  readonly #page: Page;
  #frame: Frame;

  constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
    this.#frame = page;
  }

  async goTo(address: string): Promise<void> {
    this.#frame = this.#page;
    await this.#page.goto(address);
  }

  async evaluate<T>(expression: string): Promise<T> {
    return (await this.#frame.evaluate(expression)) as T;
  }

  async click(element: string): Promise<void> {
    await (await this.#find(element)).click();
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  press(key: EngineKey): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  async scroll(pixels: number): Promise<void> {
    await this.#page.mouse.move(700, 300);
    await this.#page.mouse.wheel({ deltaY: pixels });
  }

  resize(width: number, height: number): Promise<void> {
    return this.#page.setViewport({ width, height });
  }

  async enter(frame: string | null): Promise<void> {
    this.#frame = this.#page;
    if (frame === null) return;
    const inside = await (await this.#find(frame)).contentFrame();
    if (inside === null) throw new Error(`${frame} is no frame`);
    this.#frame = inside;
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(await this.#page.screenshot());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#browser.close();
  }

  async #find(expression: string): Promise<ElementHandle> {
    const element = (await this.#frame.evaluateHandle(expression)).asElement();
    if (element === null) throw new Error(`not found: ${expression}`);
    return element;
  }
}
