import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type Minted, mintToken, type Parley } from './mint-token.ts';

const pages = join(import.meta.dirname, 'pages');

/** The file behind a path; no other file of the folder can be read. */
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['launcher.html', 'text/html'],
  '/inline': ['inline.html', 'text/html'],
  '/frame': ['frame.html', 'text/html'],
  '/site.js': ['site.js', 'text/javascript'],
  '/site.css': ['site.css', 'text/css'],
};

export async function startSite(options: Parley & { readonly port: number }): Promise<AsyncDisposable> {
  // Called once, to learn where the tenant's pages are, and to fail early when the key is wrong.
  const { tenant_url: tenantUrl } = await mintToken(options, 'nobody');
  const server = createServer((request, response) => {
    answer(request, response, options, tenantUrl).catch((error: unknown) => {
      console.error(error);
      response.writeHead(502).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port, resolve));
  return {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parley: Parley,
  tenantUrl: string,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
  if (request.method === 'POST' && pathname === '/sign-in') return signIn(response, searchParams.get('as'));
  if (request.method === 'POST' && pathname === '/api/chat-token') {
    const user = userOf(request);
    if (user === null) return void response.writeHead(401).end();
    return sendJson(response, await mintToken(parley, user));
  }
  const [file, type] = files[pathname] ?? [];
  if (file === undefined || type === undefined) return void response.writeHead(404).end();
  const text = await readFile(join(pages, file), 'utf8');
  const frame = text.includes('{{token}}') ? await mintToken(parley, userOf(request) ?? 'anna') : null;
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy': policy(tenantUrl),
  });
  response.end(text.replaceAll('{{tenant}}', tenantUrl).replaceAll('{{token}}', frame?.token ?? ''));
}

/** Everything that the chat needs from a page that allows nothing else. */
function policy(tenantUrl: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${tenantUrl}`,
    `frame-src ${tenantUrl}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** A placeholder for the partner's own sign-in: the user comes from the partner's session, never from the request. */
function userOf({ headers }: IncomingMessage): string | null {
  return /(?:^|;\s*)user=(anna|bert)(?:;|$)/.exec(headers.cookie ?? '')?.[1] ?? null;
}

function signIn(response: ServerResponse, user: string | null): void {
  const age = user === null ? 0 : 3_600;
  const cookie = `user=${user ?? ''}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax`;
  response.writeHead(204, { 'set-cookie': cookie }).end();
}

function sendJson(response: ServerResponse, { token, expires_at }: Minted): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ token, expires_at }));
}
