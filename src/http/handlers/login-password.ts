import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, ParleyError } from '#core/errors.ts';
import { type CodePurpose, hashCode, issueTicket } from '#core/identity/one-time-code.ts';
import { type ChangedPassword, changePassword, type PasswordStores } from '#core/sign-in/change-password.ts';
import type { PasswordMail } from '#core/sign-in/password-mail.ts';
import type { SignInStep } from '#core/sign-in/sign-in.ts';
import { forgotPage, linkEndedPage, newPasswordPage, resetRequestedPage } from '../pages/sign-in-pages.ts';
import { Form, readParameter } from '../routing/form.ts';
import { addGetRoute } from '../routing/route.ts';
import { isOwnForm, pageLanguage, problemOnPage, sendSignInPage } from './login-page.ts';
import { continueSignIn, redirect, type SignInRoutes, sourceOf } from './login-sign-in.ts';

export interface PasswordRoutes extends SignInRoutes {
  readonly passwords: PasswordStores;
  readonly passwordMail: PasswordMail;
}

/** A form for a new password: its target, and the codes that open it. */
interface PasswordForm {
  readonly action: '/password' | '/reset';
  readonly purposes: readonly CodePurpose[];
}

const atFirst: PasswordForm = { action: '/password', purposes: ['new-password'] };
const byMail: PasswordForm = { action: '/reset', purposes: ['reset', 'invite'] };

/** Choosing a password: after the first sign-in, and with a link from an email. */
export function addPasswordRoutes(scope: FastifyInstance, prefix: string, routes: PasswordRoutes): void {
  addFirstPassword(scope, prefix, routes);
  addForgotten(scope, prefix, routes);
  addReset(scope, prefix, routes);
}

function addFirstPassword(scope: FastifyInstance, prefix: string, routes: PasswordRoutes): void {
  const { hosts, cookies, passwords } = routes;
  addGetRoute(scope, `${prefix}/password`, async (request, reply) => {
    const ticket = cookies.read(request, 'ticket') ?? '';
    return (await showForm(routes, request, reply, atFirst, ticket)) ?? redirect(reply, `${hosts.loginUrl}/`);
  });
  scope.post(`${prefix}/password`, async (request, reply) => {
    if (!isOwnForm(request, hosts)) throw errors.originNotAllowed();
    const ticket = cookies.read(request, 'ticket') ?? '';
    const changed = await save(routes, request, reply, atFirst, ticket, new Form(request).text('password'));
    if (changed === 'refused') return reply;
    const step = changed === null ? null : await signedIn(passwords, changed);
    return step === null
      ? redirect(reply, `${hosts.loginUrl}/`)
      : continueSignIn(routes, request, reply, step);
  });
}

function addForgotten(scope: FastifyInstance, prefix: string, routes: PasswordRoutes): void {
  addGetRoute(scope, `${prefix}/forgot`, async (request, reply) => {
    const tenant = readParameter(request, 'tenant') ?? routes.cookies.read(request, 'tenant') ?? '';
    const fields = { tenant: tenant.slice(0, 64), email: '' };
    return sendSignInPage(routes, request, reply, 200, (words) => forgotPage(words, fields, null));
  });
  scope.post(`${prefix}/forgot`, async (request, reply) => {
    if (!isOwnForm(request, routes.hosts)) throw errors.originNotAllowed();
    const form = new Form(request);
    const fields = { tenant: form.text('tenant'), email: form.text('email') };
    try {
      await routes.passwordMail.requestReset(
        { ...fields, language: pageLanguage(request, routes.cookies) },
        sourceOf(request, routes),
      );
      const tenant = fields.tenant.slice(0, 64);
      return sendSignInPage(routes, request, reply, 200, (words) => resetRequestedPage(words, tenant));
    } catch (error) {
      if (!(error instanceof ParleyError) || error.status >= 500) throw error;
      if (error.retryAfterSeconds !== null) void reply.header('retry-after', error.retryAfterSeconds);
      return sendSignInPage(routes, request, reply, error.status, (words) =>
        forgotPage(words, fields, problemOnPage(words, error)),
      );
    }
  });
}

/** Opening a link uses nothing up, because mail programs open links too. */
function addReset(scope: FastifyInstance, prefix: string, routes: PasswordRoutes): void {
  const { hosts } = routes;
  const sendEnded = (request: FastifyRequest, reply: FastifyReply) =>
    sendSignInPage(routes, request, reply, 410, linkEndedPage);
  addGetRoute(scope, `${prefix}/reset`, async (request, reply) => {
    const code = readParameter(request, 'token') ?? '';
    return (await showForm(routes, request, reply, byMail, code)) ?? sendEnded(request, reply);
  });
  scope.post(`${prefix}/reset`, async (request, reply) => {
    if (!isOwnForm(request, hosts)) throw errors.originNotAllowed();
    const form = new Form(request);
    const changed = await save(routes, request, reply, byMail, form.text('token'), form.text('password'));
    if (changed === 'refused') return reply;
    if (changed === null) return sendEnded(request, reply);
    return redirect(reply, `${hosts.loginUrl}/?tenant=${changed.holder.slug}&changed=1`);
  });
}

/** The form for the person that the code belongs to; null when the code is not valid. */
async function showForm(
  routes: PasswordRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  { action, purposes }: PasswordForm,
  code: string,
  refusal: ParleyError | null = null,
): Promise<FastifyReply | null> {
  const holder = await routes.passwords.codes.find(purposes, hashCode(code));
  if (holder === null) return null;
  return sendSignInPage(routes, request, reply, refusal === null ? 200 : 422, (words) => {
    const problem = refusal && problemOnPage(words, refusal);
    return newPasswordPage(words, action, action === '/reset' ? code : null, holder, problem);
  });
}

/** A refused password shows the form again, with the reason. */
async function save(
  routes: PasswordRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  form: PasswordForm,
  code: string,
  password: string,
): Promise<ChangedPassword | 'refused' | null> {
  try {
    return await changePassword(routes.passwords, form.purposes, code, password);
  } catch (error) {
    if (!(error instanceof ParleyError) || error.status !== 422) throw error;
    const shown = await showForm(routes, request, reply, form, code, error);
    return shown === null ? null : 'refused';
  }
}

/** Null when the password was changed again meanwhile. */
async function signedIn(
  { codes }: PasswordStores,
  { holder: { clientId, userId, slug, email }, passwordHash }: ChangedPassword,
): Promise<SignInStep | null> {
  const ticket = await issueTicket(codes, { purpose: 'signed-in', clientId, userId, passwordHash });
  return ticket === null ? null : { next: 'hand-over', slug, email, ticket };
}
