import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Hosts } from '../hosts/hosts.ts';
import { createDocument } from '../openapi/document.ts';
import { addGetRoute } from '../routing/get-route.ts';
import { permissionsPolicy } from '../server/security-headers.ts';
import { hostPrefixes } from '../server/server.ts';
import { Html } from './html.ts';
import { referencePage } from './reference-page.ts';

/**
 * Public on purpose: the description for programs, the reference for people, and `/`, which redirects there. Both are
 * made on the first request, because most processes are never asked for them.
 */
export function addDocumentationRoutes(app: FastifyInstance, hosts: Hosts, version: string): void {
  const document = once(() => createDocument(hosts, version));
  addPage(app, '/v1/openapi.json', () => ({
    type: 'application/json; charset=utf-8',
    text: JSON.stringify(document()),
    policy: "default-src 'none'; frame-ancestors 'none'",
  }));
  addPage(app, '/docs', () => {
    // Inside a style element nothing is escaped; the stylesheet is ours.
    const style = readFileSync(new URL('reference.css', import.meta.url), 'utf8');
    return {
      type: 'text/html; charset=utf-8',
      text: referencePage(document(), new Html(style)),
      policy: referencePolicy(style),
    };
  });
  addGetRoute(app, `${hostPrefixes.api}/`, async (_request, reply) => reply.redirect('/docs', 302));
  addGetRoute(app, `${hostPrefixes.api}/docs/`, async (_request, reply) => reply.redirect('/docs', 308));
}

/** No script at all, and only the stylesheet inside the page. */
function referencePolicy(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

interface Page {
  readonly type: string;
  readonly text: string;
  readonly policy: string;
}

/** A page that is the same for every request until the next version. */
function addPage(app: FastifyInstance, path: string, make: () => Page): void {
  const made = once(() => {
    const page = make();
    return { ...page, etag: `"${createHash('sha256').update(page.text).digest('base64url').slice(0, 22)}"` };
  });
  addGetRoute(app, `${hostPrefixes.api}${path}`, async (request, reply) => {
    const { etag, type, text, policy } = made();
    void reply
      .header('etag', etag)
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .headers(permissionsPolicy);
    return isKnown(request, etag) ? reply.code(304).send() : reply.type(type).send(text);
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function isKnown(request: FastifyRequest, etag: string): boolean {
  return (request.headers['if-none-match'] ?? '').includes(etag);
}
