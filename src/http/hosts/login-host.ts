import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BrandStore } from '#core/brand/brand-store.ts';
import type { PasswordStores } from '#core/sign-in/change-password.ts';
import type { PasswordMail } from '#core/sign-in/password-mail.ts';
import { normalizeSlug } from '#core/sign-in/sign-in.ts';
import { addAssetRoutes } from '../handlers/assets.ts';
import { addBrandRoutes } from '../handlers/brand.ts';
import { sendSignInPage } from '../handlers/login-page.ts';
import { addPasswordRoutes } from '../handlers/login-password.ts';
import { addSignInRoutes, type SignInRoutes } from '../handlers/login-sign-in.ts';
import { failurePage } from '../pages/sign-in-pages.ts';
import type { WebBuild } from '../pages/web-build.ts';
import { acceptForms, readParameter } from '../routing/form.ts';
import type { Hosts } from '../server/hosts.ts';
import { knownError } from '../server/problem.ts';
import { hostPrefixes } from '../server/server.ts';
import type { Cookies } from '../session/cookies.ts';

export interface LoginHostOptions {
  readonly hosts: Hosts;
  readonly cookies: Cookies;
  readonly web: WebBuild;
  readonly brands: BrandStore;
  readonly languages: SignInRoutes['languages'];
  readonly signIn: SignInRoutes['signIn'];
  readonly passwords: PasswordStores;
  readonly passwordMail: PasswordMail;
}

/** The sign-in host: forms and redirects that work without script. */
export function addLoginHost(app: FastifyInstance, options: LoginHostOptions): void {
  const prefix = hostPrefixes.login;
  addAssetRoutes(app, prefix, options.web);
  addBrandRoutes(app, prefix, options.brands, askedTenant);
  void app.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler((error, request, reply) => {
      const known = knownError(error);
      if (known.status >= 500) request.log.error({ error: known.cause ?? known }, 'A sign-in page failed');
      return sendSignInPage(options, request, reply, known.status, (words) =>
        failurePage(words, known.status >= 500 ? words.unexpected : known.message),
      );
    });
    addSignInRoutes(scope, prefix, options);
    addPasswordRoutes(scope, prefix, options);
  });
}

function askedTenant(request: FastifyRequest): string {
  const slug = normalizeSlug(readParameter(request, 'tenant') ?? '');
  return /^[a-z0-9-]{1,64}$/.test(slug) ? slug : '';
}
