import type { FastifyInstance, FastifyReply } from 'fastify';
import { errors, ParleyError } from '#core/errors.ts';
import { changePassword, type PasswordStores } from '#core/identity/change-password.ts';
import { type CodeHolder, type CodePurpose, hashCode, issueCode } from '#core/identity/one-time-code.ts';
import type { PasswordMail } from '#core/identity/password-mail.ts';
import { Form, readParameter } from '../form.ts';
import { addGetRoute } from '../get-route.ts';
import { forgotPage, linkEndedPage, newPasswordPage, resetRequestedPage } from '../pages/sign-in-pages.ts';
import { isOwnForm, problemOnPage, sendSignInPage } from './login-page.ts';
import { goOn, redirect, type SignInRoutes } from './login-sign-in.ts';

export interface PasswordRoutes extends SignInRoutes {
  readonly passwords: PasswordStores;
  readonly passwordMail: PasswordMail;
}

const byMail: readonly CodePurpose[] = ['reset', 'invite'];

/** Choosing a password: after the first sign-in, and with a link from a letter. */
export function addPasswordRoutes(scope: FastifyInstance, prefix: string, routes: PasswordRoutes): void {
  addFirstPassword(scope, prefix, routes);
  addForgotten(scope, prefix, routes);
  addReset(scope, prefix, routes);
}

function addFirstPassword(scope: FastifyInstance, prefix: string, routes: PasswordRoutes): void {
  const { hosts, cookies, passwords } = routes;
  addGetRoute(scope, `${prefix}/password`, async (request, reply) => {
    if (cookies.read(request, 'ticket') === null) return redirect(reply, `${hosts.loginUrl}/`);
    return sendSignInPage(routes, reply, 200, newPasswordPage('/password', null, null));
  });
  scope.post(`${prefix}/password`, async (request, reply) => {
    if (!isOwnForm(request, hosts)) throw errors.originNotAllowed();
    const ticket = cookies.read(request, 'ticket') ?? '';
    const password = new Form(request).text('password');
    return saving(routes, reply, '/password', null, async () => {
      const holder = await changePassword(passwords, ['new-password'], ticket, password);
      if (holder === null) return redirect(reply, `${hosts.loginUrl}/`);
      return goOn(routes, reply, await signedIn(passwords, holder));
    });
  });
}

function addForgotten(scope: FastifyInstance, prefix: string, routes: PasswordRoutes): void {
  addGetRoute(scope, `${prefix}/forgot`, async (request, reply) => {
    const tenant = readParameter(request, 'tenant') ?? routes.cookies.read(request, 'tenant') ?? '';
    return sendSignInPage(routes, reply, 200, forgotPage({ tenant: tenant.slice(0, 64), email: '' }, null));
  });
  scope.post(`${prefix}/forgot`, async (request, reply) => {
    if (!isOwnForm(request, routes.hosts)) throw errors.originNotAllowed();
    const form = new Form(request);
    const fields = { tenant: form.text('tenant'), email: form.text('email') };
    try {
      await routes.passwordMail.requestReset(fields.tenant, fields.email, request.ip);
      return sendSignInPage(routes, reply, 200, resetRequestedPage(fields.tenant.slice(0, 64)));
    } catch (error) {
      if (!(error instanceof ParleyError) || error.status >= 500) throw error;
      if (error.retryAfterSeconds !== null) void reply.header('retry-after', error.retryAfterSeconds);
      return sendSignInPage(routes, reply, error.status, forgotPage(fields, problemOnPage(error)));
    }
  });
}

/** Looking at a link uses nothing up: mail programs look at links, too. */
function addReset(scope: FastifyInstance, prefix: string, routes: PasswordRoutes): void {
  const { hosts, passwords } = routes;
  addGetRoute(scope, `${prefix}/reset`, async (request, reply) => {
    const code = readParameter(request, 'token') ?? '';
    const holder = await passwords.codes.find(byMail, hashCode(code));
    if (holder === null) return sendSignInPage(routes, reply, 410, linkEndedPage());
    return sendSignInPage(routes, reply, 200, newPasswordPage('/reset', code, null));
  });
  scope.post(`${prefix}/reset`, async (request, reply) => {
    if (!isOwnForm(request, hosts)) throw errors.originNotAllowed();
    const form = new Form(request);
    const [code, password] = [form.text('token'), form.text('password')];
    return saving(routes, reply, '/reset', code, async () => {
      const holder = await changePassword(passwords, byMail, code, password);
      if (holder === null) return sendSignInPage(routes, reply, 410, linkEndedPage());
      return redirect(reply, `${hosts.loginUrl}/?tenant=${holder.slug}&changed=1`);
    });
  });
}

/** A password that is refused brings the form back, with the reason. */
async function saving(
  routes: PasswordRoutes,
  reply: FastifyReply,
  action: '/password' | '/reset',
  code: string | null,
  save: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status !== 422) throw error;
    return sendSignInPage(routes, reply, 422, newPasswordPage(action, code, problemOnPage(error)));
  }
}

async function signedIn({ codes }: PasswordStores, { clientId, userId, slug }: CodeHolder) {
  const code = await issueCode(codes, { purpose: 'signed-in', clientId, userId, boundTo: null });
  return { next: 'hand-over', slug, code } as const;
}
