import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LanguageWriter } from '#core/clients/hosted-user.ts';
import { errors, ParleyError } from '#core/errors.ts';
import { codeSeconds, type OneTimeCodeStore } from '#core/identity/one-time-code.ts';
import { exchangeTicket } from '#core/sign-in/hand-over.ts';
import { normalizeSlug, type SignInStep, type SignInStores, signIn } from '#core/sign-in/sign-in.ts';
import type { AttemptSource } from '#core/sign-in/throttle.ts';
import type { PageWords } from '#locales/en/pages.ts';
import { signInPage } from '../pages/sign-in-pages.ts';
import type { WebBuild } from '../pages/web-build.ts';
import { Form, readParameter } from '../routing/form.ts';
import { addGetRoute } from '../routing/route.ts';
import type { Hosts } from '../server/hosts.ts';
import type { Cookies } from '../session/cookies.ts';
import { isOwnForm, problemOnPage, rememberedSeconds, sendSignInPage, takeChoice } from './login-page.ts';

export interface SignInRoutes {
  readonly hosts: Hosts;
  readonly cookies: Cookies;
  readonly web: WebBuild;
  readonly languages: LanguageWriter;
  readonly signIn: SignInStores & { readonly codes: OneTimeCodeStore };
}

/** The form, and the step that hands a browser over to its tenant. */
export function addSignInRoutes(scope: FastifyInstance, prefix: string, routes: SignInRoutes): void {
  addGetRoute(scope, `${prefix}/`, async (request, reply) => {
    const tenant = readParameter(request, 'tenant') ?? routes.cookies.read(request, 'tenant') ?? '';
    const fields = { tenant: shownTenant(tenant), email: '' };
    return sendSignInPage(routes, request, reply, 200, (words) =>
      signInPage(words, fields, null, noticeOf(words, request)),
    );
  });
  scope.post(`${prefix}/`, async (request, reply) => {
    if (!isOwnForm(request, routes.hosts)) throw errors.originNotAllowed();
    const form = new Form(request);
    const fields = { tenant: form.text('tenant'), email: form.text('email') };
    try {
      const credentials = { ...fields, password: form.text('password') };
      const step = await signIn(routes.signIn, credentials, sourceOf(request, routes));
      return await continueSignIn(routes, request, reply, step);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.status >= 500) throw error;
      if (error.retryAfterSeconds !== null) void reply.header('retry-after', error.retryAfterSeconds);
      return sendSignInPage(routes, request, reply, error.status, (words) =>
        signInPage(words, fields, problemOnPage(words, error)),
      );
    }
  });
  scope.get(`${prefix}/continue`, async (request, reply) => handOver(routes, request, reply));
}

/** The password was right: continue to the tenant, or first to a new password. */
export async function continueSignIn(
  { hosts, cookies, languages, signIn: { devices } }: SignInRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  { next, slug, email, ticket }: SignInStep,
): Promise<FastifyReply> {
  const chosen = takeChoice(request, reply, cookies);
  if (chosen !== null) await languages.setLanguageOf(slug, email, chosen);
  const purpose = next === 'new-password' ? 'new-password' : 'signed-in';
  cookies.set(reply, 'ticket', ticket, codeSeconds[purpose]);
  cookies.set(reply, 'tenant', slug, rememberedSeconds);
  const device = devices.remember(cookies.read(request, 'device'), slug, email);
  cookies.set(reply, 'device', device, rememberedSeconds);
  return redirect(
    reply,
    next === 'new-password' ? `${hosts.loginUrl}/password` : `${hosts.tenantUrl(slug)}/session/start`,
  );
}

/** The source of an attempt in this request. */
export function sourceOf(request: FastifyRequest, { cookies }: Pick<SignInRoutes, 'cookies'>): AttemptSource {
  return { address: request.ip, device: cookies.read(request, 'device') };
}

async function handOver(
  { hosts, cookies, signIn: { codes } }: SignInRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const slug = normalizeSlug(readParameter(request, 'tenant') ?? '');
  const state = readParameter(request, 'state') ?? '';
  const ticket = cookies.read(request, 'ticket');
  cookies.clear(reply, 'ticket');
  const isAsked = ticket !== null && /^[\w-]{43}$/.test(state);
  const code = isAsked ? await exchangeTicket(codes, ticket, slug, state) : null;
  if (code === null) return redirect(reply, `${hosts.loginUrl}/?${new URLSearchParams({ tenant: slug })}`);
  return redirect(reply, `${hosts.tenantUrl(slug)}/session/finish?${new URLSearchParams({ code, state })}`);
}

export function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(address, 303);
}

function noticeOf(words: PageWords, request: FastifyRequest): string | null {
  if (readParameter(request, 'changed') !== null) return words.changed;
  switch (readParameter(request, 'reason')) {
    case 'ended':
      return words.sessionEnded;
    case 'signed_out':
      return words.signedOutBody;
    default:
      return null;
  }
}

function shownTenant(tenant: string): string {
  return tenant.slice(0, 64);
}
