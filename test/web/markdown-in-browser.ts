import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { untilTrue } from '#test/browser/until-true.ts';
import { makeFolder } from '#test/machine/make-folder.ts';
import { browserArguments, findBrowser } from '../../scripts/browser.ts';
import { keepMarkedLexer } from '../../scripts/web/keep-marked-lexer.ts';

/** The policy of the real pages: with it, an HTML string or an inline style would throw or be reported. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export interface MarkdownPage extends AsyncDisposable {
  readonly page: Page;
  /** Everything that the browser reported, policy violations included. */
  readonly complaints: readonly string[];
  /** Addresses that were requested beside the page's own. */
  readonly foreignRequests: readonly string[];
}

/** The Markdown part of the pages, built as they are, in a browser page under their policy. */
export async function openMarkdownPage(): Promise<MarkdownPage> {
  await using parts = new AsyncDisposableStack();
  const folder = makeFolder('parley-markdown-');
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  await buildInto(folder);
  const server = await serve(folder);
  parts.defer(() => closed(server));
  const origin = originOf(server);
  const { executablePath, env } = await findBrowser();
  const args = [...browserArguments];
  const browser = await chromium.launch({ executablePath, env, args, timeout: 60_000 });
  parts.defer(() => browser.close());
  const page = await browser.newPage();
  const complaints: string[] = [];
  const foreignRequests: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) foreignRequests.push(request.url());
  });
  await page.goto(origin);
  await untilTrue(page, 'window.ready === true');
  const opened = parts.move();
  return { page, complaints, foreignRequests, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function buildInto(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    base: '/',
    plugins: [keepMarkedLexer()],
    build: {
      outDir: folder,
      modulePreload: false,
      minify: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'markdown-page.tsx'),
        output: { entryFileNames: 'page.js' },
      },
    },
  });
}

async function serve(folder: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('content-security-policy', policy);
      response.end(
        '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
      );
      return;
    }
    response.setHeader('content-type', 'text/javascript');
    response.end(await readFile(join(folder, request.url ?? '')).catch(() => ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}`;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
