import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mintToken, type Parley } from './mint-token.ts';
import { renderPage } from './render-page.ts';
import { nameOf, signIn, signOut, userOf } from './sessions.ts';

export interface Site extends AsyncDisposable {
  readonly port: number;
}

/** Starts the site; port 0 takes a free one. */
export async function startSite(options: Parley & { readonly port: number }): Promise<Site> {
  // Called once, to learn where the tenant's pages are, and to fail early when the key is wrong.
  const { tenant_url: tenantUrl } = await mintToken(options, 'start-of-the-site');
  const server = createServer((request, response) => {
    answer(request, response, options, tenantUrl).catch((error: unknown) => {
      console.error(error);
      response.writeHead(502, { 'cache-control': 'no-store' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port, resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
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
  switch (`${request.method} ${pathname}`) {
    case 'POST /api/chat-token':
      return sendToken(response, parley, userOf(request));
    case 'POST /sign-in':
      return sendCookie(response, searchParams.get('as'));
    case 'POST /sign-out':
      response.writeHead(200, { 'set-cookie': signOut(request) }).end(nameOf(null));
      return;
  }
  const page = await renderPage(pathname, parley, tenantUrl, userOf(request));
  if (page === null) return void response.writeHead(404).end();
  response.writeHead(200, {
    'content-type': `${page.type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy': policy(tenantUrl),
  });
  response.end(page.text);
}

/** The user comes from the session. Nothing that the page sends names one, or another visitor could be chatted as. */
async function sendToken(response: ServerResponse, parley: Parley, user: string | null): Promise<void> {
  if (user === null) return void response.writeHead(401, { 'cache-control': 'no-store' }).end();
  const { token, expires_at } = await mintToken(parley, user);
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ token, expires_at }));
}

function sendCookie(response: ServerResponse, user: string | null): void {
  const cookie = signIn(user ?? '');
  if (cookie === null) return void response.writeHead(404).end();
  response.writeHead(200, { 'set-cookie': cookie }).end(nameOf(user));
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
