import type { FastifyInstance } from 'fastify';
import { errors } from '#core/errors.ts';
import type { Authenticator } from '#core/identity/authenticate.ts';
import { refuseUnknownApiPath } from '../hosts/api-host.ts';
import { isOpenAiPath } from '../openai/refusal.ts';
import type { Home } from '../pages/not-found-page.ts';
import { plainNotFound } from './plain-answers.ts';
import { hostPrefixes } from './server.ts';

/** Where programs ask, which read a problem rather than a page. */
const programs = [hostPrefixes.api, `${hostPrefixes.tenant}/chat/`];

/**
 * Answers when no route matches: 405 where another method would match, 404 elsewhere, on /v1 and /openai/v1 only after
 * the key was checked. The tenant's host has checked the session on /chat by then.
 */
export function addNotFound(app: FastifyInstance, authenticator: Authenticator): void {
  const methods = methodsByPath(app);
  // Before the body is read, so that no body decides how an unknown path is answered.
  app.addHook('preParsing', async (request, reply) => {
    if (!request.is404) return;
    const path = (request.url.split('?', 1)[0] ?? '') || '/';
    const allowed = methods(path);
    if (
      path.startsWith(`${hostPrefixes.api}/v1/`) ||
      path === `${hostPrefixes.api}/v1` ||
      isOpenAiPath(path)
    ) {
      await refuseUnknownApiPath(request, authenticator, allowed);
    }
    if (allowed.length > 0) throw errors.methodNotAllowed(allowed);
    if (programs.some((prefix) => path.startsWith(prefix))) throw errors.notFound();
    plainNotFound(reply, homeAt(path, methods));
  });
}

const homes: readonly (readonly [prefix: string, home: Home])[] = [
  [hostPrefixes.tenant, 'chat'],
  [hostPrefixes.login, 'signIn'],
  [hostPrefixes.console, 'console'],
];

/** A process serves the first page of a host only in some roles. */
function homeAt(path: string, methods: (path: string) => readonly string[]): Home | null {
  const [prefix, home] = homes.find(([own]) => path.startsWith(own)) ?? [null, null];
  return prefix !== null && methods(`${prefix}/`).length > 0 ? home : null;
}

/** Collects the routes as they are added; must be called before them. */
function methodsByPath(app: FastifyInstance): (path: string) => string[] {
  const routes: { readonly method: string; readonly pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(
      `^${url
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:\w+/g, '[^/]+')
        .replace('\\*', '.+')}$`,
    );
    for (const one of [method].flat()) routes.push({ method: one, pattern });
  });
  return (path) => [
    ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ];
}
