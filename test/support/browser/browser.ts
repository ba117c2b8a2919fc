import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  type BrowserContextOptions,
  type Browser as Chromium,
  chromium,
  type LaunchOptions,
} from 'playwright-core';
import { testPostgresUrl } from '#test/database/postgres.ts';
import { BrowserEnd } from '#test/machine/browser-end.ts';
import type { ApiOptions } from '#test/world/api.ts';
import { type Hosted, openHosted } from '#test/world/hosted.ts';
import { browserArguments, findBrowser } from '../../../scripts/browser.ts';
import { Tab } from './browser-tab.ts';

const buildScript = join(import.meta.dirname, '../../../scripts/build-web.ts');

/** The running service with its built pages, and a browser to view them. */
export class BrowserWorld implements AsyncDisposable {
  readonly hosted: Hosted;
  readonly #chromium: Chromium;
  readonly #end: BrowserEnd;
  readonly #parts: AsyncDisposable;

  constructor(hosted: Hosted, browser: Chromium, end: BrowserEnd, parts: AsyncDisposable) {
    this.hosted = hosted;
    this.#chromium = browser;
    this.#end = end;
    this.#parts = parts;
  }

  /** A window that shares nothing with others: cookies, storage, focus. */
  async tab(options: BrowserContextOptions = {}): Promise<Tab> {
    this.#end.throwIfEnded();
    const context = await this.#chromium.newContext({ reducedMotion: 'reduce', ...options });
    this.#end.watch(context);
    // Only a page that is wrong waits this long, even on a machine that stands still for some seconds at times.
    context.setDefaultTimeout(60_000);
    return new Tab(this.hosted, context, await context.newPage(), this.#end);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve(this.#parts[Symbol.asyncDispose]());
  }
}

/** Starts a service and a browser for the tests of one file. */
export async function openBrowserWorld(
  options: ApiOptions = {},
  { scrollbars = false }: { readonly scrollbars?: boolean } = {},
): Promise<BrowserWorld> {
  await using parts = new AsyncDisposableStack();
  await buildPages();
  const { executablePath, env } = await findBrowser();
  const [hosted, browser] = await Promise.all([
    openHosted(options),
    launchChromium(executablePath, env, scrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
  ]);
  parts.use(hosted);
  const end = new BrowserEnd(browser);
  parts.defer(() => end.close());
  return new BrowserWorld(hosted, browser, end, parts.move());
}

export function launchChromium(
  executablePath: string,
  env: Readonly<Record<string, string | undefined>>,
  options: LaunchOptions = {},
): Promise<Chromium> {
  return chromium.launch({
    executablePath,
    env: definedOf(env),
    args: [...browserArguments],
    timeout: 60_000,
    ...options,
  });
}

/** Test files run at the same time, and only one of them may build. */
async function buildPages(): Promise<void> {
  const server = new pg.Client({ connectionString: await testPostgresUrl() });
  await server.connect();
  try {
    await server.query("SELECT pg_advisory_lock(hashtext('build the pages'))");
    await promisify(execFile)(process.execPath, [buildScript, '--if-stale']);
  } finally {
    await server.end();
  }
}

function definedOf(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
