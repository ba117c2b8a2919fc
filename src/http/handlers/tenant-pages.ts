import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#contract/languages/languages.ts';
import type { AccountPageData, ChatPageData } from '#contract/pages.ts';
import type { Visitor } from '#core/identity/caller.ts';
import { type AccountPageServices, accountPageData } from '../pages/account-data.ts';
import { type ChatPageServices, chatPageData, embedPageData } from '../pages/chat-data.ts';
import { html, jsonScript } from '../pages/html.ts';
import { pageWords } from '../pages/page-words.ts';
import { languageFor, setLanguageHeaders } from '../pages/request-language.ts';
import { appBody, renderShell } from '../pages/shell.ts';
import { sendNotBuilt, type WebBuild } from '../pages/web-build.ts';
import { readParameter } from '../routing/form.ts';
import { addGetRoute } from '../routing/route.ts';
import { chatPageHeaders, embedHeaders, pageHeaders } from '../server/security-headers.ts';
import { pageVisitor, type SessionServices, tenantOf } from '../session/session-authentication.ts';
import { type InstallServices, manifestPath, touchIconPath } from './install.ts';
import { sendToSignIn } from './session-flow.ts';

export interface TenantPages extends SessionServices, ChatPageServices, AccountPageServices, InstallServices {
  readonly web: WebBuild;
}

const installLinks = { manifest: manifestPath, touchIcon: touchIconPath };

type Headers = Readonly<Record<string, string>>;

/** The pages of a tenant. Each contains the data for its first view. */
export function addTenantPages(app: FastifyInstance, prefix: string, pages: TenantPages): void {
  addGetRoute(app, `${prefix}/`, (request, reply) =>
    forVisitor(pages, request, reply, async (visitor) => {
      const data = await chatPageData(pages, visitor, readParameter(request, 'conversation'));
      return sendPage(
        pages.web,
        reply,
        data,
        languageFor(request, [data.user?.language ?? null]),
        chatPageHeaders(),
      );
    }),
  );
  addGetRoute(app, `${prefix}/account`, (request, reply) =>
    forVisitor(pages, request, reply, async (visitor) => {
      if (!visitor.admin) return refuseAccount(pages, request, reply);
      const data = await accountPageData(pages, visitor);
      return sendPage(pages.web, reply, data, languageFor(request, [data.user.language]), pageHeaders());
    }),
  );
  addGetRoute(app, `${prefix}/embed`, async (request, reply) => {
    const client = tenantOf(request);
    const language = languageFor(request, [readParameter(request, 'locale')]);
    const data = await embedPageData(pages, client);
    return sendPage(pages.web, reply, data, language, embedHeaders(client.origins));
  });
}

async function forVisitor(
  pages: TenantPages,
  request: FastifyRequest,
  reply: FastifyReply,
  show: (visitor: Visitor) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const visitor = await pageVisitor(pages, request);
  return visitor === null ? sendToSignIn(pages, request, reply, request.originalUrl) : show(visitor);
}

async function sendPage(
  web: WebBuild,
  reply: FastifyReply,
  data: ChatPageData | AccountPageData,
  language: Language,
  headers: Headers,
): Promise<FastifyReply> {
  const assets = await web.page(data.page, language);
  void setLanguageHeaders(reply.headers(headers), language);
  if (assets === null) return sendNotBuilt(reply);
  const title =
    data.page === 'account' ? `${pageWords[language].account} · ${data.tenant.name}` : data.tenant.name;
  const body = appBody(pageWords[language], jsonScript('parley-data', data));
  return reply.type('text/html; charset=utf-8').send(
    renderShell({
      language,
      title,
      icon: '/brand/logo',
      theme: '/brand/theme.css',
      assets,
      body,
      install: data.page === 'chat' && data.mode === 'page' ? installLinks : null,
    }),
  );
}

async function refuseAccount(
  { web }: TenantPages,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = languageFor(request);
  const words = pageWords[language];
  const assets = (await web.page('login')) ?? { styles: [], scripts: [], preloads: [] };
  const body = html`<main class="sign-in">
<h1>${words.adminsTitle}</h1>
<p>${words.adminsBody}</p>
<p><a href="/">${words.toChat}</a></p>
</main>`;
  return reply
    .code(403)
    .headers(pageHeaders())
    .type('text/html; charset=utf-8')
    .send(
      renderShell({
        language,
        title: words.adminsTitle,
        icon: '/brand/logo',
        theme: '/brand/theme.css',
        assets,
        body,
      }),
    );
}
