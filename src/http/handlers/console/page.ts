import type { FastifyInstance } from 'fastify';
import type { ConsolePageData } from '#contract/pages.ts';
import { jsonScript } from '../../pages/html.ts';
import { pageWords } from '../../pages/page-words.ts';
import { appBody, renderShell } from '../../pages/shell.ts';
import { sendNotBuilt, type WebBuild } from '../../pages/web-build.ts';
import { addGetRoute } from '../../routing/route.ts';
import { consoleHeaders } from '../../server/security-headers.ts';
import { type ConsoleGate, findOperator } from '../../session/console-gate.ts';
import { type ConsoleFacts, presentSession } from './present-session.ts';

export interface ConsolePage extends ConsoleGate {
  readonly web: WebBuild;
  readonly facts: ConsoleFacts;
}

/** The addresses of the one page; its script shows the screen. */
const addresses = [
  '/',
  '/partners',
  '/partners/:slug',
  '/usage',
  '/live',
  '/failures',
  '/providers',
  '/agents',
  '/agents/:slug',
  '/audit',
  '/settings',
  '/enrol',
];

/** The page is the same for everybody; a person who is signed in finds the session in it. */
export function addConsolePage(app: FastifyInstance, prefix: string, page: ConsolePage): void {
  for (const address of addresses) {
    addGetRoute(app, `${prefix}${address}`, async (request, reply) => {
      const open = await findOperator(page, request);
      const session = open === null ? null : presentSession(open, page.facts);
      const assets = await page.web.page('console');
      void reply.headers(consoleHeaders());
      if (assets === null) return sendNotBuilt(reply);
      const data: ConsolePageData = { page: 'console', session };
      const body = appBody(pageWords.en, jsonScript('parley-data', data));
      return reply.type('text/html; charset=utf-8').send(
        renderShell({
          language: 'en',
          title: 'Parley console',
          icon: '/brand/logo',
          theme: '/brand/theme.css',
          assets,
          body,
        }),
      );
    });
  }
}
