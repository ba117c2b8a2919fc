import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after } from 'node:test';
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
import { shareHosted } from '#test/world/shared-service.ts';
import { browserArguments, findBrowser } from '../../../scripts/browser.ts';
import { Tab } from './browser-tab.ts';

const buildScript = join(import.meta.dirname, '../../../scripts/build-web.ts');

/** The running service with its built pages, and a browser to view them. */
export class BrowserWorld implements AsyncDisposable {
  readonly hosted: Hosted;
  readonly #chromium: Chromium;
  readonly #end: BrowserEnd;
  readonly #parts: AsyncDisposable;

  constructor(hosted: Hosted, { chromium, end }: WatchedBrowser, parts: AsyncDisposable) {
    this.hosted = hosted;
    this.#chromium = chromium;
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

interface WatchedBrowser {
  readonly chromium: Chromium;
  readonly end: BrowserEnd;
}

let built: Promise<unknown> | undefined;
let shared: WatchedBrowser | undefined;

after(() => shared?.end.close());

export interface BrowserOptions {
  readonly scrollbars?: boolean;
  /** A browser that the test may end. One with scrollbars is always of its own. */
  readonly isOwn?: boolean;
}

/** A service for the tests of one file. The files of a process share the browser: each window is a profile. */
export async function openBrowserWorld(
  options: ApiOptions = {},
  { scrollbars = false, isOwn = scrollbars }: BrowserOptions = {},
): Promise<BrowserWorld> {
  await using parts = new AsyncDisposableStack();
  await buildOnce();
  const hosted = parts.use(await openHosted(options));
  if (!isOwn) return new BrowserWorld(hosted, await shareBrowser(), parts.move());
  const own = await launchWatched(scrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {});
  parts.defer(() => own.end.close());
  return new BrowserWorld(hosted, own, parts.move());
}

/** The same with the service that the files of a process share. */
export async function shareBrowserWorld(): Promise<BrowserWorld> {
  await buildOnce();
  return new BrowserWorld(await shareHosted(), await shareBrowser(), new AsyncDisposableStack());
}

async function shareBrowser(): Promise<WatchedBrowser> {
  shared ??= await launchWatched();
  return shared;
}

function buildOnce(): Promise<unknown> {
  built ??= buildPages();
  return built;
}

async function launchWatched(options: LaunchOptions = {}): Promise<WatchedBrowser> {
  const { executablePath, env } = await findBrowser();
  const browser = await launchChromium(executablePath, env, options);
  return { chromium: browser, end: new BrowserEnd(browser) };
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

/** Test files run at the same time, and only one of them may build: the first of a run, which leaves a table for the others. */
async function buildPages(): Promise<void> {
  const server = new pg.Client({ connectionString: await testPostgresUrl() });
  await server.connect();
  try {
    await server.query("SELECT pg_advisory_lock(hashtext('build the pages'))");
    const { rows } = await server.query("SELECT to_regclass('pages_are_built') IS NULL AS is_first");
    if (!rows[0].is_first) return;
    await promisify(execFile)(process.execPath, [buildScript, '--if-stale']);
    await server.query('CREATE TABLE pages_are_built ()');
  } finally {
    await server.end();
  }
}

function definedOf(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
