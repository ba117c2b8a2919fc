import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { directionOf } from '#contract/languages/languages.ts';
import { limits } from '#contract/limits.ts';
import { errors } from '#core/errors.ts';
import { type HandOverStores, startLoginSession } from '#core/sign-in/hand-over.ts';
import type { SessionPlace } from '#core/sign-in/sign-in-store.ts';
import { html } from '../pages/html.ts';
import { pageWords } from '../pages/page-words.ts';
import { languageFor } from '../pages/request-language.ts';
import { acceptForms, readParameter } from '../routing/form.ts';
import type { Hosts } from '../server/hosts.ts';
import { pageHeaders, signedOutHeaders } from '../server/security-headers.ts';
import type { Cookies } from '../session/cookies.ts';
import { isFormFrom } from '../session/same-origin.ts';
import { pageVisitor, type SessionServices, tenantOf } from '../session/session-authentication.ts';

const stateSeconds = 120;
const returnSeconds = 600;
/** More than any browser needs to say what it is. */
const userAgentCharacters = 300;

export interface SessionFlow extends SessionServices {
  readonly handOver: HandOverStores;
}

/** The tenant's part of signing in and out. Every response is a redirect, so it works without script. */
export function addSessionFlow(app: FastifyInstance, prefix: string, flow: SessionFlow): void {
  void app.register(async (scope) => {
    acceptForms(scope);
    scope.get(`${prefix}/session/start`, async (request, reply) => start(flow, request, reply));
    scope.get(`${prefix}/session/finish`, async (request, reply) => finish(flow, request, reply));
    scope.post(`${prefix}/session/end`, async (request, reply) => end(flow, request, reply));
  });
}

/** Without a session: redirects to the sign-in page, and afterwards back to `path`. */
export function sendToSignIn(
  { hosts, cookies }: { readonly hosts: Hosts; readonly cookies: Cookies },
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): FastifyReply {
  const hadSession = cookies.read(request, 'session') !== null;
  if (hadSession) cookies.clear(reply, 'session');
  if (path !== '/' && isOwnPath(path)) {
    cookies.set(reply, 'return', encodeURIComponent(path), returnSeconds);
  }
  const reason = hadSession ? '&reason=ended' : '';
  return redirect(reply, 302, `${hosts.loginUrl}/?tenant=${tenantOf(request).slug}${reason}`);
}

/** The browser gets a secret, and only the browser with that secret can start a session with a code. */
function start({ hosts, cookies }: SessionFlow, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const state = randomBytes(32).toString('base64url');
  cookies.set(reply, 'state', state, stateSeconds);
  const query = new URLSearchParams({ tenant: tenantOf(request).slug, state });
  return redirect(reply, 303, `${hosts.loginUrl}/continue?${query}`);
}

async function finish(
  flow: SessionFlow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { cookies, handOver, hosts } = flow;
  const client = tenantOf(request);
  const code = readParameter(request, 'code');
  const state = cookies.read(request, 'state');
  cookies.clear(reply, 'state');
  const isOurs = code !== null && state !== null && state === readParameter(request, 'state');
  const started = isOurs ? await startLoginSession(handOver, client, code, state, placeOf(request)) : null;
  if (started === null) return redirect(reply, 303, `${hosts.loginUrl}/?tenant=${client.slug}`);

  const before = await pageVisitor(flow, request);
  if (before !== null) await handOver.sessions.end(client.id, before.sessionId, null);
  cookies.set(reply, 'session', started.minted.token, limits.loginSessionSeconds);
  cookies.clear(reply, 'return');
  return redirect(reply, 303, started.mayChat ? returnPath(cookies, request) : '/account');
}

function placeOf({ headers, ip }: FastifyRequest): SessionPlace {
  return { userAgent: headers['user-agent']?.slice(0, userAgentCharacters) ?? null, address: ip };
}

async function end(flow: SessionFlow, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { cookies, handOver, hosts } = flow;
  const client = tenantOf(request);
  if (!isFormFrom(request, hosts.tenantUrl(client.slug))) throw errors.originNotAllowed();
  const visitor = await pageVisitor(flow, request);
  if (visitor !== null) await handOver.sessions.end(client.id, visitor.sessionId, null);
  cookies.clear(reply, 'session');
  return sendSignedOut(request, reply, `${hosts.loginUrl}/?tenant=${client.slug}&reason=signed_out`);
}

/**
 * A page instead of a redirect: the form may submit to this origin only, and some browsers apply that to redirects.
 */
function sendSignedOut(request: FastifyRequest, reply: FastifyReply, loginUrl: string): FastifyReply {
  const language = languageFor(request);
  const words = pageWords[language];
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=${loginUrl}">
<title>${words.signedOut}</title>
</head>
<body><p>${words.signedOutBody} <a href="${loginUrl}">${words.signIn}</a></p></body>
</html>
`;
  return reply
    .headers({ ...pageHeaders(), ...signedOutHeaders })
    .type('text/html; charset=utf-8')
    .send(page.markup);
}

function returnPath(cookies: Cookies, request: FastifyRequest): string {
  const kept = cookies.read(request, 'return') ?? '';
  const path = decoded(kept);
  return isOwnPath(path) ? path : '/';
}

/** A path of this host, and nothing that a browser could read as another host. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\') && path.length <= 500;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '/';
  }
}

function redirect(reply: FastifyReply, status: 302 | 303, address: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(address, status);
}
