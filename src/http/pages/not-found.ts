import type { FastifyInstance } from 'fastify';
import { errors, type ParleyError } from '#core/errors.ts';
import type { Authenticator } from '#core/identity/authenticate.ts';
import { openAiErrors } from '#core/openai/openai-errors.ts';
import { isOpenAiPath, openAiPath } from '../server/openai-refusal.ts';
import { hostPrefixes } from '../server/server.ts';
import { type Home, plainNotFound } from './not-found-page.ts';

/** Paths for programs, which read a problem rather than a page. */
const programs = [hostPrefixes.api, `${hostPrefixes.tenant}/chat/`];

/**
 * Answers when no route matches: 405 where another method would match, 404 elsewhere. On /v1 and /openai/v1 the key is
 * checked first: without one, a caller learns nothing about which paths exist. The tenant's host has checked the
 * session on /chat by then.
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
      await authenticator.authenticate(request.headers.authorization, 'current');
    }
    if (allowed.length > 0) throw errors.methodNotAllowed(allowed);
    if (programs.some((prefix) => path.startsWith(prefix))) throw notFoundAt(path, methods);
    plainNotFound(reply, homeAt(path, methods));
  });
}

/** Names the address of an API path to a client with a wrong base address. */
function notFoundAt(path: string, methods: (path: string) => readonly string[]): ParleyError {
  const { api } = hostPrefixes;
  const asked = path.startsWith(api) ? path.slice(api.length) : '';
  const isRoute = (base: string, rest: string) => methods(api + base + rest).length > 0;
  if (!asked.startsWith('/v1/') && isRoute('/v1', asked)) {
    return openAiErrors.notFoundHere(
      `The base address of the API ends in /v1: ask at /v1${asked.slice(0, 60)}.`,
    );
  }
  const rest = asked.replace(/^\/(?:openai|v1)\//, '/');
  if (isOpenAiPath(path) || !isRoute(openAiPath, rest)) return errors.notFound();
  return openAiErrors.notFoundHere(`The base address for clients of OpenAI’s API ends in ${openAiPath}.`);
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
